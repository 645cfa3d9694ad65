/** Background work: how a fault ends it, its summary in `jobs[]`, its end, and the translation of tasks and supplements. */
import { translateSteps, type TranslateStep } from '../../localization/vocabulary';
import type { Work } from '../faults';
import type { SandboxContext } from '../service';
import type { LocalizationContext } from './handler';
import { Glossary, noTerms, translateInto } from './localized-string';
import type { BackgroundWork, Job, Project, Task } from './project-state';

export interface WorkFailure {
  reason: string;
  /** A code like an HTTP status, as the service's `failure_code`. */
  code: number;
  /** Whether a fault rule caused it. */
  fault: 'fail' | null;
}

/**
 * Must be called once when the work begins, because it counts an occurrence. Returns how the work will fail, or null.
 */
export function strikeWork({ faults }: SandboxContext, name: Work, defaultCode = 500): WorkFailure | null {
  const fault = faults.strike('work', name);
  if (fault === null) return null;
  const code = typeof fault.code === 'number' ? fault.code : defaultCode;
  return { reason: fault.reason ?? `${name} failed`, code, fault: 'fail' };
}

export function openJob(
  { clock }: SandboxContext,
  task: Task,
  summary: Pick<Job, 'job_id' | 'job_type' | 'row_count'>,
  { status = 'RUNNING', isListed = true }: { status?: Job['status']; isListed?: boolean } = {},
): Job {
  const now = clock.iso();
  const job: Job = { ...summary, status, step: '', error: null, created_at: now, updated_at: now };
  if (isListed) task.jobs.push(job);
  return job;
}

export function changeJob(
  { clock }: SandboxContext,
  job: Job,
  change: Partial<Pick<Job, 'status' | 'step' | 'error'>>,
): void {
  Object.assign(job, change, { updated_at: clock.iso() });
}

/** Writes a step of the work into the journal. */
export function recordWork(
  { journal }: SandboxContext,
  { project, ids }: Pick<BackgroundWork, 'project' | 'ids'>,
  subject: string,
  effect: string | null,
  failure: WorkFailure | null = null,
): void {
  const { code = 0, fault = null } = failure ?? {};
  const owner = project.id;
  journal.add({
    kind: 'work',
    service: 'localization',
    subject,
    owner,
    code,
    effect,
    answered: true,
    fault,
    ids,
  });
}

/** Reports the end of the work in the journal and by its callback. */
export function complete(
  context: LocalizationContext,
  work: BackgroundWork,
  effect: string,
  detail: Record<string, unknown>,
): void {
  recordWork(context, work, `${work.name} completed`, effect);
  context.callbacks.send(work, `${work.event}.completed`, detail);
}

/** As `complete`, for work that failed. */
export function fail(
  context: LocalizationContext,
  work: BackgroundWork,
  failure: WorkFailure,
  detail: Record<string, unknown>,
): void {
  recordWork(context, work, `${work.name} failed`, null, failure);
  context.callbacks.send(work, `${work.event}.failed`, detail, failure.reason);
}

/** One TRANSLATE workflow: seven sub-steps, each with a progress event, and translations at their end. */
interface TranslationRun {
  work: BackgroundWork;
  task: Task;
  job: Job;
  /** Its name in fault rules. */
  kind: 'translate' | 'supplement';
  languages: readonly string[];
  skipTm?: boolean;
  skipTb?: boolean;
  onStepBegun?: (step: TranslateStep) => void;
  onDone: () => void;
  onFailed: (failure: WorkFailure) => void;
}

export function runTranslation(context: LocalizationContext, run: TranslationRun): void {
  const { work, task, job, languages } = run;
  const failure = strikeWork(context, run.kind);
  const glossary = run.skipTb ? noTerms : glossaryOf(work.project);
  const rows_total = task.strings.length * languages.length;

  const begin = (index: number): void => {
    const step = translateSteps[index];
    if (step === undefined) {
      finish();
      return;
    }
    changeJob(context, job, { status: 'RUNNING', step });
    run.onStepBegun?.(step);
    context.clock.after(context.profile.pace.stepMs, () => {
      if (failure !== null) {
        changeJob(context, job, { status: 'FAILED', error: failure.reason });
        run.onFailed(failure);
        return;
      }
      const detail = { step, step_index: index + 1, rows_done: rows_total, rows_total };
      context.callbacks.send(work, step, detail);
      begin(index + 1);
    });
  };

  const finish = (): void => {
    const memory = run.skipTm ? new Map<string, never>() : work.project.memory;
    // The current strings are used, because another workflow may have added languages meanwhile.
    task.strings = translateInto(task.strings, { languages, glossary, memory });
    changeJob(context, job, { status: 'COMPLETED' });
    run.onDone();
  };

  begin(0);
}

function glossaryOf({ termbase, sourceLanguage }: Project): Glossary {
  return new Glossary([...termbase.values()].filter((term) => term.source_language === sourceLanguage));
}
