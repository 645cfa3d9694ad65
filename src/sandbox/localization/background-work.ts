/** Background work: how a fault ends it, its summary in `jobs[]`, and its line in the journal. */
import type { SandboxClock } from '../clock';
import type { Work } from '../faults';
import type { SandboxContext } from '../mount-service';
import type { Job, Project, Task } from './project-state';
import { translateSteps, type TranslateStep } from '../../localization/vocabulary';
import { Glossary, noTerms, translateInto } from './localized-string';

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
  clock: SandboxClock,
  task: Task,
  summary: Pick<Job, 'job_id' | 'job_type' | 'status' | 'row_count'>,
  isListed = true,
): Job {
  const now = clock.iso();
  const job: Job = { ...summary, step: '', error: null, created_at: now, updated_at: now };
  if (isListed) task.jobs.push(job);
  return job;
}

export function changeJob(
  clock: SandboxClock,
  job: Job,
  change: Partial<Pick<Job, 'status' | 'step' | 'error'>>,
): void {
  Object.assign(job, change, { updated_at: clock.iso() });
}

export function recordWork(
  { journal }: SandboxContext,
  project: Project,
  subject: string,
  ids: Record<string, string>,
  outcome: { effect: string } | { failure: WorkFailure },
): void {
  const failed = 'failure' in outcome;
  journal.add({
    kind: 'work',
    service: 'localization',
    subject,
    owner: project.id,
    code: failed ? outcome.failure.code : 0,
    effect: failed ? null : outcome.effect,
    answered: true,
    fault: failed ? outcome.failure.fault : null,
    ids,
  });
}

/** One TRANSLATE workflow: seven sub-steps, each with a progress event, and translations at their end. */
interface TranslationRun {
  project: Project;
  task: Task;
  job: Job;
  /** Its name in fault rules. */
  work: 'translate' | 'supplement';
  languages: readonly string[];
  skipTm?: boolean;
  skipTb?: boolean;
  onStepBegun?: (step: TranslateStep) => void;
  onStepDone: (step: TranslateStep, detail: Record<string, unknown>) => void;
  onDone: () => void;
  onFailed: (failure: WorkFailure) => void;
}

export function runTranslation(context: SandboxContext, run: TranslationRun): void {
  const { clock, profile } = context;
  const { project, task, job, languages } = run;
  const failure = strikeWork(context, run.work);
  const glossary = run.skipTb ? noTerms : glossaryOf(project);
  const rowsTotal = task.strings.length * languages.length;

  const begin = (index: number): void => {
    const step = translateSteps[index];
    if (step === undefined) {
      finish();
      return;
    }
    changeJob(clock, job, { status: 'RUNNING', step });
    run.onStepBegun?.(step);
    clock.after(profile.pace.stepMs, () => {
      if (failure !== null) {
        changeJob(clock, job, { status: 'FAILED', error: failure.reason });
        run.onFailed(failure);
        return;
      }
      run.onStepDone(step, { step, step_index: index + 1, rows_done: rowsTotal, rows_total: rowsTotal });
      begin(index + 1);
    });
  };

  const finish = (): void => {
    const memory = run.skipTm ? new Map<string, never>() : project.memory;
    // The current strings are used, because another workflow may have added languages meanwhile.
    task.strings = translateInto(task.strings, { languages, glossary, memory });
    changeJob(clock, job, { status: 'COMPLETED' });
    run.onDone();
  };

  begin(0);
}

function glossaryOf({ termbase, sourceLanguage }: Project): Glossary {
  return new Glossary([...termbase.values()].filter((term) => term.source_language === sourceLanguage));
}
