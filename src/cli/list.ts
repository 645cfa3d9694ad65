import { requireProjectName } from './command-options';
import { StoreError } from '../store/store-error';
import { Option, type Command } from 'commander';
import { holdWords } from '../domain/holds';
import { releaseStates } from '../domain/release-states';
import type { ReleaseClient } from '../client/release-client';
import type { ReleaseRow } from '../client/release-row';
import { limitOption, outputOption } from './command-options';
import { withTemporal } from './with-temporal';
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

export function addListCommand(program: Command): void {
  program
    .command('list')
    .description(
      'List releases, newest first. Those that Temporal has forgotten come last, from the archive.',
    )
    .addOption(new Option('--state <state>', 'Only releases in this state.').choices(releaseStates))
    .option('--project <name>', 'Only releases of this project.')
    .addOption(limitOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease list --state waiting')
    .action((options: ListOptions) =>
      withTemporal(async ({ releaseClient, archive }) => {
        const releases: ListedRelease[] = [];
        const terminal = createTerminal(options.output === 'json');
        const { state, project } = options;
        requireProjectName(project);
        for await (const row of releaseClient.list({
          ...(state && { state }),
          ...(project && { project }),
        })) {
          releases.push({ ...row, archived: false });
          if (releases.length >= options.limit) break;
        }
        if (releases.length < options.limit) {
          const without = await knownToTemporal(releaseClient, project);
          try {
            for await (const row of archive.rows({ state, project, without })) {
              releases.push({ ...row, archived: true });
              if (releases.length >= options.limit) break;
            }
          } catch (error) {
            if (!(error instanceof StoreError)) throw error;
            terminal.say(`Without releases that Temporal has forgotten: ${error.message}`);
          }
        }
        terminal.data({ releases }, ({ releases }) =>
          releases.length === 0 ? 'No releases.' : releases.map(line).join('\n'),
        );
      }),
    );
}

/** In whatever state: one that is not in the list for its state is not to be listed as it once was. */
async function knownToTemporal(
  releases: ReleaseClient,
  project: string | undefined,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for await (const { id } of releases.list({ ...(project && { project }) })) ids.add(id);
  return ids;
}

const waits = { terms: 'a term review', decision: 'a decision' } as const;

function line({ id, state, stage, waitingFor, heldFor, startedAt, archived }: ListedRelease): string {
  const what = waitingFor === null ? heldFor && holdWords[heldFor] : waits[waitingFor];
  const note = archived ? 'archived' : what === null ? '' : `waits for ${what}`;
  return [id.padEnd(32), state.padEnd(10), (stage ?? '').padEnd(11), startedAt, note].join('  ').trimEnd();
}
