/** How a stage and its release stand, in words. */
import { endedStates } from '../../src/domain/release-states';
import type { StageName, StageState } from '../../src/domain/stages';
import type { ReleaseStatus, Stage } from '../../src/domain/status';
import { targetOutcome } from '../../src/domain/target-outcome';
import { numberText } from '../count-text';
import { stageTitles } from '../stage-titles';

const problemTitles = {
  partial: 'Announcement failed on some accounts',
  rejected: 'The terms were rejected',
  cancelled: 'The release was cancelled',
};

/** How a stage stands, and the look that it is shown with. */
export interface StageStanding {
  words: string;
  look: StageState | 'partial' | 'ended';
}

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
  if (stage === 'failed') {
    if (state === 'parked') return { words: 'parked', look: 'failed' };
    if (state === 'rejected' || state === 'cancelled') return { words: state, look: 'ended' };
  }
  if (stage === 'done' && name === 'announce') {
    const targets = announcement?.targets ?? [];
    const failed = targets.filter((target) => targetOutcome(target) === 'failed').length;
    if (failed > 0)
      return { words: `failed on ${numberText(failed)} of ${numberText(targets.length)}`, look: 'partial' };
  }
  if (stage === 'pending' && endedStates.has(state)) return { words: 'not reached', look: 'pending' };
  return { words: stage === 'pending' ? 'planned' : stage, look: stage };
}

/** Over what keeps a release from going on. */
export function situationTitle({
  state,
  stage,
  problem,
  hold,
  waitingFor,
}: Pick<ReleaseStatus, 'state' | 'stage' | 'problem' | 'hold' | 'waitingFor'>): string {
  if (problem === null) {
    if (waitingFor?.kind === 'terms') return 'Waiting for a person';
    return state === 'paused' || hold === null ? 'Paused' : 'Held back';
  }
  if (state === 'partial' || state === 'rejected' || state === 'cancelled') return problemTitles[state];
  if (stage === null) return 'Problem';
  return `${stageTitles[stage]} ${state === 'parked' ? 'is parked' : 'failed'}`;
}
