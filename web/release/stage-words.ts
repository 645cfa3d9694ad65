import type { Form } from '../../src/domain/problems/problem';
import { endedStates } from '../../src/domain/release/release-states';
import { stageTitles, type StageName, type StageState } from '../../src/domain/release/stages';
import type { ReleaseStatus, Stage } from '../../src/domain/release/status';
import { sentence } from '../../src/domain/text/sentence';
import { targetOutcome } from '../../src/domain/release/target-outcome';
import { nowMs } from '../components/when';
import { counted, localTimeText, numberText } from '../format';

const problemTitles = {
  partial: 'Announcement failed on some accounts',
  rejected: 'The terms were rejected',
  cancelled: 'The release was cancelled',
};

export interface StageStanding {
  words: string;
  look: StageState | 'partial' | 'ended';
}

type Standing = Pick<Stage, 'name' | 'state' | 'startedAt'>;

/** Whether the release includes the stage, done or planned. */
export function isRequested({ name, state, startedAt }: Standing, planned: readonly StageName[]): boolean {
  if (state === 'skipped') return startedAt !== null;
  return state !== 'pending' || planned.includes(name);
}

export function stageStanding(
  { name, state: stage, startedAt }: Standing,
  { state, announcement }: Pick<ReleaseStatus, 'state' | 'announcement'>,
  planned: readonly StageName[],
): StageStanding {
  if (!isRequested({ name, state: stage, startedAt }, planned))
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

/** `Released in 3 languages: published, exported to 2 files, announced on 2 accounts` */
export function outcomeWords({
  state,
  stages,
  languages,
  export: exported,
  announcement,
}: Pick<ReleaseStatus, 'state' | 'stages' | 'languages' | 'export' | 'announcement'>): string {
  if (state !== 'done' && state !== 'partial') return `The release is ${state}`;
  const isPublished = stages.some(({ name, state: how }) => name === 'publish' && how === 'done');
  const files = exported?.files.length ?? 0;
  const targets = announcement?.targets ?? [];
  const accounts = targets.filter((target) => targetOutcome(target) === 'published').length;
  const results = [
    ...(isPublished ? ['published'] : []),
    ...(files > 0 ? [`exported to ${counted(files, 'file')}`] : []),
    ...(accounts > 0 ? [`announced on ${counted(accounts, 'account')}`] : []),
  ];
  const released = `${isPublished ? 'Released' : 'Translated'} in ${counted(languages.length, 'language')}`;
  return results.length === 0 ? released : `${released}: ${results.join(', ')}`;
}

/** The form of problems on the page: times in the reader's zone, and no commands. */
export const pageForm: Form = { time: (iso) => localTimeText(Date.parse(iso), nowMs.value) };

/** A gateway's text has UTC times, because the gateway does not know the reader's zone. */
export const inLocalTime = (text: string): string =>
  text.replace(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?( UTC|Z)/g, pageForm.time);

/** The reason why the terms cannot be reviewed now; null: they can. */
export function whyClosed({
  state,
  terms,
  waitingFor,
  paused,
  stages,
  decisions,
}: ReleaseStatus): string | null {
  if (waitingFor?.kind === 'terms') return null;
  const confirm = stages.find(({ name }) => name === 'confirm')?.state;
  if (confirm === 'pending' || (confirm === 'running' && terms === null))
    return 'The term scan has not ended yet.';
  if (confirm === 'failed' && state === 'parked')
    return 'The release is parked. What was changed in the terms is kept. Resolve it on its page, then continue the review.';
  const last = decisions.findLast(({ what }) => what === 'confirm terms' || what === 'reject terms');
  if (last === undefined)
    return confirm === 'running'
      ? 'The terms are being read or confirmed, and cannot be changed at the moment.'
      : 'The review is finished. The terms can no longer be changed.';
  const { by, at, what, why } = last;
  const isConfirmed = what === 'confirm terms';
  const how = `${isConfirmed ? 'confirmed' : 'rejected'} ${by === 'deadline' ? 'at their deadline' : `by ${by}`}`;
  const next =
    paused === null
      ? 'There is nothing left to do here.'
      : `The release is paused: it ${isConfirmed ? 'goes on' : 'ends'} once it is resumed.`;
  return `The terms were ${how} at ${pageForm.time(at)}${why === null ? '.' : `: ${sentence(why)}`} ${next}`;
}
