/** The actions of people on existing schedules, through Temporal. */
import { type Client, type ScheduleDescription, isGrpcServiceError } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { status as grpcStatus } from '@grpc/grpc-js';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  nightlyScheduleId,
  parseReleaseId,
  releaseId,
  type ReleaseName,
} from '../../domain/release/identity';
import {
  withAction,
  type ScheduleAction,
  actionLine,
  noteLines,
  withActionWhilePaused,
} from '../../domain/schedules/schedule-note';
import { protoTimeMs, protoTimeOf } from '../../temporal/payloads/proto-time';
import { sealedText, openedText } from '../../temporal/payloads/sealed-text';
import { nearestWord } from '../../domain/text/suggest-word';
import type { ScheduleMonth, ScheduleRow } from '../../protocol/console-api';
import { BadRequest, NotThere, Refused } from '../errors';
import { findSchedule, isOwn, listOwnSchedules } from './schedule-options';
import { aroundMonth, pastRuns, scheduleMonth } from './schedule-calendar';
import {
  comingRun,
  scheduleDetails,
  scheduleRow,
  type ComingRun,
  type ScheduleDetails,
} from './schedule-view';

const { SCHEDULE_OVERLAP_POLICY_BUFFER_ALL, SCHEDULE_OVERLAP_POLICY_BUFFER_ONE } =
  temporal.api.enums.v1.ScheduleOverlapPolicy;

const MOST_BACKFILLED = 100;
const START_PATIENCE_MS = 5000;
const START_POLL_MS = 50;

interface Attribution {
  by: string;
  reason?: string | undefined;
}

interface Paused {
  id: string;
  paused: boolean;
  changed: boolean;
}

type Patch = NonNullable<Parameters<Client['workflowService']['patchSchedule']>[0]['patch']>;

export class ScheduleClient {
  constructor(private readonly client: Client) {}

  list(): Promise<ScheduleRow[]> {
    return this.#each((name, found) => scheduleRow(this.client, name, found));
  }

  months(month: string): Promise<ScheduleMonth[]> {
    return this.#each((name, found) => this.#month(name, found, month));
  }

  async show(id: string): Promise<ScheduleDetails> {
    const { name, found } = await this.#find(id);
    return scheduleDetails(this.client, name, found);
  }

  pause(id: string, attribution: Attribution): Promise<Paused> {
    return this.#setPaused(id, attribution, true);
  }

  resume(id: string, attribution: Attribution): Promise<Paused> {
    return this.#setPaused(id, attribution, false);
  }

