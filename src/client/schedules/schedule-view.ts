import {
  type Client,
  type ScheduleDescription,
  WorkflowFailedError,
  WorkflowNotFoundError,
  type ScheduleExecutionResult,
} from '@temporalio/client';
import { releaseId, type ReleaseName, parseReleaseWorkflowId } from '../../domain/release/identity';
import { noteLines } from '../../domain/schedules/schedule-note';
import { type ScheduleSpec, dayNames } from '../../domain/schedules/schedule-file';
import { localTime } from '../../domain/schedules/wall-clock';
import type { ScheduleRow } from '../../protocol/console-api';
import { readDeclaration } from './schedule-options';
import { rootCause } from '@temporalio/common';
import { describedRun, isOpen, statusIn } from '../../temporal/runs';
import type { nightlyLocalization } from '../../workflows';

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
  ...{ mon: 'Monday', tue: 'Tuesday', wed: 'Wednesday', thu: 'Thursday' },
  ...{ fri: 'Friday', sat: 'Saturday', sun: 'Sunday' },
};

function cronText(line: string): string {
  const [, every] = /^\*\/(\d+) \* \* \* \*$/.exec(line) ?? [];
  if (every !== undefined) return `every ${every} minutes`;
  const [, minute = '', hour = ''] = /^(\d+) (\d+|\*) \* \* \*$/.exec(line) ?? [];
  if (hour === '*') return `every hour at minute ${minute}`;
  return hour === '' ? `cron ${line}` : `${hour.padStart(2, '0')}:${minute.padStart(2, '0')} every day`;
}

/**
 * `state`: that of its release; or `unchanged`: the source was as released before; `skipped`: another release was still
 * running; `forgotten`: Temporal no longer has the run.
 */
export type NightlyRun = NonNullable<ScheduleRow['lastRun']>;

export type NightOutcome = Pick<NightlyRun, 'state' | 'changed' | 'releaseId' | 'problem'>;

async function readNightlyRun(
  client: Client,
  { scheduledAt, takenAt, action: { workflow } }: ScheduleExecutionResult,
): Promise<NightlyRun> {
  const { workflowId, firstExecutionRunId: runId } = workflow;
  return {
    scheduledAt: scheduledAt.toISOString(),
    startedAt: takenAt.toISOString(),
    workflowId,
    runId,
    ...(await outcomeOf(client, { workflowId, runId })),
  };
}

const unknown = { changed: null, releaseId: null, problem: null };

/** `status` is Temporal's name of it, if the caller already knows it. */
export async function outcomeOf(
  client: Client,
  { workflowId, runId, status }: { workflowId: string; runId: string; status?: string },
): Promise<NightOutcome> {
  const handle = client.workflow.getHandle<typeof nightlyLocalization>(workflowId, runId);
  try {
    const now = status ?? (await handle.describe()).status.name;
    if (isOpen(now)) return await releaseUnderWay(client, { workflowId, runId });
    if (now === 'CANCELLED' || now === 'TERMINATED') return { ...unknown, state: 'cancelled' };
    const result = await handle.result();
    if (!result.changed) return { ...unknown, changed: false, state: 'unchanged' };
    const state = 'skipped' in result ? 'skipped' : result.state;
    return { ...unknown, changed: true, releaseId: result.releaseId, state };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return { ...unknown, state: 'forgotten' };
    if (error instanceof WorkflowFailedError) {
      return { ...unknown, state: 'failed', problem: rootCause(error.cause) ?? error.message };
    }
    throw error;
  }
}

/** A night lasts as long as its release, which may wait for a person. */
async function releaseUnderWay(
  client: Client,
  night: { workflowId: string; runId: string },
): Promise<NightOutcome> {
  const { raw } = await client.workflow.getHandle(night.workflowId, night.runId).describe();
  const releases = raw.pendingChildren?.map((child) => child.workflowId ?? '') ?? [];
  for (const workflowId of releases) {
    const name = parseReleaseWorkflowId(workflowId);
    const run = name && (await describedRun(client, workflowId));
    const status = run && statusIn(run);
    if (status) return { ...unknown, changed: true, releaseId: status.id, state: status.state };
  }
  return { ...unknown, state: 'running' };
}
