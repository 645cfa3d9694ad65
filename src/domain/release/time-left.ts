/** Estimates a release's progress and remaining time from the stage times of earlier releases. */
import { type StageName, stageNames, translateSteps } from './stages';
import type { ReleaseView, Stage, Progress, ReleaseStatus } from './status';
import { durationText } from '../text/duration';

/** From 0 to 1: whole stages, and the part of a translation that is done. */
export function releasePart({ state, stage, stages, progress }: ReleaseStatus): number {
  if (state === 'done') return 1;
  const ended = stages.filter((each) => each.state === 'done' || each.state === 'skipped').length;
  return (ended + stagePart(stage, progress)) / stageNames.length;
}

/** Only a translation reports its progress. In other stages, the task's rows are those of its translation. */
function stagePart(stage: StageName | null, progress: Progress | null): number {
  if ((progress?.stepIndex ?? null) === null) return 0;
  const isTranslated = stage === 'translate' || stage === 'supplement';
  return progress !== null && isTranslated ? (partDone(progress) ?? 0) : 0;
}

/** Renders `10 of 40 rows`; empty where the rows are not those of the stage. */
export function rowsText(stage: StageName | null, progress: Progress | null): string {
  if (progress === null || stage !== 'translate' || progress.rowsTotal === 0) return '';
  return `${progress.rowsDone} of ${progress.rowsTotal} rows`;
}

/** From 0 to 1; null where nothing is known. */
export function partDone({ stepIndex, rowsDone, rowsTotal }: Progress): number | null {
  const ofStep = rowsTotal > 0 ? Math.min(1, rowsDone / rowsTotal) : 0;
  if (stepIndex !== null) return Math.min(1, (stepIndex - 1 + ofStep) / translateSteps.length);
  return rowsTotal > 0 ? ofStep : null;
}

export interface PastRelease {
  /** Strings times languages, at least 1; null where that is not known. */
  rows: number | null;
  /** 0: the stage was skipped. Stages whose time does not predict that of others are left out. */
  stageMs: Readonly<Partial<Record<StageName, number>>>;
}

/** The time of a stage in which a person had to decide does not predict that of others. */
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
  /** Whether the current stage has already taken longer than it mostly does. */
  isLate: boolean;
  /** The term review still to come, whose time is not part of the estimate. */
  review: 'open' | 'ahead' | null;
}

/** Fewer releases show no spread. */
const LEAST_PAST = 3;
const MOST_PAST = 9;
/** A release ten times as large, or a tenth as large, does not predict this one. */
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

/** `past` has the newest first. Each time only falls while the release stays as it is. null: it would be a guess. */
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
    const doneMs = stage.state === 'running' ? tookMs(stage, nowMs) : 0;
    const rest = mapped(whole, (ms) => Math.max(0, ms - doneMs));
    isLate ||= stage.state === 'running' && rest.mostMs === 0;
    left = mapped(left, (ms, key) => ms + rest[key]);
  }
  return {
    ...left,
    isLate,
    review: isReviewed ? 'open' : isReviewAhead(view.stages, alike) ? 'ahead' : null,
  };
}

/** null: there are too few earlier releases. */
export function usualStageMs(
  stage: Stage,
  { past, rows }: { past: readonly PastRelease[]; rows: number | null },
): number | null {
  return stageSpread(stage, nearest(past, rows), rows)?.usualMs ?? null;
}

/** The releases of the most similar size, or the newest where the size is not known. */
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
      // A running stage will not be skipped.
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

function mapped(of: Spread, change: (ms: number, key: keyof Spread) => number): Spread {
  const { leastMs, usualMs, mostMs } = of;
  return {
    leastMs: change(leastMs, 'leastMs'),
    usualMs: change(usualMs, 'usualMs'),
    mostMs: change(mostMs, 'mostMs'),
  };
}

const steps = [
  { belowMs: 60_000, stepMs: 5_000 },
  { belowMs: 3_600_000, stepMs: 60_000 },
  { belowMs: Infinity, stepMs: 900_000 },
] as const;

/** Renders `about 12 min left (8–20 min)`, rounded up so that the text never promises too much. */
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

/** The longer a time is, the more coarsely it is rounded up. */
function roughMs(ms: number): number {
  const { stepMs } = steps.find(({ belowMs }) => ms <= belowMs) ?? steps[2];
  return Math.max(1, Math.ceil(ms / stepMs)) * stepMs;
}

const rough = (ms: number): string => durationText(roughMs(ms));

/** Renders `8–20 min` or `45 s – 3 min`. */
function rangeText(least: string, most: string): string {
  const [, count = '', unit] = /^(\d+) (\w+)$/.exec(least) ?? [];
  return unit !== undefined && most.split(' ').slice(1).join(' ') === unit
    ? `${count}–${most}`
    : `${least} – ${most}`;
}
