/** Schedules for a person at a terminal. */
import type { NightlyRun } from '../client/nightly-run';
import type { ComingRun, ScheduleDetails, ScheduleRow } from '../client/schedule-view';
import type { ScheduleChange } from '../client/apply-schedules';
import { durationText } from '../domain/duration';
import { Table } from './table';
import { timeText } from './time-text';

export function changeText({ id, outcome, changed }: ScheduleChange): string {
  const advice = outcome === 'orphaned' ? '  not in the file; --prune deletes it' : '';
  const keys = changed.length === 0 ? '' : `  ${changed.join(', ')}`;
  return `${outcome.padEnd(9)}  ${id}${keys}${advice}`;
}

export const scheduleTable = new Table<ScheduleRow>([
  { name: 'id', text: ({ id }) => id },
  { name: 'when', text: ({ description }) => description, flexible: true },
  { name: 'next', text: ({ paused, nextRuns: [next] }) => (paused ? 'paused' : (next?.local ?? 'never')) },
  { name: 'last', text: ({ lastRun }) => (lastRun === null ? '' : timeText(lastRun.scheduledAt)) },
  { name: 'result', text: ({ lastRun }) => lastRun?.state ?? '' },
  { name: 'release', text: ({ lastRun }) => lastRun?.releaseId ?? '' },
  {
    name: 'note',
    text: ({ lastRun, paused, notes: [note] }) => (paused ? (note ?? '') : (lastRun?.problem ?? '')),
    flexible: true,
  },
]);

function rowText(row: ScheduleRow): string {
  const lines = [`${row.id}  ${row.description}${row.paused ? '  PAUSED' : ''}`];
  if (row.paused) lines.push(...row.notes.slice(0, 1).map((note) => `  note  ${note}`));
  else if (row.nextRuns.length === 0) lines.push('  next  never');
  lines.push(...row.nextRuns.map((run, index) => `  ${index === 0 ? 'next' : '    '}  ${runTimeText(run)}`));
  lines.push(`  last  ${row.lastRun === null ? 'no run yet' : runText(row.lastRun)}`);
  return lines.join('\n');
}

export function detailsText(details: ScheduleDetails): string {
  const { declared, runs } = details;
  const lines = [rowText(details), ''];
  if (declared !== null) {
    lines.push(
      `  release     ${declared.release}`,
      `  overlap     ${declared.overlap}`,
      `  catch-up    within ${durationText(declared.catchUp)}`,
    );
    if (declared.jitter !== undefined) lines.push(`  jitter      up to ${durationText(declared.jitter)}`);
    for (const { from, to, reason } of declared.freeze) {
      lines.push(`  freeze      ${from} to ${to}: ${reason}`);
    }
  }
  lines.push(
    `  task queue  ${details.taskQueue}`,
    `  runs        ${runs.taken} started, ${runs.skippedByOverlap} skipped by overlap, ${runs.missed} missed`,
  );
  if (details.recentRuns.length > 0)
    lines.push('', '  recent runs', ...details.recentRuns.map(indented(runText)));
  if (details.notes.length > 0) lines.push('', '  notes', ...details.notes.map(indented((note) => note)));
  return lines.join('\n');
}

const indented =
  <Item>(text: (item: Item) => string) =>
  (item: Item): string =>
    `    ${text(item)}`;

/** In the schedule's time zone, and in UTC. */
export const runTimeText = ({ at, local }: ComingRun): string => `${local}  (${at})`;

function runText({ scheduledAt, state, releaseId, problem }: NightlyRun): string {
  return [state.padEnd(9), timeText(scheduledAt), releaseId, problem]
    .filter((cell) => cell !== null)
    .join('  ');
}
