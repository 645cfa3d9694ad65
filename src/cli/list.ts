import { StoreError } from '../store/store-error';
import { Option, type Command } from 'commander';
import { holdWords } from '../domain/holds';
import { releaseStates } from '../domain/release-states';
import type { ReleaseRow } from '../client/release-row';
import { limitOption, moreText, outputOption, requireProjectName } from './command-options';
import { withTemporal, type TemporalAccess } from './with-temporal';
import { createTerminal } from './terminal';

interface ListedRelease extends ReleaseRow {
  /** Whether Temporal has forgotten it. */
  archived: boolean;
}

interface ListOptions {
  state?: string;
  project?: string;
  limit: number;
  output: string;
}

export function defineListCommand(command: Command): void {
  command
    .addOption(new Option('--state <state>', 'Only releases in this state.').choices(releaseStates))
    .option('--project <name>', 'Only releases of this project.')
    .addOption(limitOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease list --state waiting')
    .action((options: ListOptions) =>
      withTemporal(async (access) => {
        const releases: ListedRelease[] = [];
        const terminal = createTerminal(options.output === 'json');
        const { state, project, limit } = options;
        requireProjectName(project);
        const filter = { ...(state && { state }), ...(project && { project }) };
        let hasMore = false;
        for await (const release of allReleases(access, filter, {
          limit: limit + 1,
          onFault: (fault) => terminal.say(fault),
        })) {
          hasMore = releases.length === limit;
          if (hasMore) break;
          releases.push(release);
        }
        terminal.data({ releases }, ({ releases }) =>
          releases.length === 0 ? 'No releases.' : releases.map(line).join('\n'),
        );
        if (hasMore) terminal.say(moreText(limit, (await access.releaseClient.count(filter)) - limit));
      }),
    );
}

/** What Temporal has, and then what only the archive has. */
async function* allReleases(
  { releaseClient, archive }: Pick<TemporalAccess, 'releaseClient' | 'archive'>,
  filter: { state?: string; project?: string },
  { limit, onFault }: { limit: number; onFault: (words: string) => void },
): AsyncGenerator<ListedRelease> {
  const listed = new Set<string>();
  for (const row of await releaseClient.newest(filter, limit)) {
    listed.add(row.id);
    yield { ...row, archived: false };
  }
  // One that is not in the list for its state is not to be listed as it once was.
  const isKnown = async (id: string): Promise<boolean> =>
    listed.has(id) || (filter.state !== undefined && (await releaseClient.isKnown(id)));
  try {
    for await (const row of archive.rows({ ...filter, isKnown })) yield { ...row, archived: true };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    onFault(`Without releases that Temporal has forgotten: ${error.message}`);
  }
}

const waits = { terms: 'a term review', decision: 'a decision' } as const;

function line({ id, state, stage, waitingFor, heldFor, startedAt, archived }: ListedRelease): string {
  const what = waitingFor === null ? heldFor && holdWords[heldFor] : waits[waitingFor];
  const note = archived ? 'archived' : what === null ? '' : `waits for ${what}`;
  return [id.padEnd(32), state.padEnd(10), (stage ?? '').padEnd(11), startedAt, note].join('  ').trimEnd();
}
