/** How far a release is, and how long it may still take, by how long the stages of earlier ones took. */
import { type StageName, stageNames, translateSteps } from './stages';
import type { ReleaseView, Stage, Progress, ReleaseStatus } from './status';
import { durationText } from '../text/duration';

/** From 0 to 1: whole stages, and the part of a translation that is done. */
export function releasePart({ state, stage, stages, progress }: ReleaseStatus): number {
  if (state === 'done') return 1;
  const ended = stages.filter((each) => each.state === 'done' || each.state === 'skipped').length;
  return (ended + stagePart(stage, progress)) / stageNames.length;
}

/** Only a translation reports its progress. The rows of a task in its other stages are those of its translation. */
function stagePart(stage: StageName | null, progress: Progress | null): number {
  if ((progress?.stepIndex ?? null) === null) return 0;
  const isTranslated = stage === 'translate' || stage === 'supplement';
  return progress !== null && isTranslated ? (partDone(progress) ?? 0) : 0;
}

/** `10 of 40 rows`; nothing where the rows are not those of the stage. */
export function rowsText(stage: StageName | null, progress: Progress | null): string {
  if (progress === null || stage !== 'translate' || progress.rowsTotal === 0) return '';
  return `${progress.rowsDone} of ${progress.rowsTotal} rows`;
}

/** Part of the stage that is done, from 0 to 1; null where nothing is known. */
export function partDone({ stepIndex, rowsDone, rowsTotal }: Progress): number | null {
  const ofStep = rowsTotal > 0 ? Math.min(1, rowsDone / rowsTotal) : 0;
  if (stepIndex !== null) return Math.min(1, (stepIndex - 1 + ofStep) / translateSteps.length);
  return rowsTotal > 0 ? ofStep : null;
}

export interface PastRelease {
  /** Strings times languages, at least 1; null where that is not known. */
  rows: number | null;
  /** 0: it was skipped. Stages are left out whose time does not predict that of others. */
  stageMs: Readonly<Partial<Record<StageName, number>>>;
}

/** Whether a person had to decide in a stage: then its time does not predict that of others. */
export function isDecidedIn(
  { startedAt, endedAt }: { startedAt?: string | null; endedAt?: string | null },
  decisions: readonly { what: string; at: string }[],
): boolean {
  const [from, to] = [Date.parse(startedAt ?? ''), Date.parse(endedAt ?? '')];
  return decisions.some(
    ({ what, at }) => /^res(olve|ume)/.test(what) && Date.parse(at) >= from && !(Date.parse(at) > to),
  );
}

interface Spread {
  leastMs: number;
  usualMs: number;
  mostMs: number;
}

export interface TimeLeft extends Spread {
  /** Whether the stage under way has already taken longer than it mostly does. */
  isLate: boolean;
  /** Whether a person has yet to review the terms: how long that takes is not part of it. */
  review: 'open' | 'ahead' | null;
}

/** Fewer show no spread. */
const LEAST_PAST = 3;
const MOST_PAST = 9;
/** Ten times as large, or a tenth: beyond that, a release does not predict ours. */
const FARTHEST = Math.log(10);

/** These take longer the more rows there are. */
const sizedStages: ReadonlySet<StageName> = new Set<StageName>([
  'create',
  'scan',
  'translate',
  'supplement',
  'publish',
  'export',
]);

const nothing: Spread = { leastMs: 0, usualMs: 0, mostMs: 0 };

/**
 * `past` has the newest first. Without news of the release, each of the three times only falls. null where it would be
 * no more than a guess.
 */
export function timeLeft(
  view: Pick<ReleaseView, 'state' | 'stages' | 'waitingFor' | 'hold' | 'paused' | 'retrying' | 'worker'>,
  { past, rows, nowMs }: { past: readonly PastRelease[]; rows: number | null; nowMs: number },
): TimeLeft | null {
  const isReviewed = view.waitingFor?.kind === 'terms';
  const isAlone = view.worker === 'absent' || view.worker === 'failing';
  const isStopped = view.hold !== null || view.paused !== null || view.retrying !== null || isAlone;
  if (isStopped || !(view.state === 'running' || isReviewed)) return null;
  const alike = nearest(past, rows);
  let left: Spread = nothing;
  let isLate = false;
  for (const stage of view.stages) {
    if (stage.name === 'confirm' || !['pending', 'running'].includes(stage.state)) continue;
    const whole = stageSpread(stage, alike, rows);
    if (whole === null) return null;
    const rest = stage.state === 'running' ? minus(whole, tookMs(stage, nowMs)) : whole;
    isLate ||= stage.state === 'running' && rest.mostMs === 0;
    left = plus(left, rest);
  }
  return {
    ...left,
    isLate,
    review: isReviewed ? 'open' : isReviewAhead(view.stages, alike) ? 'ahead' : null,
  };
}

