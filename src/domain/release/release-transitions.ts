/** The transitions of a release's record: pure functions of the record, the event and the time. */
import { reopenStages } from './release-languages';
import {
  currentStage,
  type ReportedEnd,
  type ReleaseRecord,
  type Resolution,
  type Supplement,
} from './release-record';
import type { Problem } from '../problems/problem';
import { withApplication } from '../problems/problem-catalogue';
import type { ReleaseState } from './release-states';
import type { StageName } from './stages';
import type { Hold, Stage, WaitingFor } from './status';

const MAX_DELIVERIES = 100;
const MAX_WARNINGS = 50;
const MAX_REPORTED_ENDS = 10;

export function stageOf({ stages }: { stages: Stage[] }, name: StageName): Stage {
  const stage = stages.find((candidate) => candidate.name === name);
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

export function addWarning(record: Pick<ReleaseRecord, 'warnings'>, warning: string): void {
  if (record.warnings.includes(warning)) return;
  record.warnings = [...record.warnings, warning].slice(-MAX_WARNINGS);
}

/** The release waits for a time that was set or that a service requested, or for other releases. */
export function holdStage(record: ReleaseRecord, name: StageName, hold: Hold): void {
  stageOf(record, name).state = 'waiting';
  record.state = 'waiting';
  record.hold = hold;
}

export function endStage(
  record: ReleaseRecord,
  name: StageName,
  state: 'done' | 'skipped',
  at: string,
): void {
  Object.assign(stageOf(record, name), { state, endedAt: at });
  record.progress = null;
  record.waitingFor = null;
  record.wait = null;
}

/** Another stage has to come first after all, or this one is repeated: its first start stays. */
export function postponeStage(record: ReleaseRecord, name: StageName): void {
  Object.assign(stageOf(record, name), { state: 'pending', endedAt: null });
  record.waitingFor = null;
  record.hold = null;
}

export function nextStage({ stages }: Pick<ReleaseRecord, 'stages'>): StageName | null {
  return stages.find(({ state }) => state !== 'done' && state !== 'skipped')?.name ?? null;
}

/** What the stage was to send was amended, so it begins anew; the announcement follows any late languages. */
export function overtakeStage(record: ReleaseRecord, name: StageName): void {
  postponeStage(record, name);
  if (name === 'announce') reopenForLateLanguages(record);
}

export function parkedProblem(record: ReleaseRecord, name: StageName): Problem | null {
  const isParked = record.waitingFor?.kind === 'decision' && stageOf(record, name).state === 'failed';
  return isParked ? record.problem : null;
}

/** Others have published since this release did, so that it publishes once more before it exports. */
export function publishAgain(record: ReleaseRecord): void {
  postponeStage(record, 'publish');
  postponeStage(record, 'export');
  record.publishJobId = null;
  record.publishedIn = null;
}

/** Others have published since, and a person wants the files of the project's current state. */
export function acceptPublished(record: ReleaseRecord, by: string): void {
  record.publishedIn = null;
  addWarning(
    record,
    `The files have what the project had when they were exported: others had published since this release did, and ${by} chose so.`,
  );
}

/** Skipping the supplement also drops the languages that it was to add. */
export function skipStage(record: ReleaseRecord, name: StageName, at: string): void {
  if (name === 'supplement') endSupplement(record);
  endStage(record, name, 'skipped', at);
}

/** Holds the release until a person decides; everything done so far stays. */
export function parkStage(record: ReleaseRecord, name: StageName, problem: Problem, at: string): void {
  stageOf(record, name).state = 'failed';
  // A retry starts the wait anew.
  record.wait = null;
  record.hold = null;
  record.sending = null;
  askForDecision(record, 'parked', problem, { since: at, dueAt: null });
}

/** Consumes the person's decision. The review's time did not run while nobody could decide. */
export function takeResolution(record: ReleaseRecord, name: StageName, at: string): Resolution {
  const { resolution, waitingFor, paused } = record;
  if (resolution === null) throw new Error('The release is parked without a decision.');
  // The time from a pause on is counted when the pause ends.
  if (name === 'confirm') addHeldTime(record, waitingFor?.since ?? at, earlier(at, paused?.at));
  record.state = 'running';
  record.problem = null;
  record.waitingFor = null;
  record.resolution = null;
  // A person who continues has checked the service; the effect is searched for once more.
  if (record.lostAnswer !== null) record.lostAnswer.looks = null;
  return resolution;
}

/** Time in which the release was parked as well is counted when a person has decided. */
export function addPausedTime(record: ReleaseRecord, at: string): void {
  const { paused, waitingFor } = record;
  const parkedAt = waitingFor?.kind === 'decision' ? waitingFor.since : undefined;
  if (paused !== null) addHeldTime(record, paused.at, earlier(at, parkedAt));
}

function earlier(one: string, other = one): string {
  return other < one ? other : one;
}

/** Time in which the review could not be decided does not count; before the review opened there was none to count. */
function addHeldTime({ review }: ReleaseRecord, from: string, to: string): void {
  if (review === null) return;
  const heldMs = Date.parse(to) - Math.max(Date.parse(from), review.openedAtMs);
  if (heldMs > 0) review.heldMs = (review.heldMs ?? 0) + heldMs;
}

/** The release is done, and open for another try on the accounts where the announcement failed. */
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
  record.problem = withApplication(problem, record.settings?.links ?? {});
  record.waitingFor = { kind: 'decision', ...times };
  record.resolution = null;
}

export function openReview(record: ReleaseRecord, times: Omit<WaitingFor, 'kind'>): void {
  stageOf(record, 'confirm').state = 'waiting';
  record.state = 'waiting';
  record.waitingFor = { kind: 'terms', ...times };
  record.progress = null;
}