  /** Pausing a paused schedule changes nothing, so that its first reason stays. */
  async #setPaused(id: string, attribution: Attribution, paused: boolean): Promise<Paused> {
    const { name, found } = await this.#find(id);
    const changed = found.state.paused !== paused;
    if (changed) {
      const action = scheduleAction(attribution, paused ? 'paused it' : 'resumed it');
      const note = await sealedText(this.client, withAction(found.state.note, action));
      const handle = this.#handle(name);
      await (paused ? handle.pause(note) : handle.unpause(note));
    }
    return { id: releaseId(name), paused, changed };
  }

  /**
   * Runs it now, even if it is paused or frozen, but never at the same time as another run: `buffered` starts when that
   * has ended.
   */
  async trigger(id: string, attribution: Attribution) {
    const { name, found } = await this.#find(id);
    await noteSchedule(this.client, name, scheduleAction(attribution, 'triggered it'));
    await this.#patch(name, {
      triggerImmediately: { overlapPolicy: SCHEDULE_OVERLAP_POLICY_BUFFER_ONE },
    });
    const run = await this.#runAfter(name, found.info.numActionsTaken);
    return { id: releaseId(name), outcome: run === null ? ('buffered' as const) : ('started' as const), run };
  }

  /** Makes up the runs between two times, one after the other. */
  async backfill(
    id: string,
    { from, to, ...attribution }: Attribution & { from: Date; to: Date },
  ): Promise<{ id: string; runs: ComingRun[] }> {
    if (from > to) throw new BadRequest('--from is later than --to. Nothing was run.');
    if (to > new Date())
      throw new BadRequest('--to is in the future. A backfill only runs past times. Nothing was run.');
    const { name, found } = await this.#find(id);
    const times = await this.#timesBetween(name, from, to);
    if (times.length > MOST_BACKFILLED) {
      throw new BadRequest(
        `Schedule ${releaseId(name)} has more than ${MOST_BACKFILLED} runs between these times. Nothing was run. ` +
          'Use a shorter time range.',
      );
    }
    if (times.length > 0) {
      const what = `backfilled it from ${from.toISOString()} to ${to.toISOString()}`;
      await noteSchedule(this.client, name, scheduleAction(attribution, what));
      await this.#patch(name, {
        backfillRequest: [{ ...range(from, to), overlapPolicy: SCHEDULE_OVERLAP_POLICY_BUFFER_ALL }],
      });
    }
    return {
      id: releaseId(name),
      runs: times.map((at) => comingRun(at, found.spec.timezone ?? 'UTC')),
    };
  }

  /** Runs and releases that have started continue. */
  async delete(id: string): Promise<{ id: string; deleted: true }> {
    const { name } = await this.#find(id);
    await this.#handle(name).delete();
    return { id: releaseId(name), deleted: true };
  }

  async #each<Shown extends { id: string }>(
    show: (name: ReleaseName, found: ScheduleDescription) => Promise<Shown>,
  ): Promise<Shown[]> {
    const rows: Promise<Shown | null>[] = [];
    for await (const name of listOwnSchedules(this.client))
      rows.push(findSchedule(this.client, name).then((found) => found && show(name, found)));
    const present = (await Promise.all(rows)).filter((row) => row !== null);
    return present.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async #month(name: ReleaseName, found: ScheduleDescription, month: string): Promise<ScheduleMonth> {
    const { from, to } = aroundMonth(month);
    const now = new Date();
    const [past, coming] = await Promise.all([
      pastRuns(this.client, name, { from, to }),
      found.state.paused || to < now ? [] : this.#timesBetween(name, now > from ? now : from, to),
    ]);
    return scheduleMonth(month, { name, found, past, coming });
  }

  async #find(id: string): Promise<{ name: ReleaseName; found: ScheduleDescription }> {
    const name = parseReleaseId(id);
    if (name === null) {
      throw new BadRequest(`"${id}" is not a schedule id. Expected <project>/<id>, or <id>.`);
    }
    const found = await findSchedule(this.client, name);
    if (found === null || !isOwn(found)) {
      const known: string[] = [];
      for await (const other of listOwnSchedules(this.client)) known.push(releaseId(other));
      const nearest = nearestWord(releaseId(name), known);
      const meant = nearest === null ? '' : ` Did you mean ${nearest}?`;
      throw new NotThere(
        `There is no schedule ${releaseId(name)}.${meant} "locrelease schedule list" shows all schedules.`,
      );
    }
    return { name, found };
  }

  #handle(name: ReleaseName) {
    return this.client.schedule.getHandle(nightlyScheduleId(name));
  }

  async #patch(name: ReleaseName, patch: Patch): Promise<void> {
    const { namespace, identity } = this.client.options;
    await this.client.workflowService.patchSchedule({
      namespace,
      identity,
      requestId: randomUUID(),
      scheduleId: nightlyScheduleId(name),
      patch,
    });
  }

  /** Uses Temporal's copy of the schedule, which leaves out frozen days. */
  async #timesBetween(name: ReleaseName, from: Date, to: Date): Promise<Date[]> {
    const { startTime } = await this.client.workflowService.listScheduleMatchingTimes({
      namespace: this.client.options.namespace,
      scheduleId: nightlyScheduleId(name),
      // Temporal lists times after the start, but backfills from the start on.
      ...range(new Date(from.getTime() - 1), to),
    });
    return startTime.map((time) => new Date(protoTimeMs(time)));
  }

  /** The run that a trigger started. null: it is buffered behind another. */
  async #runAfter(name: ReleaseName, takenBefore: number) {
    const deadlineMs = Date.now() + START_PATIENCE_MS;
    for (;;) {
      const { info } = await this.#handle(name).describe();
      const latest = info.recentActions.at(-1)?.action.workflow;
      if (info.numActionsTaken > takenBefore && latest !== undefined) {
        return { workflowId: latest.workflowId, runId: latest.firstExecutionRunId };
      }
      if (Date.now() > deadlineMs) return null;
      await delay(START_POLL_MS);
    }
  }
}

function range(from: Date, to: Date) {
  return { startTime: protoTimeOf(from.getTime()), endTime: protoTimeOf(to.getTime()) };
}

function scheduleAction({ by, reason }: Attribution, what: string): ScheduleAction {
  return { at: new Date(), by, what, why: reason };
}

const ATTEMPTS = 5;

/**
 * Adds a line to the note of a schedule, and changes nothing else. Temporal changes a note with a pause, with a resume,
 * or with the whole schedule. Only the last leaves the pause alone, and its conflict token keeps it from overwriting a
 * change that somebody else made meanwhile.
 */
export async function noteSchedule(client: Client, name: ReleaseName, action: ScheduleAction): Promise<void> {
  const { namespace, identity } = client.options;
  const scheduleId = nightlyScheduleId(name);
  for (let attempt = 1; ; attempt += 1) {
    const { schedule, conflictToken } = await client.workflowService.describeSchedule({
      namespace,
      scheduleId,
    });
    const note = await openedText(client, schedule?.state?.notes ?? '');
    if (noteLines(note).includes(actionLine(action))) return;
    if (attempt > ATTEMPTS) {
      throw new Refused(`Others are changing schedule ${releaseId(name)}. Nothing was run. Try again.`);
    }
    const noted =
      schedule?.state?.paused === true ? withActionWhilePaused(note, action) : withAction(note, action);
    try {
      await client.workflowService.updateSchedule({
        namespace,
        identity,
        requestId: randomUUID(),
        scheduleId,
        schedule: { ...schedule, state: { ...schedule?.state, notes: await sealedText(client, noted) } },
        conflictToken,
      });
    } catch (error) {
      // Some servers report an old token, some do not: the next read shows it.
      if (!isGrpcServiceError(error) || error.code !== grpcStatus.FAILED_PRECONDITION) throw error;
    }
  }
}
