/** One night: reads the source, and releases it where it has changed since it was last released well. */
import { defineSearchAttributeKey, WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  ActivityFailure,
  CancellationScope,
  CancelledFailure,
  ChildWorkflowFailure,
  condition,
  isCancellation,
  log,
  patched,
  setCurrentDetails,
  setHandler,
  startChild,
  TerminatedFailure,
  workflowInfo,
  type ChildWorkflowHandle,
} from '@temporalio/workflow';
import { NIGHTLY } from '../domain/four-eyes';
import { parseNightlyScheduleId, parseReleaseId, releaseId, type ReleaseName } from '../domain/identity';
import { endedWell, type NightlyInput, type NightlyResult } from '../domain/nightly-release';
import { noticeId, type Occurrence } from '../domain/notice';
import { priorityOf } from '../domain/priority';
import type { ReleaseInput } from '../domain/release-input';
import { releaseStart, releaseWorkflowType } from '../domain/release-start';
import type { ReleaseState } from '../domain/release-states';
import { bulky, posting, repeatable } from './activity-proxies';
import { checkedInput } from './checked-messages';
import { checkMessage } from '../protocol/check-message';
import { releasedSignal } from '../protocol/messages';
import type { localizationRelease } from './release';

type Release = ChildWorkflowHandle<typeof localizationRelease>;
type Snapshot = Awaited<ReturnType<typeof bulky.snapshotSource>>;

export async function nightlyLocalization(given: NightlyInput): Promise<NightlyResult> {
  const input = checkedInput('nightlyInput', given);
  let result: NightlyResult;
  try {
    result = await localizeTonight(input);
  } catch (error) {
    if (!isCancellation(error)) await tellOfFailure(input, { state: null, problem: reasonOf(error) });
    throw error;
  }
  const { state = 'done', releaseId: id = null } = 'state' in result ? result : {};
  if (!endedWell(state)) await tellOfFailure(input, { state, problem: null }, id);
  return result;
}

/** Who is told, and when, does not change what became of the night. */
async function tellOfFailure(
  { template: { project } }: NightlyInput,
  how: Pick<Extract<Occurrence, { event: 'nightly.failed' }>, 'state' | 'problem'>,
  failedRelease: string | null = null,
): Promise<void> {
  if (!patched('notices')) return;
  const event = 'nightly.failed';
  const id = noticeId(workflowInfo().firstExecutionRunId, event, 1);
  const name = failedRelease === null ? null : (parseReleaseId(failedRelease)?.name ?? null);
  const at = new Date().toISOString();
  try {
    await posting.postNotice({ id, at, project, name, occurrence: { event, ...how, ...ownSchedule() } });
  } catch {
    log.warn('Cannot queue a notice.', { event });
  }
}

const scheduledById = defineSearchAttributeKey('TemporalScheduledById', 'KEYWORD');

/** Nothing where a person started the night. */
function ownSchedule(): { schedule?: string } {
  const schedule = parseNightlyScheduleId(workflowInfo().typedSearchAttributes.get(scheduledById) ?? '');
  return schedule === null ? {} : { schedule: releaseId(schedule) };
}

/** An activity's failure is told by what caused it. */
function reasonOf(error: unknown): string {
  const cause = error instanceof ActivityFailure ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}

async function localizeTonight(input: NightlyInput): Promise<NightlyResult> {
  const { template } = input;
  const wanted = {
    ...template.source,
    escape: template.export?.escape ?? 'no-escape',
    ...(template.preflight === 'strict' && { strict: true }),
  };
  // A schedule cannot say so for the whole run.
  const priority = priorityOf(template.project, 'night');
  const source = await bulky.snapshotSource.executeWithOptions({ priority }, [wanted]);
  const night = { digest: source.sha256, releasedDigest: lastReleasedDigest() };
  if (night.digest === night.releasedDigest) return { changed: false, ...night };

  const started = await startRelease(input, source);
  if ('stillRunning' in started) {
    return { changed: true, skipped: 'still running', releaseId: started.stillRunning, ...night };
  }
  setCurrentDetails(`waits for release ${started.id}`);
  const state = await endOf(started.release);
  return {
    changed: true,
    ...night,
    releasedDigest: endedWell(state) ? night.digest : night.releasedDigest,
    releaseId: started.id,
    state,
  };
}

/** A night that failed leaves the result of the one before it. */
function lastReleasedDigest(): string | null {
  return checkMessage('nightlyResult', workflowInfo().lastResult).message?.releasedDigest ?? null;
}

async function startRelease(
  input: NightlyInput,
  source: Snapshot,
): Promise<{ id: string; release: Release } | { stillRunning: string }> {
  for (;;) {
    const plan = await repeatable.planNightlyRelease({
      project: input.template.project,
      namePrefix: input.namePrefix,
      nightlyRun: workflowInfo().workflowId,
      scheduledAt: scheduledAt().toISOString(),
      timeZone: input.timeZone ?? 'UTC',
    });
    if ('stillRunning' in plan) return plan;
    try {
      return { id: releaseId(plan.release), release: await startNamed(plan.release, input, source) };
    } catch (error) {
      // Somebody took the name since the look: another look tells whether to stand back or to take the next.
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }
}

/** Whatever ends this run, the release goes on: what it has begun is paid for. */
function startNamed({ name }: ReleaseName, input: NightlyInput, source: Snapshot): Promise<Release> {
  const release: ReleaseInput = {
    spec: { ...input.template, name },
    source: { kind: 'snapshot', ...source },
    startedBy: NIGHTLY,
  };
  return startChild<typeof localizationRelease>(releaseWorkflowType, {
    ...releaseStart(release),
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    parentClosePolicy: 'ABANDON',
    cancellationType: 'ABANDON',
  });
}

const scheduledStartTime = defineSearchAttributeKey('TemporalScheduledStartTime', 'DATETIME');

/** When the schedule meant it to run, which a busy or sleeping server may have missed by a day. */
function scheduledAt(): Date {
  const { typedSearchAttributes, startTime } = workflowInfo();
  return typedSearchAttributes.get(scheduledStartTime) ?? startTime;
}

/** The state in which it ended; a partial release is heard of at once, though it stays open for weeks. */
async function endOf(release: Release): Promise<ReleaseState> {
  let partial = false;
  setHandler(releasedSignal, () => {
    partial = true;
  });
  const ended = release.result().then(({ state }) => state, stateOfFailure);
  return Promise.race([ended, condition(() => partial).then((): ReleaseState => 'partial')]);
}

/** A release that was ended from outside, or by a bug; unless it is this run that is being cancelled. */
function stateOfFailure(error: unknown): ReleaseState {
  if (CancellationScope.current().consideredCancelled || !(error instanceof ChildWorkflowFailure))
    throw error;
  const { cause } = error;
  return cause instanceof CancelledFailure || cause instanceof TerminatedFailure ? 'cancelled' : 'failed';
}
