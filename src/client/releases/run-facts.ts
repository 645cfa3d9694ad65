/** Temporal's own facts of the newest run of a release, which need no worker. */
import type { Client } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import { releaseId, releaseWorkflowId, type ReleaseName } from '../../domain/release/identity';
import { amendable, type ReleaseInput } from '../../domain/release/release-input';
import { newRecord, statusOf } from '../../domain/release/release-record';
import { STATUS_MEMO } from '../../domain/release/release-start';
import type { ReleaseStatus, Retrying } from '../../domain/release/status';
import { withClosedAddress } from '../../store/source-address';
import { openPayloads } from '../../temporal/payloads/open-payloads';
import { protoTimeMs } from '../../temporal/payloads/proto-time';
import { describedRun, statusIn, type Run } from '../../temporal/runs';
import type { Message } from '../../protocol/message-schemas';
import { encodingOf, readPayload, valueIn } from '../../protocol/read-payload';
import { Refused } from '../errors';
import { UndecryptablePayload } from '../../temporal/errors';
import { failureText, timeOf, type HistoryEvent } from '../stories/story-from-history';
import { sentence } from '../../domain/text/sentence';

type PendingActivity = temporal.api.workflow.v1.IPendingActivityInfo;

export interface RunFacts {
  runId: string;
  reported: ReleaseStatus;
  /** Temporal's name of it: RUNNING, COMPLETED, TERMINATED … */
  status: string;
  taskQueue: string;
  retrying: Retrying | null;
  /** Queues other than its own in which activities wait for a worker. */
  waitsIn: readonly string[];
  /** Why workers cannot continue it. null: no fault is known. */
  workflowFault: string | null;
}

/** A retried activity and a failing task are both near the end of the history. */
const LAST_EVENTS = 100;

/** null: there is no such release. */
export async function readRunFacts(client: Client, release: ReleaseName): Promise<RunFacts | null> {
  const workflowId = releaseWorkflowId(release);
  const run = await describedRun(client, workflowId);
  if (run === null) return null;
  const { runId, status, taskQueue, pendingActivities, pendingWorkflowTask } = run;
  const waitsIn = queuesOf(pendingActivities).filter((queue) => queue !== taskQueue);
  const known = { runId, reported: reportedStatus(run, release), status, taskQueue, waitsIn };
  const facts: RunFacts = { ...known, retrying: null, workflowFault: null };
  const repeated = pendingActivities.find(({ attempt }) => (attempt ?? 1) > 1);
  const isStuck = (pendingWorkflowTask?.attempt ?? 1) > 1;
  if (repeated === undefined && !isStuck) return facts;
  const last = await lastEvents(client, { workflowId, runId });
  if (repeated !== undefined) {
    await openPayloads(repeated, client.options.loadedDataConverter.payloadCodecs);
    facts.retrying = retryingOf(repeated, last);
  }
  if (isStuck) facts.workflowFault = workflowFaultOf(last);
  return facts;
}

/** The memo exists from the start on, unless another client started the workflow and no worker has taken it up. */
export function reportedStatus(run: Run, release: ReleaseName): ReleaseStatus {
  const status = statusIn(run);
  if (status !== null) return status;
  const memo = run.raw.memo?.fields?.[STATUS_MEMO];
  if (memo !== undefined)
    throw (
      run.memoFault ??
      new UndecryptablePayload(
        `What ${releaseId(release)} says of itself cannot be read: its encoding is "${encodingOf(memo)}". Where it is encrypted, give the key with which its workers run (LOCRELEASE_ENCRYPTION_KEYS).`,
      )
    );
  return statusOf(release, newRecord({ spec: { targetLanguages: [], supplementLanguages: [] } }, ''));
}

/** The queues of activities that no worker has taken. Older servers do not report them. */
function queuesOf(activities: readonly PendingActivity[]): string[] {
  const { PENDING_ACTIVITY_STATE_SCHEDULED } = temporal.api.enums.v1.PendingActivityState;
  const waiting = activities.filter(({ state }) => state === PENDING_ACTIVITY_STATE_SCHEDULED);
  return [...new Set(waiting.flatMap(({ activityOptions }) => activityOptions?.taskQueue?.name ?? []))];
}

/** Reads the newest run without a `runId`. */
export async function readEvents(
  client: Client,
  { workflowId, runId }: { workflowId: string; runId?: string },
): Promise<HistoryEvent[]> {
  const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
  await openPayloads(history, client.options.loadedDataConverter.payloadCodecs);
  return history.events ?? [];
}

