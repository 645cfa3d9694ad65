import { Option, type Command } from 'commander';
import { holdWords } from '../domain/holds';
import { releaseStates } from '../domain/release-states';
import type { ReleaseRow } from '../client/release-row';
import { limitOption, outputOption } from './command-options';
import { withTemporal } from './with-temporal';
import { createTerminal } from './terminal';

interface ListOptions {
  state?: string;
  project?: string;
  limit: number;
  output: string;
}

export function addListCommand(program: Command): void {
  program
    .command('list')
    .description('List releases, newest first.')
    .addOption(new Option('--state <state>', 'Only releases in this state.').choices(releaseStates))
    .option('--project <name>', 'Only releases of this project.')
    .addOption(limitOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease list --state waiting')
    .action((options: ListOptions) =>
      withTemporal(async ({ releaseClient }) => {
        const releases: ReleaseRow[] = [];
        const { state, project } = options;
        for await (const row of releaseClient.list({
          ...(state && { state }),
          ...(project && { project }),
        })) {
          releases.push(row);
          if (releases.length >= options.limit) break;
        }
        createTerminal(options.output === 'json').data({ releases }, () =>
          releases.length === 0 ? 'No releases.' : releases.map(line).join('\n'),
        );
      }),
    );
}

const waits = { terms: 'a term review', decision: 'a decision' } as const;

function line({ id, state, stage, waitingFor, heldFor, startedAt }: ReleaseRow): string {
  const what = waitingFor === null ? heldFor && holdWords[heldFor] : waits[waitingFor];
  const waiting = what === null ? '' : `waits for ${what}`;
  return [id.padEnd(32), state.padEnd(10), (stage ?? '').padEnd(11), startedAt, waiting].join('  ').trimEnd();
}
