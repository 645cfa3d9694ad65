/** Calls on a task. Cancelling aborts a read but not a start: that would not undo the start, only hide it. */
import { cancellationSignal } from '@temporalio/activity';
import { ServiceError } from '../http/service-error';
import { hashedKey } from '../http/secret';
import type { LocalizationClient } from '../localization/localization-client';
import type { SourceString } from '../localization/requests';
import type { CallbackEvent } from '../localization/vocabulary';
import { stepIndexOf } from '../domain/release/stages';
import { UNNAMED_JOB } from '../domain/release/job-status';
import { isPastScan } from '../domain/release/task-scan';
import type { ReleaseSource } from '../domain/release/release-input';
import type { ActivityInput } from '../protocol/activity-inputs';
import { getAddress } from '../store/source-address';
import { snapshotParts } from '../store/source-snapshot';
import { remedied, type CallKind } from './call-failure';
import type { ActivityDependencies } from './dependencies';
import { withOwnCallback, type CallbackFields } from './own-callback';
import { readLoss } from '../checks/check-lost-languages';
import { lostLanguages } from '../domain/release/release-languages';

const repeatable = { repeatable: true };
/** These calls have no key and take effect each time. After a lost reply the workflow reads before it calls again. */
const unkeyed = { repeatable: false };

/** Events of single steps are left out: each would cost a read. A whole task names none, and gets all. */
const endEvents = ['task.completed', 'task.failed'] as const;

/** The part of a task's status that the workflow needs, and no more, because it is read many times. */
export interface TaskReading extends Awaited<ReturnType<typeof readTaskStatus>> {
  /** The progress of the scan, if it was requested; null: the service did not report it. */
  scan?: ScanReading | null;
}

export interface ScanReading {
  status: string;
  terms: number | null;
}

export interface Traced {
  /** The id that the service gave the work; absent: the work was found after a lost reply. */
  traceId?: string | null;
  /** A fault of a call that the service accepted all the same. */
  warning?: string;
}

export type PublishReading = Awaited<ReturnType<typeof readPublishJob>>;

type Caller = ActivityInput<'publishTask'>['release'];
type NamedCallback = ActivityInput<'createTask'>['callback'];

/** Bounds what each reading adds to the history. The order of the list is not documented. */
const MOST_JOBS = 200;
const MOST_ERROR_CHARS = 1000;

function bothEnds<Job>(jobs: readonly Job[]): Job[] {
  if (jobs.length <= MOST_JOBS) return [...jobs];
  return [...jobs.slice(0, MOST_JOBS / 2), ...jobs.slice(-MOST_JOBS / 2)];
}

export function taskActivities(dependencies: ActivityDependencies) {
  const { localization, store, callbackUrl } = dependencies;
  /** Calls back to the address that a person gave, or else to this installation's gateway, if there is one. */
  const calledBack = async <Reply extends object>(
    { project, name }: Caller,
    { named, events = [] }: { named: NamedCallback; events?: readonly CallbackEvent[] },
    call: (callbacks: CallbackFields) => Promise<Reply>,
  ): Promise<Reply & { warning?: string }> => {
    if (named === null) return call({});
    if (named !== undefined) return call(callbacksTo(await getAddress(store, named.address), named.events));
    const url = name === null ? null : callbackUrl({ kind: 'release', project, name });
    return url === null ? call({}) : withOwnCallback(callbacksTo(url, events), call);
  };

  return {
    async createTask(input: ActivityInput<'createTask'>): Promise<{ taskId: string } & Traced> {
      const { data, ...reply } = await remedied(input.keyed === false ? unkeyed : repeatable, () =>
        calledBack(input.release, { named: input.callback }, async (callbacks) =>
          localization(input.release.project).createTask({
            client_task_id: hashedKey(input.clientTaskId),
            name: input.release.name,
            target_languages: input.targetLanguages,
            scan_terms: input.scanTerms,
            auto_apply_terms: input.autoApplyTerms,
            ...(await sourceStrings(input.source)),
            ...callbacks,
          }),
        ),
      );
      return { taskId: data.task_id, ...tracedOf(reply) };
    },

    async readTask({ project, taskId, ours, scan }: ActivityInput<'readTask'>): Promise<TaskReading> {
      const reading = await readTaskStatus(localization(project), taskId, ours);
      if (scan !== true || !isPastScan(reading)) return reading;
      return { ...reading, scan: await scanOf(localization(project), taskId) };
    },

    async confirmTaskTerms({
      project,
      taskId,
    }: ActivityInput<'confirmTaskTerms'>): Promise<{ jobId: string } & Traced> {
      const { data, traceId } = await remedied({ ...unkeyed, ours: true }, () =>
        localization(project).confirmTerms({ task_id: taskId }),
      );
      return { jobId: data.job_id, traceId };
    },

    async supplementTask(input: ActivityInput<'supplementTask'>) {
      const { data, ...reply } = await remedied(unkeyedFor(input.release), () =>
        calledBack(input.release, { named: input.callback, events: endEvents }, (callbacks) =>
          localization(input.release.project).supplementTranslate({
            task_id: input.taskId,
            target_languages: input.languages,
            ...(input.skipTm === true ? { skip_tm: true } : {}),
            ...(input.skipTb === true ? { skip_tb: true } : {}),
            ...callbacks,
          }),
        ),
      );
      const skipped = data.skipped_target_languages;
      const isNothingLeft =
        data.all_already_translated || input.languages.every((one) => skipped.includes(one));
      return {
        // null: every language had its translation already, so nothing was started.
        jobId: data.job_id ?? (isNothingLeft ? null : UNNAMED_JOB),
        effective: data.effective_target_languages,
        skipped,
        ...tracedOf(reply),
      };
    },

    async publishTask(input: ActivityInput<'publishTask'>) {
      const { data, ...reply } = await remedied(unkeyedFor(input.release), () =>
        calledBack(input.release, { named: input.callback }, (callbacks) =>
          localization(input.release.project).publishTask({ task_id: input.taskId, ...callbacks }),
        ),
      );
      return { jobId: data.job_id, ...tracedOf(reply) };
    },

    readPublish({ project, jobId, ours }: ActivityInput<'readPublish'>): Promise<PublishReading> {
      return readPublishJob(localization(project), jobId, ours);
    },

    /** The languages that a publish removes or may remove, and the release that published them. */
    async readLostLanguages(task: ActivityInput<'readLostLanguages'>) {
      const loss = await readLoss(dependencies, task);
      const { last } = loss;
      const publishedBy = last === null || 'unread' in last ? null : last.id;
      return { lostLanguages: lostLanguages(loss), publishedBy };
    },
  };

  async function sourceStrings(
    source: ReleaseSource,
  ): Promise<{ strings: AsyncIterable<readonly SourceString[]> } | { xlsx_url: string }> {
    if (source.kind === 'url') return { xlsx_url: await getAddress(store, source) };
    return { strings: snapshotParts(store, source.sha256) };
  }
}

