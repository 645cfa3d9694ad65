import { InvalidArgumentError, type Command } from 'commander';
import { zonedTime } from '../../domain/fields';
import { readScheduleFile } from '../../source/read-schedule-file';
import type { ComingRun, ScheduleDetails } from '../../client/schedules/schedule-view';
import type { NightlyRun } from '../../client/schedules/nightly-run';
import type { ScheduleRow } from '../../protocol/console-api';
import type { ScheduleChange } from '../../client/schedules/apply-schedules';
import { durationText } from '../../domain/text/duration';
import { add } from '../command';
import { asOption, flag, noteOption, parsed, required, type Given } from '../command-options';
import { Table } from '../terminal/table';
import { joinedText, timeText } from '../terminal/terminal-form';

const noted = { reason: noteOption('Reason for the change.'), as: asOption };

export function schedule(parent: Command): void {
  add(parent, 'apply <file>', {
    description: 'Create the schedules of a file, or update them to match it.',
    options: {
      ...noted,
      dryRun: flag('Only show what would be done.'),
      prune: flag('Delete schedules of the same projects that are no longer in the file.'),
    },
    kept: 'Nothing was applied.',
    examples: ['schedule apply schedules.yaml --dry-run'],
    // Workers read the file's sources at the paths that this command resolves, so it does not work over a gateway.
    runHere: async ({ backend, ask, terminal }, { prune = false, dryRun = false, reason }, file: string) => {
      const declared = await readScheduleFile(file, backend.rules());
      const schedules = await ask('applySchedules', { declared, prune, dryRun, reason });
      terminal.data({ dryRun, schedules }, (shown) =>
        [...shown.schedules.map(changeText), ...(dryRun ? ['Dry run: nothing was changed.'] : [])].join('\n'),
      );
    },
  });
  add(parent, 'list', {
    description: 'List the schedules, their next runs and the result of the last run.',
    options: scheduleTable.options,
    examples: ['schedule list'],
    run: async ({ ask, terminal }, options) =>
      scheduleTable.write(terminal, 'schedules', await ask('schedules', {}), options, {
        none: 'No schedules.',
      }),
  });
  add(parent, 'show <schedule>', {
    description: 'Show everything about a schedule.',
    examples: ['schedule show strings'],
    run: async ({ ask, terminal }, _options, id: string) =>
      terminal.data(await ask('schedule', { id }), detailsText),
  });
  add(parent, 'pause <schedule>', {
    description: 'Pause a schedule. Runs in progress continue.',
    options: noted,
    examples: ['schedule pause strings --reason "release week"'],
    run: async ({ ask, terminal }, { reason }, id: string) =>
      terminal.data(await ask('pauseSchedule', { id, reason }), (paused) =>
        paused.changed ? `${paused.id} is paused.` : `${paused.id} is paused already. Nothing was changed.`,
      ),
  });
  add(parent, 'resume <schedule>', {
    description: 'Resume a schedule. Runs that were due during the pause are skipped.',
    options: noted,
    examples: ['schedule resume strings'],
    run: async ({ ask, terminal }, { reason }, id: string) =>
      terminal.data(await ask('resumeSchedule', { id, reason }), (resumed) =>
        resumed.changed ? `${resumed.id} is resumed.` : `${resumed.id} is not paused. Nothing was changed.`,
      ),
  });
  add(parent, 'trigger <schedule>', {
    description: 'Run a schedule now, even if it is paused or frozen.',
    options: noted,
    examples: ['schedule trigger strings --reason "hotfix"'],
    run: async ({ ask, terminal }, { reason }, id: string) => {
      const words = { started: 'runs now.', buffered: 'runs when its current run has ended.' };
      const result = await ask('triggerSchedule', { id, reason });
      terminal.data(result, (triggered) => `${triggered.id} ${words[triggered.outcome]}`);
    },
  });
  add(parent, 'backfill <schedule>', {
    description: 'Run what a schedule would have run between two times, one run after the other.',
    options: {
      ...noted,
      from: time('Start of the time range, for example 2026-12-01T00:00+01:00.'),
      to: time('End of the time range, not in the future.'),
    },
    examples: ['schedule backfill strings --from 2026-12-01T00:00Z --to 2026-12-02T00:00Z'],
    run: async ({ ask, terminal }, range, schedule: string) =>
      terminal.data(await ask('backfillSchedule', { id: schedule, ...range }), ({ id, runs }) =>
        runs.length === 0 ? `${id} has no runs between these times.` : runs.map(runTimeText).join('\n'),
      ),
  });
  add(parent, 'delete <schedule>', {
    description: 'Delete a schedule. Runs and releases in progress continue.',
    options: noted,
    examples: ['schedule delete strings'],
    run: async ({ ask, terminal }, { reason }, id: string) =>
      terminal.data(await ask('deleteSchedule', { id, reason }), (deleted) => `${deleted.id} is deleted.`),
  });
}

