import type { StageName, StageState } from '../../../src/domain/stages';
import type { TranslateStep } from '../../../src/domain/translate-steps';

const titles: Readonly<Record<StageName, string>> = {
  create: 'Create',
  scan: 'Scan terms',
  confirm: 'Confirm terms',
  translate: 'Translate',
  supplement: 'Add languages',
  publish: 'Publish',
  export: 'Export',
  announce: 'Announce',
};

/** In tables, where there is less room. */
const names: Readonly<Record<StageName, string>> = {
  ...titles,
  scan: 'Scan',
  confirm: 'Confirm',
  supplement: 'Supplement',
};

const states: Readonly<Record<StageState, string>> = {
  pending: 'planned',
  running: 'running',
  waiting: 'waiting',
  done: 'done',
  skipped: 'skipped',
  failed: 'failed',
};

const steps: Readonly<Record<TranslateStep, string>> = {
  tmMatching: 'translation memory',
  tbMatching: 'termbase',
  kbExtraction: 'knowledge base',
  translateBatch: 'translation',
  lqaBatch: 'language check',
  translateEnhanceBatch: 'improvement',
  aiScoringBatch: 'scoring',
};

/** Stages of a release, how they stand, and the steps of its translation. */
export const stages = {
  titles,
  names,
  states,
  steps,
  /** What stopped a stage is told by what became of its release: a rejection is no failure. */
  stopped: { parked: 'parked', rejected: 'rejected', cancelled: 'cancelled' },
  notAskedFor: 'not asked for',
  notReached: 'not reached',
  failedOn: (failed: string, all: string) => `failed on ${failed} of ${all}`,
  all: 'All stages',
  place: (place: number, of: number) => `${place} of ${of}`,
};
