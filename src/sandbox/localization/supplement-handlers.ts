/**
 * Supplement translation. Whether and how it shows in its task is not documented. By default, as the harder case for a
 * client, the status does not change: the work is a job of its own in `jobs[]`, and the languages join the task's
 * `target_languages` once they are translated. The profile's readings can change that.
 */
import * as z from 'zod';
import { limits, taskEvents } from '../../localization/vocabulary';
import type { SandboxContext } from '../mount-service';
import { readSubscription, type CallbackNews, type CallbackSender } from './send-callbacks';
import { requireSource, type FindTask, type Handlers, type LocalizationCall, readInput } from './handler';
import type { Project, Subscription, Task } from './project-state';
import { noTerms, translateInto } from './localized-string';
import { readLanguages } from './languages';
import {
  runTranslation,
  changeJob,
  openJob,
  recordWork,
  strikeWork,
  type WorkFailure,
} from './background-work';

const supplementInput = z.object({
  target_languages: z.array(z.string()).nonempty().max(limits.supplementLanguages),
  skip_tm: z.boolean().default(false),
  skip_tb: z.boolean().default(false),
});

interface Languages {
  requested_target_languages: readonly string[];
  effective_target_languages: readonly string[];
  skipped_target_languages: readonly string[];
}

interface Supplement {
  project: Project;
  task: Task;
  traceId: string;
  languages: Languages;
  skipTm: boolean;
  skipTb: boolean;
  subscription: Subscription;
}

export function supplementHandlers(
  context: SandboxContext,
  findTask: FindTask,
  callbacks: CallbackSender,
): Handlers {
  return {
    'POST /tasks/supplement-translate': (call) => {
      const supplement = readSupplement(context, findTask(call), call);
      const { task, languages } = supplement;
      const nothingToDo = languages.effective_target_languages.length === 0;
      const job_id = nothingToDo ? null : context.random.id('supplement_translate_');
      if (job_id === null) reportAllSkipped(callbacks, supplement);
      else startSupplement(context, callbacks, supplement, job_id);
      return {
        data: {
          task_id: task.task_id,
          job_id,
          accepted_at: context.clock.iso(),
          ...languages,
          all_already_translated: nothingToDo,
        },
        effect: nothingToDo ? null : 'supplement started',
        ids: job_id === null ? {} : { job_id },
      };
    },
  };
}

function readSupplement(
  { profile }: SandboxContext,
  task: Task,
  { project, input, traceId }: LocalizationCall,
): Supplement {
  const { target_languages, skip_tm, skip_tb } = readInput(supplementInput, input);
  const { url, events } = readSubscription(input, taskEvents, profile);
  const requested = readLanguages(target_languages, profile);
  requireSource(task);
  const isSkipped = (language: string): boolean =>
    language === task.source_language || task.strings.some((string) => string.hasLanguage(language));
  return {
    project,
    task,
    traceId,
    languages: {
      requested_target_languages: requested,
      effective_target_languages: requested.filter((language) => !isSkipped(language)),
      skipped_target_languages: requested.filter(isSkipped),
    },
    skipTm: skip_tm,
    skipTb: skip_tb,
    subscription: {
      url: url ?? task.subscription.url,
      events: events.length > 0 ? events : task.subscription.events,
    },
  };
}

function reportAllSkipped(callbacks: CallbackSender, supplement: Supplement): void {
  notify(callbacks, supplement, 'task.completed', {
    skipped: true,
    reason: 'all_languages_already_translated',
    trigger: 'supplement',
    ...supplement.languages,
  });
}

function startSupplement(
  context: SandboxContext,
  callbacks: CallbackSender,
  supplement: Supplement,
  job_id: string,
): void {
  const { project, task, traceId, languages, skipTm, skipTb } = supplement;
  const effective = languages.effective_target_languages;
  const ids = { task_id: task.task_id, job_id, trace_id: traceId };
  const { readings } = context.profile;
  const triggerFailure = strikeWork(context, 'supplement-trigger', 502);
  const isReportedByCallback = triggerFailure !== null && readings['supplement-failure'] === 'callback-only';
  const job = openJob(
    context.clock,
    task,
    {
      job_id,
      job_type: 'TRANSLATE',
      status: 'PENDING',
      row_count: task.strings.length * effective.length,
    },
    readings['supplement-jobs'] === 'listed' && !isReportedByCallback,
  );
  const runsAgain = readings['task-status-of-supplement'] === 'running-again' && task.status === 'completed';
  const goBack = (): void => {
    if (runsAgain) task.status = 'completed';
  };
  const onFailed = (failure: WorkFailure): void => {
    goBack();
    if (readings['supplement-failure'] === 'partial-rows') leaveHalf(task, effective);
    changeJob(context.clock, job, { status: 'FAILED', error: failure.reason });
    recordWork(context, project, 'supplement failed', ids, { failure });
    const detail = { trigger: 'supplement', job_id, failure_code: failure.code, ...languages };
    notify(callbacks, supplement, 'task.failed', detail, { error: failure.reason });
  };
  if (triggerFailure !== null) {
    onFailed(triggerFailure);
    return;
  }
  if (runsAgain) task.status = 'running';
  if (readings['supplement-jobs'] === 'unlisted') extendLanguages(context, task, effective);
  runTranslation(context, {
    project,
    task,
    job,
    work: 'supplement',
    languages: effective,
    skipTm,
    skipTb,
    onStepDone: (step, detail) => notify(callbacks, supplement, step, detail),
    onDone: () => {
      goBack();
      extendLanguages(context, task, effective);
      recordWork(context, project, 'supplement completed', ids, { effect: effective.join(', ') });
      notify(callbacks, supplement, 'task.completed', { trigger: 'supplement', job_id, ...languages });
    },
    onFailed,
  });
}

function extendLanguages({ clock }: SandboxContext, task: Task, languages: readonly string[]): void {
  task.target_languages = [...new Set([...task.target_languages, ...languages])];
  task.updated_at = clock.iso();
}

/** A failed supplement leaves translated rows: from then on its languages count as translated. */
function leaveHalf(task: Task, languages: readonly string[]): void {
  const half = Math.ceil(task.strings.length / 2);
  const plan = { languages, glossary: noTerms, memory: new Map<string, never>() };
  task.strings = [...translateInto(task.strings.slice(0, half), plan), ...task.strings.slice(half)];
}

function notify(
  callbacks: CallbackSender,
  { project, task, traceId, subscription }: Supplement,
  event: string,
  detail: CallbackNews['detail'],
  failure: Pick<CallbackNews, 'error'> = {},
): void {
  const ids = { task_id: task.task_id, trace_id: traceId };
  callbacks.send(project, subscription, { event, ...ids, detail, ...failure });
}
