import { Option, type Command } from 'commander';
import { holdWords } from '../domain/holds';
import { releaseStates, type ReleaseState } from '../domain/release-states';
import type { ListedRelease } from '../client/list-releases';
import { limitOption, moreText, outputOption, requireProjectName } from './command-options';
import { Table, type TableOptions } from './table';
import { createTerminal } from './terminal';
import { timeText } from './time-text';
import { withBackend } from './with-backend';

interface ListOptions extends TableOptions {
  state?: ReleaseState;
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
      withBackend(async ({ ask }) => {
        const terminal = createTerminal(options.output === 'json');
        const { state, project, limit } = options;
        requireProjectName(project);
        const filter = { ...(state && { state }), ...(project && { project }) };
        const { releases, more, withoutArchive } = await ask('list', { ...filter, limit });
        if (withoutArchive !== null) terminal.say(withoutArchive);
        terminal.data({ releases: table.sorted(releases, options) }, ({ releases }) =>
          releases.length === 0 ? 'No releases.' : table.text(releases, options),
        );
        if (more !== null) terminal.say(moreText(limit, more));
      }),
    );
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

function noteOf({ waitingFor, heldFor, heldBehind, archived }: ListedRelease): string {
  if (archived) return 'archived';
  const what = waitingFor === null ? heldFor && holdWords[heldFor] : waits[waitingFor];
  const behind = heldBehind === null ? '' : `, behind ${heldBehind}`;
  return what === null ? '' : `waits for ${what}${behind}`;
}
