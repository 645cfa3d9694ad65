/** One TRANSLATE workflow: seven sub-steps, each with its progress event, and translations at the end of them. */
import { translateSteps, type TranslateStep } from '../../localization/vocabulary';
import { Glossary } from './glossary';
import type { LocalizationContext } from './handler';
import { noTerms, translateInto } from './localized-string';
import type { Job, Project, Task } from './project-state';
import { changeJob, strikeWork, type WorkFailure } from './background-work';

export interface TranslationRun {
  project: Project;
  task: Task;
  job: Job;
  /** Its name to the faults. */
  work: 'translate' | 'supplement';
  languages: readonly string[];
  skipTm?: boolean;
  skipTb?: boolean;
  onStepBegun?: (step: TranslateStep) => void;
  onStepDone: (step: TranslateStep, detail: Record<string, unknown>) => void;
  onDone: () => void;
  onFailed: (failure: WorkFailure) => void;
}

export function runTranslation(context: LocalizationContext, run: TranslationRun): void {
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
    // From the strings as they are now: another workflow may have added languages meanwhile.
    task.strings = translateInto(task.strings, { languages, glossary, memory });
    changeJob(clock, job, { status: 'COMPLETED' });
    run.onDone();
  };

  begin(0);
}

function glossaryOf({ termbase, sourceLanguage }: Project): Glossary {
  return new Glossary([...termbase.values()].filter((term) => term.source_language === sourceLanguage));
}
