/** Brings the schedules in Temporal in line with a schedule file. */
import { ScheduleAlreadyRunning, type Client, type ScheduleDescription } from '@temporalio/client';
import * as z from 'zod';
import { nightlyScheduleId, releaseId } from '../../domain/release/identity';
import { withAction, withActionWhilePaused } from '../../domain/schedules/schedule-note';
import { sentence } from '../../domain/text/sentence';
import type { DeclaredSchedule } from '../../source/read-schedule-file';
import { sealedText } from '../../temporal/payloads/sealed-text';
import { BadRequest, Refused } from '../errors';
import {
  readDeclaration,
  scheduleName,
  scheduleOptions,
  findSchedule,
  isOwn,
  listOwnSchedules,
  ownMark,
} from './schedule-options';

export interface ApplyOptions {
  taskQueue: string;
  by: string;
  reason?: string | undefined;
  prune?: boolean;
  dryRun?: boolean;
  now?: Date;
}

export const scheduleChange = z.object({
  id: z.string(),
  /** `orphaned`: created by locrelease for a project of this file, and not in the file. */
  outcome: z.enum(['created', 'updated', 'unchanged', 'orphaned', 'deleted']),
  changed: z.array(z.string()),
});
export type ScheduleChange = z.output<typeof scheduleChange>;

interface Step extends ScheduleChange {
  take(): Promise<void>;
}

/** Reads everything before the first change, so that a refusal changes nothing. */
export async function applySchedules(
  client: Client,
  declared: readonly DeclaredSchedule[],
  options: ApplyOptions,
): Promise<ScheduleChange[]> {
  const steps: Step[] = [];
  for (const schedule of declared) steps.push(await stepTo(client, schedule, options));
  steps.push(...(await stepsForOrphans(client, declared, options)));
  if (options.dryRun !== true) for (const step of steps) await step.take();
  return steps.map(({ id, outcome, changed }) => ({ id, outcome, changed }));
}

async function stepTo(client: Client, schedule: DeclaredSchedule, options: ApplyOptions): Promise<Step> {
  const { taskQueue, now = new Date() } = options;
  const name = scheduleName(schedule);
  const id = releaseId(name);
  const existing = await findSchedule(client, name);
  const wanted = scheduleOptions(schedule, { taskQueue, now });
  const action = { at: now, by: options.by, why: options.reason };

  if (existing === null) {
    const note = await sealedText(client, withAction(undefined, { ...action, what: 'created it' }));
    const create = async (): Promise<void> => {
      await client.schedule.create({
        ...wanted.options,
        scheduleId: nightlyScheduleId(name),
        memo: ownMark,
        state: { paused: schedule.spec.paused, note },
      });
    };
    return { id, outcome: 'created', changed: [], take: () => untilRefused(id, create) };
  }
  if (!isOwn(existing)) {
    throw new BadRequest(
      `Temporal has a schedule ${existing.scheduleId} that locrelease did not create. ` +
        'Nothing was changed. Use another id, or delete that schedule.',
    );
  }
  if (readDeclaration(existing.action.memo)?.digest === wanted.declaration.digest) {
    return { id, outcome: 'unchanged', changed: [], take: () => Promise.resolve() };
  }
  const changed = changedKeys(existing, schedule, taskQueue);
  const what = `updated it (${changed.join(', ')})`;
  const staysPaused = existing.state.paused && pausedAfter(existing, schedule);
  const add = staysPaused ? withActionWhilePaused : withAction;
  const note = await sealedText(client, add(existing.state.note, { ...action, what }));
  const update = (): Promise<void> =>
    client.schedule.getHandle(existing.scheduleId).update((current) => ({
      ...wanted.options,
      state: { paused: pausedAfter(current, schedule), note },
    }));
  return { id, outcome: 'updated', changed, take: () => untilRefused(id, update) };
}

/** A person's pause or resume stays until the file itself changes. */
function pausedAfter({ action, state }: ScheduleDescription, { spec }: DeclaredSchedule): boolean {
  const before = readDeclaration(action.memo)?.declared.paused;
  return before === undefined || before === spec.paused ? state.paused : spec.paused;
}

function changedKeys(
  { action }: ScheduleDescription,
  { spec, night }: DeclaredSchedule,
  taskQueue: string,
): string[] {
  const before: Record<string, unknown> = { ...readDeclaration(action.memo)?.declared };
  const after: Record<string, unknown> = { ...spec };
  const differ = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);
  const keys = new Set(
    [...Object.keys(before), ...Object.keys(after)].filter((key) => differ(before[key], after[key])),
  );
  if (differ(action.args?.[0], night)) keys.add('release');
  if (action.taskQueue !== taskQueue) keys.add('task queue');
  return keys.size === 0 ? ['clock changes'] : [...keys];
}

/** A file owns the projects of its schedules; other projects may have their own files. */
async function stepsForOrphans(
  client: Client,
  declared: readonly DeclaredSchedule[],
  { prune = false }: ApplyOptions,
): Promise<Step[]> {
  const names = declared.map(scheduleName);
  const projects = new Set(names.map(({ project }) => project));
  const ids = new Set(names.map(releaseId));
  const steps: Step[] = [];
  for await (const name of listOwnSchedules(client)) {
    if (!projects.has(name.project) || ids.has(releaseId(name))) continue;
    if ((await findSchedule(client, name)) === null) continue;
    const handle = client.schedule.getHandle(nightlyScheduleId(name));
    steps.push({
      id: releaseId(name),
      outcome: prune ? 'deleted' : 'orphaned',
      changed: [],
      take: () => (prune ? handle.delete() : Promise.resolve()),
    });
  }
  return steps;
}

async function untilRefused(id: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    // The client throws a TypeError for a schedule that the server finds invalid.
    if (error instanceof TypeError) {
      throw new BadRequest(
        `Temporal refuses schedule ${id}: ${sentence(error.message)} The schedules before it in the file are applied. Fix it, then apply again.`,
        { cause: error },
      );
    }
    if (error instanceof ScheduleAlreadyRunning) {
      throw new Refused(`Somebody else has just created schedule ${id}. Apply again to compare.`, {
        cause: error,
      });
    }
    throw error;
  }
}
