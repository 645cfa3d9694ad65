/**
 * How a release's record changes: with each stage that begins, ends or cannot go on, with each callback, and at its
 * end. Pure functions of the record, what happened and when; the workflow adds waiting, calls and showing.
 */
import { reopenStages } from './late-languages';
import { currentStage, type HeardEnd, type ReleaseRecord, type Supplement } from './release-record';
import type { ReleaseState } from './release-states';
import type { StageName } from './stages';
import type { Hold, Pause, Problem, Stage, WaitingFor } from './status';

const KEPT_DELIVERIES = 100;
const KEPT_WARNINGS = 50;
const KEPT_HEARD = 10;

export function stageOf(record: ReleaseRecord, name: StageName): Stage {
  const stage = record.stages.find((candidate) => candidate.name === name);
  if (stage === undefined) throw new Error(`There is no stage ${name}.`);
  return stage;
}

export function beginStage(record: ReleaseRecord, name: StageName, at: string): void {
  const stage = stageOf(record, name);
  stage.state = 'running';
  stage.startedAt ??= at;
  stage.endedAt = null;
  record.state = 'running';
  record.problem = null;
  record.waitingFor = null;
  record.hold = null;
}

/** Told once, however often it is found. */
export function warn(record: ReleaseRecord, warning: string): void {
  if (record.warnings.includes(warning)) return;
  record.warnings = [...record.warnings, warning].slice(-KEPT_WARNINGS);
}

/** It waits for a time that was set or that a service asked for, or for other releases. */
export function holdStage(record: ReleaseRecord, name: StageName, hold: Hold): void {
  stageOf(record, name).state = 'waiting';
  record.hold = hold;
}

export function endStage(
  record: ReleaseRecord,
  name: StageName,
  state: 'done' | 'skipped',
  at: string,
): void {
  const stage = stageOf(record, name);
  stage.state = state;
  stage.endedAt = at;
  record.progress = null;
  record.waitingFor = null;
  record.wait = null;
}

/** Something else has to be done before it after all. */
export function postponeStage(record: ReleaseRecord, name: StageName): void {
  Object.assign(stageOf(record, name), { state: 'pending', startedAt: null, endedAt: null });
  record.waitingFor = null;
}

/** A person goes on without the stage, and without the languages that it was to add. */
export function skipStage(record: ReleaseRecord, name: StageName, at: string): void {
  if (name === 'supplement') endSupplement(record);
  endStage(record, name, 'skipped', at);
}

/** Holds the release until a person decides; everything done so far stays. */
export function parkStage(record: ReleaseRecord, name: StageName, problem: Problem, at: string): void {
  stageOf(record, name).state = 'failed';
  // Whoever retries waits anew.
  record.wait = null;
  record.hold = null;
  askForDecision(record, 'parked', problem, { since: at, dueAt: null });
}

/** A person has decided; while nobody could, the time for the review stood still. */
export function endPark(record: ReleaseRecord, name: StageName, { heldMs }: { heldMs: number }): void {
  record.waitingFor = null;
  if (name === 'confirm') addHeldTime(record, heldMs);
}

export function addHeldTime({ review }: ReleaseRecord, heldMs: number): void {
  if (review !== null) review.heldMs = (review.heldMs ?? 0) + heldMs;
}

export function showPaused(record: ReleaseRecord, { at, by, why }: Pause): void {
  record.state = 'waiting';
  record.waitingFor = { kind: 'decision', since: at, dueAt: null };
  record.problem = {
    code: 'paused',
    message: `Paused by ${by}${why === null ? '' : ` (${why})`}. Everything done so far is kept. Resume it to go on.`,
  };
}

/** Released, and open for another try on the accounts where the announcement failed. */
export function openPartial(
  record: ReleaseRecord,
  problem: Problem,
  open: { since: string; dueAt: string },
): void {
  askForDecision(record, 'partial', problem, { ...open, onDue: 'end' });
}

function askForDecision(
  record: ReleaseRecord,
  state: 'parked' | 'partial',
  problem: Problem,
  times: Omit<WaitingFor, 'kind'>,
): void {
  record.state = state;
  record.problem = problem;
  record.waitingFor = { kind: 'decision', ...times };
  record.resolution = null;
}

