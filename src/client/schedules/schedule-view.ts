import { type Client, type ScheduleDescription } from '@temporalio/client';
import { releaseId, type ReleaseName } from '../../domain/release/identity';
import { noteLines } from '../../domain/schedules/schedule-note';
import { type ScheduleSpec, dayNames } from '../../domain/schedules/schedule-file';
import { localTime } from '../../domain/schedules/wall-clock';
import type { ScheduleRow } from '../../protocol/console-api';
import { readDeclaration } from './schedule-options';
import type { NightlyRun } from './nightly-run';
import { readNightlyRun } from './nightly-run';

export type ComingRun = ScheduleRow['nextRuns'][number];

export interface ScheduleDetails extends ScheduleRow {
  /** The content of its file when it was last applied. */
  declared: ScheduleSpec | null;
  /** The input of every run: the template of the releases, and their names. */
  night: unknown;
  taskQueue: string;
  /** Newest first, ten at most. */
  recentRuns: NightlyRun[];
  runs: { taken: number; skippedByOverlap: number; missed: number };
  createdAt: string;
  updatedAt: string | null;
}

const SHOWN_IN_ROW = 3;

export async function scheduleRow(
  client: Client,
  name: ReleaseName,
  found: ScheduleDescription,
): Promise<ScheduleRow> {
  const last = found.info.recentActions.at(-1);
  return {
    ...plainRow(name, found),
    nextRuns: nextRuns(found).slice(0, SHOWN_IN_ROW),
    lastRun: last === undefined ? null : await readNightlyRun(client, last),
  };
}

export async function scheduleDetails(
  client: Client,
  name: ReleaseName,
  found: ScheduleDescription,
): Promise<ScheduleDetails> {
  const { info, action } = found;
  const runs = await Promise.all(info.recentActions.map((run) => readNightlyRun(client, run)));
  return {
    ...plainRow(name, found),
    nextRuns: nextRuns(found),
    lastRun: runs.at(-1) ?? null,
    night: action.args?.[0] ?? null,
    taskQueue: action.taskQueue,
    recentRuns: runs.toReversed(),
    runs: {
      taken: info.numActionsTaken,
      skippedByOverlap: info.numActionsSkippedOverlap,
      missed: info.numActionsMissedCatchupWindow,
    },
    createdAt: info.createdAt.toISOString(),
    updatedAt: info.lastUpdatedAt?.toISOString() ?? null,
  };
}

function plainRow(name: ReleaseName, { action, spec, state }: ScheduleDescription) {
  const declared = readDeclaration(action.memo)?.declared ?? null;
  const timeZone = spec.timezone ?? 'UTC';
  return {
    id: releaseId(name),
    ...name,
    // For example `02:30 every day, Europe/Berlin`.
    description: declared === null ? timeZone : `${timesText(declared)}, ${timeZone}`,
    timeZone,
    paused: state.paused,
    declared,
    notes: noteLines(state.note),
  };
}

function nextRuns({ info, spec, state }: ScheduleDescription): ComingRun[] {
  if (state.paused) return [];
  return info.nextActionTimes.map((at) => comingRun(at, spec.timezone ?? 'UTC'));
}

export function comingRun(at: Date, timeZone: string): ComingRun {
  return { at: at.toISOString(), local: localTime(at, timeZone) };
}

function timesText({ cron, calendar }: ScheduleSpec): string {
  if (calendar === undefined) return (cron ?? []).map(cronText).join(' and ');
  const { at, days } = calendar;
  if (days.length === dayNames.length) return `${at} every day`;
  const isWorkdays = days.length === 5 && !days.includes('sat') && !days.includes('sun');
  return `${at} ${isWorkdays ? 'Monday to Friday' : `on ${days.map((day) => dayWords[day]).join(', ')}`}`;
}

const dayWords: Readonly<Record<(typeof dayNames)[number], string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

function cronText(line: string): string {
  const [, every] = /^\*\/(\d+) \* \* \* \*$/.exec(line) ?? [];
  if (every !== undefined) return `every ${every} minutes`;
  const [, minute = '', hour = ''] = /^(\d+) (\d+|\*) \* \* \*$/.exec(line) ?? [];
  if (hour === '*') return `every hour at minute ${minute}`;
  return hour === '' ? `cron ${line}` : `${hour.padStart(2, '0')}:${minute.padStart(2, '0')} every day`;
}