function time(description: string): Given<string, true> {
  const read = (text: string): string => {
    if (zonedTime.safeParse(text).success) return new Date(text).toISOString();
    throw new InvalidArgumentError('Expected a time with its zone, such as 2026-12-01T09:00+08:00.');
  };
  return required(parsed('<time>', description, read));
}

export function changeText({ id, outcome, changed }: ScheduleChange): string {
  const advice = outcome === 'orphaned' ? '  not in the file; --prune deletes it' : '';
  const keys = changed.length === 0 ? '' : `  ${changed.join(', ')}`;
  return `${outcome.padEnd(9)}  ${id}${keys}${advice}`;
}

export const scheduleTable = new Table<ScheduleRow>([
  'id',
  { name: 'when', value: ({ description }) => description, flexible: true },
  { name: 'next', value: ({ paused, nextRuns: [next] }) => (paused ? 'paused' : (next?.local ?? 'never')) },
  { name: 'last', value: ({ lastRun }) => (lastRun === null ? '' : timeText(lastRun.scheduledAt)) },
  { name: 'result', value: ({ lastRun }) => lastRun?.state },
  { name: 'release', value: ({ lastRun }) => lastRun?.releaseId },

  {
    name: 'note',
    value: ({ lastRun, paused, notes: [note] }) => (paused ? note : lastRun?.problem),
    flexible: true,
  },
]);

function rowText({ id, description, paused, notes: [note], nextRuns, lastRun }: ScheduleRow): string {
  return joinedText(
    '\n',
    `${id}  ${description}${paused ? '  PAUSED' : ''}`,
    paused && note !== undefined && `  note  ${note}`,
    !paused && nextRuns.length === 0 && '  next  never',
    ...nextRuns.map((run, index) => `  ${index === 0 ? 'next' : '    '}  ${runTimeText(run)}`),
    `  last  ${lastRun === null ? 'no run yet' : runText(lastRun)}`,
  );
}

export function detailsText(details: ScheduleDetails): string {
  const { declared, runs, recentRuns, notes, taskQueue } = details;
  const { release, overlap, catchUp = 0, jitter, freeze = [] } = declared ?? {};
  return joinedText(
    '\n',
    `${rowText(details)}\n`,
    release && `  release     ${release}`,
    overlap && `  overlap     ${overlap}`,
    release && `  catch-up    within ${durationText(catchUp)}`,
    jitter !== undefined && `  jitter      up to ${durationText(jitter)}`,
    ...freeze.map(({ from, to, reason }) => `  freeze      ${from} to ${to}: ${reason}`),
    `  task queue  ${taskQueue}`,
    `  runs        ${runs.taken} started, ${runs.skippedByOverlap} skipped by overlap, ${runs.missed} missed`,
    ...headed('recent runs', recentRuns.map(runText)),
    ...headed('notes', notes),
  );
}

const headed = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`\n  ${heading}`, ...lines.map((line) => `    ${line}`)];

const runTimeText = ({ at, local }: ComingRun): string => `${local}  (${at})`;

function runText({ scheduledAt, state, releaseId, problem }: NightlyRun): string {
  return joinedText('  ', state.padEnd(9), timeText(scheduledAt), releaseId, problem);
}