export function openReview(record: ReleaseRecord, times: Omit<WaitingFor, 'kind'>): void {
  stageOf(record, 'confirm').state = 'waiting';
  record.state = 'waiting';
  record.waitingFor = { kind: 'terms', ...times };
  record.progress = null;
}

/** Whether there are languages for which supplement, publish and export have to be done once more. */
export function reopenForLateLanguages(record: ReleaseRecord): boolean {
  if (record.lateLanguages.length === 0) return false;
  reopenStages(record);
  return true;
}

/** The languages of the supplement are late no longer: they are there, or left out by a person. */
export function endSupplement(record: ReleaseRecord): void {
  const { supplement, lateLanguages } = record;
  if (supplement !== null) {
    keepCompletions(record, supplement.heard ?? []);
    record.endedSupplements = (record.endedSupplements ?? 0) + 1;
  }
  record.lateLanguages = lateLanguages.filter(
    (language) => supplement?.languages.includes(language) !== true,
  );
  record.supplement = null;
}

export interface HeardCallback {
  deliveryId: string;
  taskId: string;
  event?: string;
  traceId?: string | undefined;
  error?: string | null | undefined;
  step?:
    | { step: string; stepIndex: number; rowsDone?: number | undefined; rowsTotal?: number | undefined }
    | undefined;
}

/** Takes a callback once. Progress only changes the view; `look`: something may have changed at the service. */
export function hear(
  record: ReleaseRecord,
  { deliveryId, taskId, event, traceId, error = null, step }: HeardCallback,
): 'nothing' | 'progress' | 'look' {
  const { seenDeliveries } = record;
  // The task of an earlier run of this release calls back at the same address.
  if (record.ended || (record.taskId !== null && taskId !== record.taskId)) return 'nothing';
  if (seenDeliveries.includes(deliveryId)) return 'nothing';
  seenDeliveries.push(deliveryId);
  if (seenDeliveries.length > KEPT_DELIVERIES) seenDeliveries.shift();
  // A supplement that could not be started shows nowhere else, and one that has ended may not either.
  if (traceId !== undefined && (event === 'task.failed' || event === 'task.completed')) {
    const heard = { failed: event === 'task.failed', reason: error, traceId };
    if (record.supplement === null) keepCompletions(record, [heard]);
    else record.supplement.heard = [...(record.supplement.heard ?? []), heard].slice(-KEPT_HEARD);
  }
  if (step === undefined || stageOf(record, 'confirm').state === 'waiting') return 'look';
  return showStep(record, step) ? 'progress' : 'nothing';
}

function keepCompletions(record: ReleaseRecord, ends: readonly HeardEnd[]): void {
  const completed = ends.filter(({ failed, traceId }) => !failed && traceId !== '');
  const traces = [...(record.completedTraces ?? []), ...completed.map(({ traceId }) => traceId)];
  record.completedTraces = [...new Set(traces)].slice(-KEPT_HEARD);
}

/**
 * What was told of all that has ended so far, the translation and each supplement: the trace ids of completions, and how
 * many are still to come. One that comes late must not be taken for that of the next supplement.
 */
export function completionsBefore({
  completedTraces = [],
  endedSupplements = 0,
}: ReleaseRecord): Required<Pick<Supplement, 'completedBefore' | 'untoldBefore'>> {
  const untoldBefore = Math.max(0, 1 + endedSupplements - completedTraces.length);
  return { completedBefore: [...completedTraces], untoldBefore };
}

/** The completions since a supplement was asked for, where they are more than were still to come from before it. */
export function newCompletions({
  heard = [],
  completedBefore = [],
  untoldBefore = completedBefore.length > 0 ? 0 : Infinity,
}: Pick<Supplement, 'heard' | 'completedBefore' | 'untoldBefore'>): HeardEnd[] {
  const isNew = ({ failed, traceId }: HeardEnd): boolean =>
    !failed && traceId !== '' && !completedBefore.includes(traceId);
  const told = heard.filter(isNew);
  return new Set(told.map(({ traceId }) => traceId)).size > untoldBefore ? told : [];
}

