/** What stages, states and sub-steps are called on the page. */
import type { StageName, StageState } from '../../src/domain/stages';
import type { TranslateStep } from '../../src/domain/translate-steps';

export const stageTitles: Readonly<Record<StageName, string>> = {
  create: 'Create',
  scan: 'Scan terms',
  confirm: 'Confirm terms',
  translate: 'Translate',
  supplement: 'Add languages',
  publish: 'Publish',
  export: 'Export',
  announce: 'Announce',
};

export const stageStateWords: Readonly<Record<StageState, string>> = {
  pending: 'not started',
  running: 'running',
  waiting: 'waiting',
  done: 'done',
  skipped: 'skipped',
  failed: 'failed',
};

const subSteps: Readonly<Record<TranslateStep, string>> = {
  tmMatching: 'translation memory',
  tbMatching: 'termbase',
  kbExtraction: 'knowledge base',
  translateBatch: 'translation',
  lqaBatch: 'language check',
  translateEnhanceBatch: 'improvement',
  aiScoringBatch: 'scoring',
};

export const subStepWords = (step: string): string =>
  Object.hasOwn(subSteps, step) ? subSteps[step as TranslateStep] : step;