function callbacksTo(url: string, events: readonly CallbackEvent[]): CallbackFields {
  return { callback_url: url, ...(events.length > 0 && { callback_events: events }) };
}

function tracedOf({ traceId, warning }: { traceId: string | null; warning?: string }): Traced {
  return { traceId, ...(warning !== undefined && { warning }) };
}

/** The task of work without a release comes from a person. */
function unkeyedFor({ name }: Caller): CallKind {
  return { ...unkeyed, ours: name !== null };
}

export async function readTaskStatus(client: LocalizationClient, taskId: string, ours: boolean) {
  const { data } = await remedied({ ...repeatable, ours }, () =>
    client.taskStatus({ task_id: taskId }, { signal: cancellationSignal() }),
  );
  return {
    status: data.status,
    // This field is documented for this status only.
    ...stepOf(data.status === 'running' ? data.current_step : null),
    rowsDone: data.progress.rows_done,
    rowsTotal: data.progress.rows_total,
    requiresConfirmation: data.requires_confirmation,
    isCompleted: data.is_completed,
    isFailed: data.is_failed,
    failureReason: data.failure_reason,
    failureCode: data.failure_code,
    targetLanguages: data.target_languages,
    smartOptimize: data.smart_optimize_status,
    jobs: bothEnds(data.jobs).map((job) => ({
      id: job.job_id,
      type: job.job_type,
      status: job.status,
      ...stepOf(job.step),
      rows: job.row_count ?? 0,
      error: job.error?.slice(0, MOST_ERROR_CHARS) ?? null,
      createdAt: job.created_at,
    })),
    /** A contradiction within the reply, as a sentence. */
    ...(data.contradiction !== undefined && { contradiction: data.contradiction }),
  };
}

/** The scan is only shown to people, so that no failure to read it stops a release. */
async function scanOf(client: LocalizationClient, taskId: string): Promise<ScanReading | null> {
  try {
    const query = { task_id: taskId, page: 1, page_size: 1 };
    const { data } = await client.taskTerms(query, { signal: cancellationSignal() });
    return data.scan_status === null ? null : { status: data.scan_status, terms: data.total };
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

export async function readPublishJob(client: LocalizationClient, jobId: string, ours: boolean) {
  const { data } = await remedied({ ...repeatable, ours }, () =>
    client.publishStatus({ job_id: jobId }, { signal: cancellationSignal() }),
  );
  const { status, is_completed: isCompleted, is_failed: isFailed, error } = data;
  return { status, isCompleted, isFailed, error };
}

function stepOf(name: string | null | undefined): { step: string | null; stepIndex: number | null } {
  return { step: name === undefined || name === '' ? null : name, stepIndex: stepIndexOf(name) };
}
