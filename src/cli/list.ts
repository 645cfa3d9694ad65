import { StoreError } from '../store/store-error';
import { Option, type Command } from 'commander';
import { holdWords } from '../domain/holds';
import { releaseStates } from '../domain/release-states';
import type { ReleaseRow } from '../client/release-row';
import { limitOption, moreText, outputOption, requireProjectName } from './command-options';
import { withTemporal, type TemporalAccess } from './with-temporal';
import { Table, type TableOptions } from './table';
import { createTerminal } from './terminal';
import { timeText } from './time-text';

interface ListedRelease extends ReleaseRow {
  /** Whether Temporal has forgotten it. */
  archived: boolean;
}

interface ListOptions extends TableOptions {
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
    .addOption(table.columnsOption())
    .addOption(table.sortOption())
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
        terminal.data({ releases: table.sorted(releases, options) }, ({ releases }) =>
          releases.length === 0 ? 'No releases.' : table.text(releases, options),
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

const table = new Table<ListedRelease>([
  { name: 'id', text: ({ id }) => id },
  { name: 'state', text: ({ state }) => state },
  { name: 'stage', text: ({ stage }) => stage ?? '' },
  { name: 'started', text: ({ startedAt }) => timeText(startedAt) },
  { name: 'note', text: noteOf, flexible: true },
  { name: 'project', text: ({ project }) => project, hidden: true },
  { name: 'name', text: ({ name }) => name, hidden: true },
  { name: 'waiting-since', text: ({ waitingSince }) => timeText(waitingSince), hidden: true },
]);

function noteOf({ waitingFor, heldFor, archived }: ListedRelease): string {
  if (archived) return 'archived';
  const what = waitingFor === null ? heldFor && holdWords[heldFor] : waits[waitingFor];
  return what === null ? '' : `waits for ${what}`;
}
