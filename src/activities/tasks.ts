/** Calls on a translation task: start something, or look at it. None waits for what it started. */
import { cancellationSignal } from '@temporalio/activity';
import { localizationRemedy } from '../localization/remedies';
import type { SourceString } from '../localization/requests';
import { taskEvents, translateSteps } from '../localization/vocabulary';
import type { ReleaseName } from '../release/identity';
import type { ReleaseSource } from '../release/release-input';
import { getSnapshot } from '../store/source-snapshot';
import { remedied } from './call-failure';
import type { ActivityDependencies } from './dependencies';

const keyed = { remedyOf: localizationRemedy, repeatable: true };
const reading = { remedyOf: localizationRemedy, repeatable: true };
/** No key and an effect each time: after a lost reply the workflow reads before it calls again. */
const unkeyed = { remedyOf: localizationRemedy, repeatable: false };

export interface CreateTaskInput {
  release: ReleaseName;
  clientTaskId: string;
  source: ReleaseSource;
  targetLanguages: readonly string[];
  scanTerms: boolean;
  autoApplyTerms: boolean;
}

/** What the workflow needs of a task's status, and no more: it is read many times. */
export interface TaskReading {
  status: string;
  step: string | null;
  stepIndex: number | null;
  rowsDone: number;
  rowsTotal: number;
  requiresConfirmation: boolean;
  isCompleted: boolean;
  isFailed: boolean;
  failureReason: string | null;
  failureCode: number | null;
  targetLanguages: string[];
  jobs: { id: string; type: string; status: string; error: string | null }[];
}

export interface SupplementResult {
  /** null: every language was there already, and nothing was started. */
  jobId: string | null;
  effective: string[];
  skipped: string[];
}

export interface PublishReading {
  status: string;
  isCompleted: boolean;
  isFailed: boolean;
  error: string | null;
}

export function taskActivities({ localization, store, callbackUrl }: ActivityDependencies) {
  const callbacks = (release: ReleaseName) => {
    const url = callbackUrl({ kind: 'release', ...release });
    return url === null ? {} : { callback_url: url };
  };

  return {
    async createTask(input: CreateTaskInput): Promise<{ taskId: string }> {
      const strings = await sourceStrings(input.source);
      const { data } = await remedied(keyed, () =>
        localization(input.release.project).createTask(
          {
            client_task_id: input.clientTaskId,
            name: input.release.name,
            target_languages: input.targetLanguages,
            scan_terms: input.scanTerms,
            auto_apply_terms: input.autoApplyTerms,
            ...strings,
            ...callbacks(input.release),
            callback_events: taskEvents,
          },
          { signal: cancellationSignal() },
        ),
      );
      return { taskId: data.task_id };
    },

    async readTask({ project, taskId }: { project: string; taskId: string }): Promise<TaskReading> {
      const { data } = await remedied(reading, () =>
        localization(project).taskStatus({ task_id: taskId }, { signal: cancellationSignal() }),
      );
      const step = data.current_step ?? null;
      const stepIndex = translateSteps.findIndex((name) => name === step) + 1;
      return {
        status: data.status,
        step,
        stepIndex: stepIndex === 0 ? null : stepIndex,
        rowsDone: data.progress.rows_done,
        rowsTotal: data.progress.rows_total,
        requiresConfirmation: data.requires_confirmation,
        isCompleted: data.is_completed,
        isFailed: data.is_failed,
        failureReason: data.failure_reason,
        failureCode: data.failure_code,
        targetLanguages: data.target_languages,
        jobs: data.jobs.map((job) => ({
          id: job.job_id,
          type: job.job_type,
          status: job.status,
          error: job.error,
        })),
      };
    },

    async confirmTaskTerms({
      project,
      taskId,
    }: {
      project: string;
      taskId: string;
    }): Promise<{ jobId: string }> {
      const { data } = await remedied(unkeyed, () =>
        localization(project).confirmTerms({ task_id: taskId }, { signal: cancellationSignal() }),
      );
      return { jobId: data.job_id };
    },

    async supplementTask(input: {
      release: ReleaseName;
      taskId: string;
      languages: readonly string[];
    }): Promise<SupplementResult> {
      const { data } = await remedied(unkeyed, () =>
        localization(input.release.project).supplementTranslate(
          { task_id: input.taskId, target_languages: input.languages, ...callbacks(input.release) },
          { signal: cancellationSignal() },
        ),
      );
      return {
        jobId: data.job_id,
        effective: data.effective_target_languages,
        skipped: data.skipped_target_languages,
      };
    },

    async publishTask(input: { release: ReleaseName; taskId: string }): Promise<{ jobId: string }> {
      const { data } = await remedied(unkeyed, () =>
        localization(input.release.project).publishTask(
          { task_id: input.taskId, ...callbacks(input.release) },
          { signal: cancellationSignal() },
        ),
      );
      return { jobId: data.job_id };
    },

    async readPublish({ project, jobId }: { project: string; jobId: string }): Promise<PublishReading> {
      const { data } = await remedied(reading, () =>
        localization(project).publishStatus({ job_id: jobId }, { signal: cancellationSignal() }),
      );
      return {
        status: data.status,
        isCompleted: data.is_completed,
        isFailed: data.is_failed,
        error: data.error,
      };
    },
  };

  async function sourceStrings(
    source: ReleaseSource,
  ): Promise<{ strings: readonly SourceString[] } | { xlsx_url: string }> {
    if (source.kind === 'url') return { xlsx_url: source.url };
    return { strings: await getSnapshot(store, source.sha256) };
  }
}
