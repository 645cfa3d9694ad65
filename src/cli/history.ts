import type { Command } from 'commander';
import { releaseHistory, type HistoryRow } from '../client/release-history';
import { limitOption, moreText, outputOption, requireProjectName } from './command-options';
import { createTerminal } from './terminal';
import { withTemporal } from './with-temporal';

interface HistoryOptions {
  project?: string;
  limit: number;
  output: string;
}

export function defineHistoryCommand(command: Command): void {
  command
    .option('--project <name>', 'Only releases of this project.')
    .addOption(limitOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease history --project default')
    .action(({ project, limit, output }: HistoryOptions) =>
      withTemporal(async (access) => {
        requireProjectName(project);
        const { rows, more } = await releaseHistory(access, { project, limit });
        const terminal = createTerminal(output === 'json');
        terminal.data({ history: rows }, ({ history }) =>
          history.length === 0 ? 'No release has ended yet.' : history.map(line).join('\n'),
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

function line({ id, kind, state, endedAt, languages, by, record }: HistoryRow): string {
  const what = kind === 'rollback' ? `rollback ${state}` : state;
  const who = by === null ? '' : `${kind === 'rollback' ? 'by' : 'approved by'} ${by}`;
  const note = state === 'replaced' ? 'a start with a corrected file took its place' : notes[record];
  return [endedAt, id.padEnd(32), what.padEnd(10), languages.join(', '), who, note]
    .filter((cell) => cell !== '')
    .join('  ')
    .trimEnd();
}
