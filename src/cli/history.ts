import type { Command } from 'commander';
import type { HistoryRow } from '../client/release-history';
import { limitOption, moreText, outputOption, requireProjectName } from './command-options';
import { Table, type TableOptions } from './table';
import { createTerminal } from './terminal';
import { timeText } from './time-text';
import { withBackend } from './with-backend';

interface HistoryOptions extends TableOptions {
  project?: string;
  limit: number;
  output: string;
}

export function defineHistoryCommand(command: Command): void {
  command
    .option('--project <name>', 'Only releases of this project.')
    .addOption(limitOption())
    .addOption(table.columnsOption())
    .addOption(table.sortOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease history --project default')
    .action(({ project, limit, output, ...shown }: HistoryOptions) =>
      withBackend(async ({ ask }) => {
        requireProjectName(project);
        const { rows, more } = await ask('history', { ...(project !== undefined && { project }), limit });
        const terminal = createTerminal(output === 'json');
        terminal.data({ history: table.sorted(rows, shown) }, ({ history }) =>
          history.length === 0 ? 'No release has ended yet.' : table.text(history, shown),
        );
        if (more > 0) terminal.say(moreText(limit, more));
      }),
    );
}

const notes: Readonly<Record<HistoryRow['record'], string>> = {
  kept: '',
  damaged: 'its record was changed: see "locrelease report --verify"',
  none: 'no record was kept; Temporal still has it',
};

const table = new Table<HistoryRow>([
  { name: 'ended', text: ({ endedAt }) => timeText(endedAt) },
  { name: 'id', text: ({ id }) => id },
  { name: 'state', text: ({ kind, state }) => (kind === 'rollback' ? `rollback ${state}` : state) },
  { name: 'languages', text: ({ languages }) => languages.join(', '), flexible: true },
  { name: 'by', text: ({ by }) => by ?? '' },
  {
    name: 'note',
    text: ({ record }) => notes[record],
    flexible: true,
  },
]);