/** How long a stage usually takes. null: there are too few earlier releases. */
export function usualStageMs(
  stage: Stage,
  { past, rows }: { past: readonly PastRelease[]; rows: number | null },
): number | null {
  return stageSpread(stage, nearest(past, rows), rows)?.usualMs ?? null;
}

/** Of about our size; where a size is not known, the newest. */
function nearest(past: readonly PastRelease[], rows: number | null): PastRelease[] {
  const distance = (release: PastRelease): number =>
    rows === null ? 0 : release.rows === null ? FARTHEST : Math.abs(Math.log(sizeRatio(release, rows)));
  return past
    .filter((release) => distance(release) <= FARTHEST)
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, MOST_PAST);
}

function stageSpread(
  { name, state }: Stage,
  past: readonly PastRelease[],
  rows: number | null,
): Spread | null {
  const times = past
    .flatMap((release) => {
      const ms = release.stageMs[name];
      // One that is under way will not be skipped.
      if (ms === undefined || (ms === 0 && state === 'running')) return [];
      return [sizedStages.has(name) ? ms * sizeRatio(release, rows) : ms];
    })
    .sort((one, other) => one - other);
  if (times.length < LEAST_PAST) return null;
  const at = (part: number): number => times[Math.round(part * (times.length - 1))] ?? 0;
  return { leastMs: at(0.1), usualMs: at(0.5), mostMs: at(0.9) };
}

function sizeRatio({ rows: theirs }: PastRelease, ours: number | null): number {
  return theirs === null || ours === null ? 1 : ours / theirs;
}

/** The clock of a terminal may lag behind that of the worker. */
function tookMs({ startedAt }: Stage, nowMs: number): number {
  return startedAt === null ? 0 : Math.max(0, nowMs - Date.parse(startedAt));
}

function isReviewAhead(stages: readonly Stage[], past: readonly PastRelease[]): boolean {
  const isPending = stages.some(({ name, state }) => name === 'confirm' && state === 'pending');
  const reviewed = past.filter(({ stageMs }) => (stageMs.confirm ?? 0) > 0);
  return isPending && reviewed.length * 2 > past.length;
}

function plus(one: Spread, other: Spread): Spread {
  return {
    leastMs: one.leastMs + other.leastMs,
    usualMs: one.usualMs + other.usualMs,
    mostMs: one.mostMs + other.mostMs,
  };
}

function minus({ leastMs, usualMs, mostMs }: Spread, ms: number): Spread {
  const less = (whole: number): number => Math.max(0, whole - ms);
  return { leastMs: less(leastMs), usualMs: less(usualMs), mostMs: less(mostMs) };
}

const steps = [
  { belowMs: 60_000, stepMs: 5_000 },
  { belowMs: 3_600_000, stepMs: 60_000 },
  { belowMs: Infinity, stepMs: 900_000 },
] as const;

/** `about 12 min left (8–20 min)`: rounded up, so that no word promises more than is known. */
export function timeLeftText({ leastMs, usualMs, mostMs, isLate, review }: TimeLeft): string {
  if (isLate) return 'taking longer than usual';
  const when = { open: 'after the review', ahead: 'left, without the review', none: 'left' }[
    review ?? 'none'
  ];
  const most = rough(mostMs);
  if (usualMs === 0) return `up to ${most} ${when}`;
  const spread = rough(leastMs) === most ? '' : ` (${rangeText(rough(leastMs), most)})`;
  return `about ${rough(usualMs)} ${when}${spread}`;
}

/** Rounded up to what can be known: the longer it is, the less exactly. */
function roughMs(ms: number): number {
  const { stepMs } = steps.find(({ belowMs }) => ms <= belowMs) ?? steps[2];
  return Math.max(1, Math.ceil(ms / stepMs)) * stepMs;
}

const rough = (ms: number): string => durationText(roughMs(ms));

/** `8–20 min`, `45 s – 3 min` */
function rangeText(least: string, most: string): string {
  const [, count = '', unit] = /^(\d+) (\w+)$/.exec(least) ?? [];
  return unit !== undefined && most.split(' ').slice(1).join(' ') === unit
    ? `${count}–${most}`
    : `${least} – ${most}`;
}
