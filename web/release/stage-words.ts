/** What stages, states and sub-steps are called on the page. */
import { endedStates, type ReleaseState } from '../../src/domain/release-states';
import type { StageName, StageState } from '../../src/domain/stages';
import type { ReleaseStatus, Stage } from '../../src/domain/status';
import { targetOutcome } from '../../src/domain/target-outcome';
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

/** What a release does in a stage, for the beginning of a sentence. */
export const stageDeeds: Readonly<Record<StageName, string>> = {
  create: 'Creating the task',
  scan: 'Scanning for terms',
  confirm: 'Confirming the terms',
  translate: 'Translating',
  supplement: 'Adding languages',
  publish: 'Publishing',
  export: 'Exporting',
  announce: 'Announcing',
};

const stateWords: Readonly<Record<StageState, string>> = {
  pending: 'planned',
  running: 'running',
  waiting: 'waiting',
  done: 'done',
  skipped: 'skipped',
  failed: 'failed',
};

/** How a stage stands, and the look that it is shown with. */
export interface StageStanding {
  words: string;
  look: StageState | 'partial' | 'ended';
}

/** What stopped a stage is told by what became of its release: a rejection is no failure. */
const stoppedWords: Readonly<Partial<Record<ReleaseState, StageStanding>>> = {
  parked: { words: 'parked', look: 'failed' },
  rejected: { words: 'rejected', look: 'ended' },
  cancelled: { words: 'cancelled', look: 'ended' },
};

type Standing = Pick<Stage, 'name' | 'state' | 'startedAt'>;

/** Whether its release has it at all, done or to be done. */
export function isAskedFor({ name, state, startedAt }: Standing, planned: readonly StageName[]): boolean {
  if (state === 'skipped') return startedAt !== null;
  return state !== 'pending' || planned.includes(name);
}

export function stageStanding(
  { name, state: stage, startedAt }: Standing,
  { state, announcement }: Pick<ReleaseStatus, 'state' | 'announcement'>,
  planned: readonly StageName[],
): StageStanding {
  if (!isAskedFor({ name, state: stage, startedAt }, planned))
    return { words: 'not asked for', look: 'skipped' };
  if (stage === 'failed') return stoppedWords[state] ?? { words: stateWords.failed, look: 'failed' };
  if (stage === 'done' && name === 'announce') {
    const targets = announcement?.targets ?? [];
    const failed = targets.filter((target) => targetOutcome(target) === 'failed').length;
    if (failed > 0) return { words: `failed on ${failed} of ${targets.length}`, look: 'partial' };
  }
  if (stage !== 'pending') return { words: stateWords[stage], look: stage };
  return { words: endedStates.has(state) ? 'not reached' : 'planned', look: 'pending' };
}

/** Over what stopped a release. */
export function problemTitle({
  state,
  stage,
  paused,
}: Pick<ReleaseStatus, 'state' | 'stage' | 'paused'>): string {
  if (state === 'partial') return 'Announcement failed on some accounts';
  if (state === 'rejected') return 'The terms were rejected';
  if (state === 'cancelled') return 'The release was cancelled';
  if (paused !== null && state === 'waiting') return 'The release is paused';
  return stage === null ? 'Problem' : `${stageTitles[stage]} ${state === 'parked' ? 'is parked' : 'failed'}`;
}

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