/** Returns whether late languages require supplement, publish and export once more. */
export function reopenForLateLanguages(record: ReleaseRecord): boolean {
  if (record.lateLanguages.length === 0) return false;
  reopenStages(record);
  return true;
}

/** The languages of the supplement are no longer late: they were added, or a person left them out. */
export function endSupplement(record: ReleaseRecord): void {
  const { supplement, lateLanguages } = record;
  if (supplement !== null) {
    keepCompletions(record, supplement.heard ?? []);
    record.endedSupplements += 1;
  }
  record.lateLanguages = lateLanguages.filter(
    (language) => supplement?.languages.includes(language) !== true,
  );
  record.supplement = null;
}

export interface ReceivedCallback {
  deliveryId: string;
  taskId: string;
  event?: string;
  traceId?: string | undefined;
  error?: string | null | undefined;
  step?:
    | { step: string; stepIndex: number; rowsDone?: number | undefined; rowsTotal?: number | undefined }
    | undefined;
}

/** Each delivery counts once. Progress only changes the status; anything else hints at a change to be read. */
export function applyCallback(
  record: ReleaseRecord,
  { deliveryId, taskId, event, traceId, error = null, step }: ReceivedCallback,
): void {
  const { seenDeliveries } = record;
  // The task of an earlier run of this release has the same callback address. A callback without a task id is valid.
  const isOfAnother = record.taskId !== null && taskId !== '' && taskId !== record.taskId;
  if (record.ended || isOfAnother) return;
  if (seenDeliveries.includes(deliveryId)) return;
  seenDeliveries.push(deliveryId);
  if (seenDeliveries.length > MAX_DELIVERIES) seenDeliveries.shift();
  // Only the callback reports a supplement that could not be started, and it may be the only sign of an ended one.
  if (traceId !== undefined && taskId !== '' && (event === 'task.failed' || event === 'task.completed')) {
    const reported = { failed: event === 'task.failed', reason: error, traceId };
    if (record.supplement === null) keepCompletions(record, [reported]);
    else record.supplement.heard = [...(record.supplement.heard ?? []), reported].slice(-MAX_REPORTED_ENDS);
  }
  if (step === undefined || stageOf(record, 'confirm').state === 'waiting') record.callbackReceived = true;
  else showStep(record, step);
}

function keepCompletions(record: ReleaseRecord, ends: readonly ReportedEnd[]): void {
  const completed = ends.filter(({ failed, traceId }) => !failed && traceId !== '');
  const traces = [...record.completedTraces, ...completed.map(({ traceId }) => traceId)];
  record.completedTraces = [...new Set(traces)].slice(-MAX_REPORTED_ENDS);
}

/** The completions so far and still to come: a late one must not be taken for that of the next supplement. */
export function completionsBefore({
  completedTraces,
  endedSupplements,
}: ReleaseRecord): Required<Pick<Supplement, 'completedBefore' | 'untoldBefore'>> {
  const untoldBefore = Math.max(0, 1 + endedSupplements - completedTraces.length);
  return { completedBefore: [...completedTraces], untoldBefore };
}

/** The completions since a supplement was requested, if they are more than the outstanding earlier ones. */
export function newCompletions({
  heard: reported = [],
  completedBefore = [],
  untoldBefore = 0,
}: Pick<Supplement, 'heard' | 'completedBefore' | 'untoldBefore'>): ReportedEnd[] {
  const isNew = ({ failed, traceId }: ReportedEnd): boolean =>
    !failed && traceId !== '' && !completedBefore.includes(traceId);
  const recent = reported.filter(isNew);
  return new Set(recent.map(({ traceId }) => traceId)).size > untoldBefore ? recent : [];
}

/** Steps may be reported out of order. The status only moves forward. */
function showStep(
  record: ReleaseRecord,
  { step, stepIndex, rowsDone, rowsTotal }: NonNullable<ReceivedCallback['step']>,
): void {
  const { progress } = record;
  if (stageOf(record, 'translate').state !== 'running' || stepIndex < (progress?.stepIndex ?? 0)) return;
  record.progress = {
    step,
    stepIndex,
    rowsDone: rowsDone ?? 0,
    rowsTotal: rowsTotal ?? progress?.rowsTotal ?? 0,
  };
}

/** No transition follows this one. */
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
  record.sending = null;
}

/** The call that started the work a stage waits for: its own, or that of an earlier stage. */
const startedIn: Readonly<Partial<Record<StageName, readonly StageName[]>>> = {
  scan: ['create'],
  translate: ['confirm', 'create'],
};

/** Records the trace id and the warnings in the reply to a call that changed something. */
export function keepReply(
  record: ReleaseRecord,
  stage: StageName,
  { traceId = null, warning }: { traceId?: string | null; warning?: string },
): void {
  if (warning !== undefined) addWarning(record, warning);
  if (traceId === null) return;
  record.traces[stage] = traceId;
  // A repeated stage keeps its earlier reply.
  if (!record.effects.some((effect) => effect.traceId === traceId)) record.effects.push({ stage, traceId });
}

/** A person who contacts the service's support about a problem needs the trace id of its call. */
export function withTrace(record: ReleaseRecord, stage: StageName, problem: Problem): Problem {
  if ((problem.traceIds ?? []).length > 0) return problem;
  const [traceId] = (startedIn[stage] ?? [stage]).flatMap((name) => record.traces[name] ?? []);
  return traceId === undefined ? problem : { ...problem, traceIds: [traceId] };
}
