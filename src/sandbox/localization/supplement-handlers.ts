/**
 * Supplement translation. Whether and how it shows in its task is not documented. By default, as the harder case for a
 * client, the status does not change: the work is a job of its own in `jobs[]`, and the languages join the task's
 * `target_languages` once they are translated. The profile's readings can change that.
 */
import * as z from 'zod';
import { limits, taskEvents } from '../../localization/vocabulary';
import { readInput } from '../refusal';
import {
  changeJob,
  complete,
  fail,
  openJob,
  runTranslation,
  strikeWork,
  type WorkFailure,
} from './background-work';
import { requireSource, type Handlers, type LocalizationContext } from './handler';
import { readLanguages } from './languages';
import { noTerms, translateInto } from './localized-string';
import type { BackgroundWork, Task } from './project-state';
import { readSubscription } from './send-callbacks';

const supplementInput = z.object({
  target_languages: z.array(z.string()).nonempty().max(limits.supplementLanguages),
  skip_tm: z.boolean().default(false),
  skip_tb: z.boolean().default(false),
});

interface Supplement {
  work: BackgroundWork;
  task: Task;
  job_id: string;
  languages: readonly string[];
  /** Tells in each callback which languages were requested, and which are translated. */
  detail: object;
  skipTm: boolean;
  skipTb: boolean;
}

export function supplementHandlers(context: LocalizationContext): Handlers {
  const { clock, profile, random } = context;
  return {
    'POST /tasks/supplement-translate': (call) => {
      const task = context.findTask(call);
      const { target_languages, skip_tm: skipTm, skip_tb: skipTb } = readInput(supplementInput, call.input);
      const { url, events } = readSubscription(call.input, taskEvents, profile);
      const requested = readLanguages(target_languages, profile);
      requireSource(task);
      const isSkipped = (language: string): boolean =>
        language === task.source_language || task.strings.some((string) => string.hasLanguage(language));
      const effective = requested.filter((language) => !isSkipped(language));
      const languages = {
        requested_target_languages: requested,
        effective_target_languages: effective,
        skipped_target_languages: requested.filter(isSkipped),
      };
      const { task_id } = task;
      const subscription = {
        url: url ?? task.subscription.url,
        events: events.length > 0 ? events : task.subscription.events,
      };
      const ids = { task_id, trace_id: call.traceId };
      const work = { name: 'supplement', event: 'task', project: task.project, subscription, ids } as const;
      const all_already_translated = effective.length === 0;
      const job_id = all_already_translated ? null : random.id('supplement_translate_');
      if (job_id === null) {
        const skipped = { skipped: true, reason: 'all_languages_already_translated', trigger: 'supplement' };
        context.callbacks.send(work, 'task.completed', { ...skipped, ...languages });
      } else {
        const detail = { trigger: 'supplement', job_id, ...languages };
        const withJob = { ...work, ids: { ...ids, job_id } };
        start(context, { work: withJob, task, job_id, languages: effective, detail, skipTm, skipTb });
      }
      return {
        data: { task_id, job_id, accepted_at: clock.iso(), ...languages, all_already_translated },
        effect: job_id === null ? null : 'supplement started',
        ids: job_id === null ? {} : { job_id },
      };
    },
  };
}

function start(context: LocalizationContext, supplement: Supplement): void {
  const { work, task, job_id, languages, detail, skipTm, skipTb } = supplement;
  const { readings } = context.profile;
  const triggerFailure = strikeWork(context, 'supplement-trigger', 502);
  const isReportedByCallback = triggerFailure !== null && readings['supplement-failure'] === 'callback-only';
  const job = openJob(
    context,
    task,
    { job_id, job_type: 'TRANSLATE', row_count: task.strings.length * languages.length },
    { status: 'PENDING', isListed: readings['supplement-jobs'] === 'listed' && !isReportedByCallback },
  );
  const runsAgain = readings['task-status-of-supplement'] === 'running-again' && task.status === 'completed';
  const goBack = (): void => {
    if (runsAgain) task.status = 'completed';
  };
  const onFailed = (failure: WorkFailure): void => {
    goBack();
    if (readings['supplement-failure'] === 'partial-rows') leaveHalf(task, languages);
    changeJob(context, job, { status: 'FAILED', error: failure.reason });
    fail(context, work, failure, { ...detail, failure_code: failure.code });
  };
  const extendLanguages = (): void => {
    task.target_languages = [...new Set([...task.target_languages, ...languages])];
    task.updated_at = context.clock.iso();
  };
  if (triggerFailure !== null) {
    onFailed(triggerFailure);
    return;
  }
  if (runsAgain) task.status = 'running';
  if (readings['supplement-jobs'] === 'unlisted') extendLanguages();
  const onDone = (): void => {
    goBack();
    extendLanguages();
    complete(context, work, languages.join(', '), { ...detail });
  };
  runTranslation(context, {
    work,
    task,
    job,
    kind: 'supplement',
    languages,
    skipTm,
    skipTb,
    onDone,
    onFailed,
  });
}

/** A failed supplement leaves translated rows: from then on its languages count as translated. */
function leaveHalf(task: Task, languages: readonly string[]): void {
  const half = Math.ceil(task.strings.length / 2);
  const plan = { languages, glossary: noTerms, memory: new Map<string, never>() };
  task.strings = [...translateInto(task.strings.slice(0, half), plan), ...task.strings.slice(half)];
}