/** Steps may be told out of order; the view only goes forward. */
function showStep(
  record: ReleaseRecord,
  { step, stepIndex, rowsDone, rowsTotal }: NonNullable<HeardCallback['step']>,
): boolean {
  const { progress } = record;
  if (stageOf(record, 'translate').state !== 'running' || stepIndex < (progress?.stepIndex ?? 0))
    return false;
  record.progress = {
    step,
    stepIndex,
    rowsDone: rowsDone ?? 0,
    rowsTotal: rowsTotal ?? progress?.rowsTotal ?? 0,
  };
  return true;
}

/** Nothing changes it after this. */
export function finish(
  record: ReleaseRecord,
  state: ReleaseState,
  problem: Problem | null,
  at: string,
): void {
  const open = currentStage(record);
  if (open !== null) Object.assign(stageOf(record, open), { state: 'failed', endedAt: at });
  record.ended = true;
  record.state = state;
  record.problem = problem;
  record.paused = null;
  record.waitingFor = null;
  record.hold = null;
  record.progress = null;
  record.wait = null;
}

/** The call that started what a stage waits for: its own, or that of a stage before it. */
const startedIn: Readonly<Partial<Record<StageName, readonly StageName[]>>> = {
  scan: ['create'],
  translate: ['confirm', 'create'],
};

/** Answers of before ids were kept have none, or are nothing at all. */
export function keepTrace(
  record: ReleaseRecord,
  stage: StageName,
  answer: { traceId?: string | null } | undefined,
): void {
  const traceId = answer?.traceId ?? null;
  if (traceId === null) return;
  record.traces = { ...record.traces, [stage]: traceId };
  const effects = record.effects ?? [];
  // A stage that is repeated keeps the answer it had.
  if (!effects.some((effect) => effect.traceId === traceId))
    record.effects = [...effects, { stage, traceId }];
}

/** Whoever asks the service about a problem names the call that it is about. */
export function withTrace(record: ReleaseRecord, stage: StageName, problem: Problem): Problem {
  if ((problem.traceIds ?? []).length > 0) return problem;
  const traces = record.traces ?? {};
  const [traceId] = (startedIn[stage] ?? [stage]).flatMap((name) => traces[name] ?? []);
  return traceId === undefined ? problem : { ...problem, traceIds: [traceId] };
}

/** For whoever cancels: what stays, because it cannot be undone. */
export function whatWasDone(record: ReleaseRecord): string {
  const kept: string[] = [];
  if (record.taskId !== null)
    kept.push(
      `task ${record.taskId} stays at the service, and ${awaitsReview(record) ? 'nothing of it is translated' : 'its translations are paid for'}`,
    );
  if (stageOf(record, 'publish').state === 'done')
    kept.push('the translations are published to the project and replaced the earlier ones');
  else if (record.publishJobId !== null)
    kept.push(`publish job ${record.publishJobId} was started and continues at the service`);
  if (record.files.length > 0)
    kept.push(
      `${record.files.length === 1 ? '1 exported file stays' : `${record.files.length} exported files stay`} in place`,
    );
  const { postId = null, publishSentAt = null, accepted = false, scheduledAt } = record.announcement ?? {};
  const { earlier } = record.announcement ?? {};
  if (earlier !== undefined) kept.push(`post ${earlier.postId} is published and cannot be recalled`);
  if (accepted) kept.push(`post ${postId ?? ''} is published and cannot be recalled`);
  else if (publishSentAt !== null && (earlier === undefined || postId !== null))
    kept.push(`post ${postId ?? ''} may be published (check in the application)`);
  else if (scheduledAt !== undefined)
    kept.push(
      `${postId === null ? 'a post' : `post ${postId}`} is scheduled at the service for ${scheduledAt}, and goes out unless it is deleted in the application`,
    );
  return kept.length === 0 ? 'Nothing had been done yet.' : `Cannot be undone: ${kept.join('; ')}.`;
}

/** The service translates nothing before the terms are confirmed. */
function awaitsReview({ review, stages }: ReleaseRecord): boolean {
  const isOpen = stages.some(({ name, state }) => name === 'confirm' && state === 'waiting');
  return isOpen && (review?.decision ?? null) === null;
}
