/** One nightly run: reads the source, and releases it if it has changed since it was last released well. */
import { defineSearchAttributeKey, WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  ActivityFailure,
  ContinueAsNew,
  isCancellation,
  log,
  setCurrentDetails,
  startChild,
  workflowInfo,
} from '@temporalio/workflow';
import { NIGHTLY } from '../../domain/review/four-eyes';
import {
  parseNightlyScheduleId,
  parseReleaseId,
  releaseId,
  releaseWorkflowId,
  type ReleaseName,
} from '../../domain/release/identity';
import { endedWell, type NightlyInput, type NightlyResult } from '../../domain/schedules/nightly-release';
import { noticeId } from '../../domain/notices/notice';
import type { Occurrence } from '../../domain/notices/notice-schema';
import { priorityOf } from '../../domain/priority';
import type { ReleaseInput } from '../../domain/release/release-input';
import { releaseStart, releaseWorkflowType } from '../../domain/release/release-start';
import type { ReleaseState } from '../../domain/release/release-states';
import type { NightlyPlan } from '../../activities/plan-nightly';
import { nextCheckInMs } from '../../domain/release/polling';
import { bulkReads, notices, reads } from '../activity-proxies';
import { checkedInput, onSignal } from '../checked-messages';
import { checkMessage } from '../../protocol/check-message';
import { releasedSignal } from '../../protocol/messages';
import type { localizationRelease } from '../release';
import { wait, type Waiting } from '../wait';

type Snapshot = Awaited<ReturnType<typeof bulkReads.snapshotSource>>;

/** `continued`: the release that an earlier run of this night has started and waits for. */
export async function nightlyLocalization(
  given: NightlyInput,
  continued?: StartedNight,
): Promise<NightlyResult> {
  const input = checkedInput('nightlyInput', given);
  let result: NightlyResult;
  try {
    result = await localizeTonight(input, continued ?? null);
  } catch (error) {
    if (!isCancellation(error) && !(error instanceof ContinueAsNew))
      await notifyFailure(input, { state: null, problem: reasonOf(error) });
    throw error;
  }
  const { state = 'done', releaseId: id = null } = 'state' in result ? result : {};
  if (!endedWell(state)) await notifyFailure(input, { state, problem: null }, id);
  return result;
}

/** A failed notice does not change the result of the night. */
async function notifyFailure(
  { template: { project } }: NightlyInput,
  how: Pick<Extract<Occurrence, { event: 'nightly.failed' }>, 'state' | 'problem'>,
  failedRelease: string | null = null,
): Promise<void> {
  const event = 'nightly.failed';
  const id = noticeId(workflowInfo().firstExecutionRunId, event, 1);
  const name = failedRelease === null ? null : (parseReleaseId(failedRelease)?.name ?? null);
  const at = new Date().toISOString();
  try {
    await notices.postNotice({ id, at, project, name, occurrence: { event, ...how, ...ownSchedule() } });
  } catch {
    log.warn('Cannot queue a notice.', { event });
  }
}

const scheduledById = defineSearchAttributeKey('TemporalScheduledById', 'KEYWORD');
/** A busy or stopped server may have missed it by a day. */
const scheduledStartTime = defineSearchAttributeKey('TemporalScheduledStartTime', 'DATETIME');

/** A night that a person started has no schedule. */
function ownSchedule(): { schedule?: string } {
  const schedule = parseNightlyScheduleId(workflowInfo().typedSearchAttributes.get(scheduledById) ?? '');
  return schedule === null ? {} : { schedule: releaseId(schedule) };
}

/** The message of a failed activity is in its cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof ActivityFailure ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}

async function localizeTonight(input: NightlyInput, continued: StartedNight | null): Promise<NightlyResult> {
  const ended = new Map<string, ReleaseState>();
  onSignal(releasedSignal, 'released', ({ release, state }) => ended.set(release, state));
  const night = continued ?? (await startTonight(input));
  if (!('waitsFor' in night)) return night;
  const { waitsFor, digest, releasedDigest } = night;
  setCurrentDetails(`waits for release ${releaseId(waitsFor)}`);
  const state = await endOf(waitsFor, ended, { nextRunArgs: () => [input, night] });
  return {
    changed: true,
    digest,
    releasedDigest: endedWell(state) ? digest : releasedDigest,
    releaseId: releaseId(waitsFor),
    state,
  };
}

interface StartedNight {
  waitsFor: ReleaseName;
  digest: string;
  releasedDigest: string | null;
}

async function startTonight(input: NightlyInput): Promise<NightlyResult | StartedNight> {
  const { template } = input;
  const wanted = {
    ...template.source,
    escape: template.export?.escape ?? 'no-escape',
    ...(template.preflight === 'strict' && { strict: true }),
  };
  // A schedule cannot set the priority of a whole run.
  const priority = priorityOf(template.project, 'night');
  const source = await bulkReads.snapshotSource.executeWithOptions({ priority }, [wanted]);
  // A night that failed keeps the result of the previous one.
  const last = checkMessage('nightlyResult', workflowInfo().lastResult);
  const night = { digest: source.sha256, releasedDigest: last.message?.releasedDigest ?? null };
  if (night.digest === night.releasedDigest) return { changed: false, ...night };
  const started = await startRelease(input, source);
  if ('stillRunning' in started)
    return { changed: true, skipped: 'still running', releaseId: started.stillRunning, ...night };
  return { waitsFor: started.release, ...night };
}

async function startRelease(input: NightlyInput, source: Snapshot): Promise<NightlyPlan> {
  const { workflowId, startTime, typedSearchAttributes } = workflowInfo();
  for (;;) {
    const plan = await reads.planNightlyRelease({
      project: input.template.project,
      namePrefix: input.namePrefix,
      nightlyRun: workflowId,
      scheduledAt: (typedSearchAttributes.get(scheduledStartTime) ?? startTime).toISOString(),
      timeZone: input.timeZone ?? 'UTC',
      startedAt: startTime.toISOString(),
      schedule: typedSearchAttributes.get(scheduledById) ?? null,
    });
    if ('stillRunning' in plan) return plan;
    const release: ReleaseInput = {
      spec: { ...input.template, name: plan.release.name },
      source: { kind: 'snapshot', ...source },
      startedBy: plan.startedBy ?? NIGHTLY,
    };
    try {
      // The release continues after any end of this run, because it is paid for.
      await startChild<typeof localizationRelease>(releaseWorkflowType, {
        ...releaseStart(release),
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        parentClosePolicy: 'ABANDON',
        cancellationType: 'ABANDON',
      });
      return plan;
    } catch (error) {
      // The name was taken since the check, so the plan is made again.
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }
}

/** A release reports its end. One that was ended from outside cannot, so its state is read. */
const CHECK_AFTER_MS = 60_000;

/** The state in which it ended. A partial release reports at once, though it stays open for weeks. */
async function endOf(
  release: ReleaseName,
  ended: ReadonlyMap<string, ReleaseState>,
  run: Waiting,
): Promise<ReleaseState> {
  const workflowId = releaseWorkflowId(release);
  const sinceMs = workflowInfo().startTime.getTime();
  const hasEnded = (): boolean => ended.has(workflowId);
  for (;;) {
    const waitedMs = Math.max(0, Date.now() - sinceMs);
    const forMs = nextCheckInMs({ waitedMs, minimumMs: CHECK_AFTER_MS });
    await wait(run, hasEnded, { forMs, summary: 'has the release ended?' });
    const state = ended.get(workflowId) ?? (await reads.readReleaseState({ workflowId })).state;
    if (state !== null) return state;
  }
}