/** The input of the newest run of a release, which only the first event of its history has. */
export async function readStartedWith(client: Client, release: ReleaseName): Promise<ReleaseInput> {
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace: client.options.namespace,
    execution: { workflowId: releaseWorkflowId(release) },
    maximumPageSize: 1,
  });
  await openPayloads(history ?? {}, client.options.loadedDataConverter.payloadCodecs);
  return inputIn(history?.events ?? [], release);
}

export function inputIn([first]: readonly HistoryEvent[], release: ReleaseName): ReleaseInput {
  const [input] = first?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
  if (input === undefined)
    throw new Error(`The history of ${releaseId(release)} does not begin with its start.`);
  const { value, fault } = readPayload(input);
  if (fault !== null)
    throw new Refused(
      `What ${releaseId(release)} was started with cannot be read (${fault}). Somebody started it with another client. Terminate it in Temporal.`,
    );
  return value as ReleaseInput;
}

/** The request of the newest run of a release: its input with all amendments since. */
export async function readRequestedSpec(client: Client, release: ReleaseName): Promise<ReleaseInput> {
  return requestedIn(await readEvents(client, { workflowId: releaseWorkflowId(release) }), release);
}

export function requestedIn(events: readonly HistoryEvent[], release: ReleaseName): ReleaseInput {
  const input = inputIn(events, release);
  const made = madeAmendments(events);
  const { file = input.file ?? amendable(input.spec) } = made.findLast((one) => one.file !== undefined) ?? {};
  return withClosedAddress({ ...input, spec: made.at(-1)?.spec ?? input.spec, file });
}

interface MadeAmendment extends Message<'amend'> {
  at: string;
  spec: ReleaseInput['spec'];
}

/** The amendments of a run in order, each with its author and the file's content at that time. */
export function madeAmendments(events: readonly HistoryEvent[]): MadeAmendment[] {
  return events.flatMap((event) => {
    const { acceptedEventId, outcome } = event.workflowExecutionUpdateCompletedEventAttributes ?? {};
    // Only the result of an amendment has the whole spec.
    const result = valueIn(outcome?.success?.payloads?.[0]) as Pick<MadeAmendment, 'spec'> | null | undefined;
    if (!result?.spec) return [];
    const accepted = events.find(({ eventId }) => String(eventId) === String(acceptedEventId));
    const [payload] =
      accepted?.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest?.input?.args?.payloads ?? [];
    if (!payload) return [];
    const message = defaultPayloadConverter.fromPayload<Message<'amend'>>(payload);
    return [{ ...message, at: timeOf(event), spec: result.spec }];
  });
}

/** Newest first. */
export async function lastEvents(
  client: Client,
  execution: { workflowId: string; runId: string },
  count: number = LAST_EVENTS,
): Promise<HistoryEvent[]> {
  const { history } = await client.workflowService.getWorkflowExecutionHistoryReverse({
    namespace: client.options.namespace,
    execution,
    maximumPageSize: count,
  });
  await openPayloads(history ?? {}, client.options.loadedDataConverter.payloadCodecs);
  return history?.events ?? [];
}

function retryingOf(activity: PendingActivity, newestFirst: readonly HistoryEvent[]): Retrying {
  const scheduled = newestFirst.find(
    ({ activityTaskScheduledEventAttributes: call }) => call?.activityId === activity.activityId,
  );
  return {
    call: activity.activityType?.name ?? '',
    attempt: activity.attempt ?? 1,
    since: timeText(scheduled?.eventTime ?? activity.lastStartedTime) ?? new Date().toISOString(),
    nextAt: timeText(activity.nextAttemptScheduleTime),
    until: timeText(activity.expirationTime),
    cause: failureText(activity.lastFailure) ?? 'The attempt before did not end in time.',
  };
}

function workflowFaultOf(newestFirst: readonly HistoryEvent[]): string | null {
  const fault = newestFirst.find(
    (event) => event.workflowTaskFailedEventAttributes ?? event.workflowTaskCompletedEventAttributes,
  )?.workflowTaskFailedEventAttributes;
  if (!fault) return null;
  const { cause, failure } = fault;
  const { WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR: OTHER_CODE } =
    temporal.api.enums.v1.WorkflowTaskFailedCause;
  const why = sentence(failureText(failure) ?? 'Temporal gave no reason');
  return cause === OTHER_CODE
    ? `The workers run different code from the code that started this release, and cannot replay it: ${why} Start a worker of the earlier version.`
    : `The workers keep failing on this release: ${why} See the log of the workers.`;
}

function timeText(time: Parameters<typeof protoTimeMs>[0]): string | null {
  return time ? new Date(protoTimeMs(time)).toISOString() : null;
}
