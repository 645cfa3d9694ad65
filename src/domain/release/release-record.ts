/**
 * All that a release remembers, in one plain object: what its status is made of, what a repeated stage needs
 * to go on instead of starting over, and what a continued run takes along.
 */
import type { ApplicationLinks } from '../application-links';
import { releaseId, type ReleaseName } from './identity';
import type { NoticeEvent } from '../notices/notice';
import type { ReportedOccurrence } from '../notices/notice-schema';
import type { QuietHours } from '../schedules/wall-clock';
import type { ReleaseInput } from './release-input';
import { choicesOf, messageOf, reasonsOf } from '../problems/choices';
import type { Account, Problem } from '../problems/problem';
import { stageNames, type ResolveAction, type StageName } from './stages';
import type {
  Stage,
  AnnouncedTarget,
  Completeness,
  Decision,
  ExportedAs,
  ExportedFile,
  Hold,
  Pause,
  Progress,
  ReleaseStatus,
  WaitingFor,
  TermSheetRef,
} from './status';
import type { ReleaseState } from './release-states';

export interface ReleaseRecord {
  /** The run in which this release began: part of every key, the same in continued runs. */
  firstRunId: string;
  state: ReleaseState;
  /** No message changes anything any more. */
  ended: boolean;
  stages: Stage[];
  waitingFor: WaitingFor | null;
  /** Who has it paused: until they resume it, no write passes. */
  paused: Pause | null;
  /** Until when it holds itself back, and why. */
  hold: Hold | null;
  /** What a person has just decided about it while it was parked or partial. */
  resolution: Resolution | null;
  /** The slow work that the release waits for, and since when: a continued run goes on with that wait. */
  wait: { what: string; sinceMs: number } | null;
  /** Whether a callback has hinted at a change that has not been read yet. */
  callbackReceived: boolean;
  progress: Progress | null;
  problem: Problem | null;
  /** What may go wrong, by our reading of the services' documentation. */
  warnings: string[];
  /** The newest of them. */
  decisions: Decision[];
  /** Where the earlier decisions are stored, and how many. Absent: these are all. */
  earlierDecisions?: EarlierDecisions;
  /** How many terms each operator edited or deleted; the edits themselves are in the history. */
  termChanges: Record<string, number>;
  settings: WorkerSettings | null;
  /** Readings of what the services leave open that are forced, by the id of the assumption; read with the settings. */
  readings: Readonly<Record<string, string>>;
  taskId: string | null;
  /** Jobs of the task seen so far: one that is not among them was started by the call whose reply was lost. */
  knownJobIds: string[];
  /** The call whose reply was lost: its effect is searched for before the call is repeated. */
  lostAnswer: LostReply | null;
  /** The stage whose call is being made: what it sends cannot be amended any more. */
  sending: StageName | null;
  /** The name of its wish for the project's turn to publish and export; null: it wants none. */
  ticket: string | null;
  /** The turn, by its number; null: not held. */
  turn: number | null;
  /** The turn in which it published: what others published since is known by it. */
  publishedIn: number | null;
  languages: string[];
  lateLanguages: string[];
  supplement: Supplement | null;
  terms: TermSheetRef | null;
  review: Review | null;
  publishJobId: string | null;
  files: ExportedFile[];
  completeness: Completeness[];
  /** The settings of the export, as the service reported them. */
  exportedAs: ExportedAs | null;
  /** What the service calls the call that started a stage's work. */
  traces: Partial<Record<StageName, string>>;
  /** Each call that changed something. */
  effects: { stage: StageName; traceId: string }[];
  /** Trace ids of the completions that the service has reported. A later supplement has another one. */
  completedTraces: string[];
  /** How many supplements have ended: each has a completion of its own, which may still be on its way. */
  endedSupplements: number;
  /** Languages that were to be exported and are in no file: not announced. */
  missingLanguages: string[];
  announcement: Announcement | null;
  /** How many drafts of the announcement were made: each has a key of its own. */
  drafts: number;
  /** How many times each event was put into the outbox. */
  told: Partial<Record<NoticeEvent, number>>;
  /** Notices that have still to be handed over, the oldest first. */
  outbox: ReportedOccurrence[];
  /** The results of recent updates, by the id of the update: one that is repeated in a later run is not done again. */
  answers: { updateId: string; answer: unknown }[];
  /** The newest callback deliveries that were handled. Duplicates come close to each other. */
  seenDeliveries: string[];
}

/** Facts of the worker's configuration that the workflow needs; read once, so that they are in its history. */
export interface WorkerSettings {
  minCheckIntervalMs: number;
  templateId: string | null;
  /** Those that the template names, in our spelling. */
  templateLanguages: string[];
  accounts: Account[];
  /** Pages of the application of the social service. Absent: not reported. */
  links?: ApplicationLinks;
  /** Whether who started the release may not confirm its terms. */
  fourEyes: boolean;
  /** When it is not announced, unless a person has set its time. */
  quietHours: QuietHours | null;
}

/** A part of the decisions, by its digest in the store. Each part names the one before it. */
interface EarlierDecisions {
  digest: string;
  count: number;
}

export interface LostReply {
  what: string;
  sentAt: string;
  /** How often it was requested. */
  attempts: number;
  /** How many times its effect was searched for since. null: a person decided to continue. */
  looks: number | null;
  /** Why it is not known what the call did. */
  loss: string;
  traceId: string | null;
}

/** What a person decided about a release that was parked or partial. */
export interface Resolution {
  action: ResolveAction;
  by: string;
  reason: string | null;
}

/** That some work of the task has ended, under the trace id of the call that started it. */
export interface ReportedEnd {
  failed: boolean;
  reason: string | null;
  traceId: string;
}

/** The job of a supplement that the service accepted without naming it: the task shows which one is new. */
export const UNNAMED_JOB = '(not named)';

/** The late languages that are being added now. */
export interface Supplement {
  languages: string[];
  /** null: the languages have still to be requested, or there is nothing to translate. */
  jobId: string | null;
  /** Those that the service did not translate, because it has something in them already. */
  skipped?: string[];
  /** Under which the service calls back about it. */
  traceId?: string | null;
  /** Whether the job was found after a lost reply, and may be another's. */
  isFound?: boolean;
  /** The ends that callbacks have reported since the request. */
  heard?: ReportedEnd[];
  /** Trace ids of the completions that were reported before the request. */
  completedBefore?: string[];
  /** How many completions were still to be reported at that time. */
  untoldBefore?: number;
  /**
   * Whether the task had the languages at the first check. Then having them does not show that their texts are there.
   */
  listedAtOnce?: boolean;
  /** How many checks in a row found no row left to do. It is undefined until a check has found one. */
  looksWithoutRows?: number;
  /** Whether a person was notified that nothing shows whether it has ended. */
  isUnseenTold?: boolean;
  /** Whether an earlier request failed, and may have left a part of the languages. */
  failedBefore?: boolean;
  /**
   * Whether an earlier request had an unknown outcome: the service may skip languages now that are the work of that
   * call.
   */
  lostBefore?: boolean;
}

export interface Review {
  openedAtMs: number;
  remindersSent: number;
  /** Time in which nobody could decide, because the release was parked or paused. It does not count. */
  heldMs?: number;
  /** Whether a confirmation that we sent may have been accepted: then it is ours if the task continues. */
  mayHaveSucceeded?: boolean;
  /** When the task is read again, because somebody may confirm in the service's own console. */
  readAtMs?: number;
  /** Whether the review was escalated because its time runs out. */
  isEscalated?: boolean;
  decision: ReviewDecision | null;
  /** How the scan ended. */
  scanStatus?: string;
  /** Whether a person was notified that the scan failed. */
  isScanFailureTold?: boolean;
}

export interface ReviewDecision {
  confirmed: boolean;
  by: string;
  why: string | null;
  /** When it was made; what follows of it may have to wait, for example until the release is resumed. */
  at?: string;
}

export interface Announcement {
  postId: string | null;
  /** When the first publish call was sent that may have been taken: every later one carries the same key. */
  publishSentAt: string | null;
  /** When the service last refused to publish it, so that nothing was sent. */
  refusedAt?: string;
  accepted: boolean;
  targets: AnnouncedTarget[];
  /** Deliberate retries so far, by account. */
  retries: Record<string, number>;
  /** When an account was last retried by itself: its status may be from before that. */
  retriedAt?: Record<string, string>;
  /** Accounts on which the service refused to publish, with its code and message. */
  refusals?: Record<string, { code: string; said: string | null }>;
  /** Whether it is being sent again where it failed. `toRetry`: the accounts that are still to be retried. */
  isRetried?: boolean;
  toRetry?: string[];
  /** What stopped the last retry. */
  retryProblem?: Problem;
  /** Which languages its text names, once it was made. */
  languages?: string[];
  /** When the service publishes it by itself. */
  scheduledAt?: string;
  /** The text of the post, once it was created. */
  sentText?: string;
  /** The next text, with its placeholders, if it was changed for the accounts on which it failed. */
  text?: string;
  /** Whether it was changed since this post was made: the next retry makes another. */
  isReworded?: boolean;
  /** Which draft of the release it is, counted from 1. */
  number: number;
  /** For how long the service's daily cap holds it back, all in all. */
  cappedMs?: number;
  /** The daily cap holds it back until then. */
  cappedUntil?: string;
  /** Those that this post is for; left out: all of the release. */
  accounts?: Account[];
  /** The post before it, and where that one and those before it are to be seen. */
  earlier?: { postId: string; targets: AnnouncedTarget[] };
}

interface NewRelease extends Partial<Omit<ReleaseInput, 'spec'>> {
  spec: Pick<ReleaseInput['spec'], 'targetLanguages' | 'supplementLanguages'>;
}

export function newRecord({ spec }: NewRelease, firstRunId: string): ReleaseRecord {
  return {
    firstRunId,
    state: 'running',
    ended: false,
    stages: stageNames.map((name) => ({ name, state: 'pending', startedAt: null, endedAt: null })),
    waitingFor: null,
    paused: null,
    hold: null,
    resolution: null,
    wait: null,
    callbackReceived: false,
    progress: null,
    problem: null,
    warnings: [],
    decisions: [],
    termChanges: {},
    settings: null,
    readings: {},
    taskId: null,
    knownJobIds: [],
    lostAnswer: null,
    sending: null,
    ticket: null,
    turn: null,
    publishedIn: null,
    languages: [...spec.targetLanguages],
    lateLanguages: [...spec.supplementLanguages],
    supplement: null,
    terms: null,
    review: null,
    publishJobId: null,
    files: [],
    completeness: [],
    exportedAs: null,
    traces: {},
    effects: [],
    completedTraces: [],
    endedSupplements: 0,
    missingLanguages: [],
    announcement: null,
    drafts: 0,
    told: {},
    outbox: [],
    answers: [],
    seenDeliveries: [],
  };
}

/** The stage that a release is in: the first one begun and not ended. */
export function currentStage(record: ReleaseRecord): StageName | null {
  const open = record.stages.find(
    ({ state }) => state === 'running' || state === 'waiting' || state === 'failed',
  );
  return open?.name ?? null;
}

/** Stages whose work is done row by row. */
const rowStages: ReadonlySet<StageName | null> = new Set<StageName>(['scan', 'translate', 'supplement']);

export function statusOf(release: ReleaseName, record: ReleaseRecord): ReleaseStatus {
  const stage = currentStage(record);
  const state = shownState(record);
  const { hold, paused, terms, problem, languages } = record;
  const waitingFor = shownWait(record);
  const announcement = announcementOf(record);
  const standing = { state, stage, waitingFor, hold, paused, terms, announcement, problem, languages };
  const choices = choicesOf(standing);
  return {
    schemaVersion: 1,
    id: releaseId(release),
    project: release.project,
    name: release.name,
    state,
    stage,
    stages: record.stages,
    waitingFor,
    hold,
    // The task is read in later stages too, where its rows do not show the progress.
    progress: rowStages.has(stage) ? record.progress : null,
    taskId: record.taskId,
    publishJobId: record.publishJobId,
    terms,
    languages: record.languages,
    comingLanguages: record.lateLanguages,
    export:
      record.files.length === 0
        ? null
        : { files: record.files, completeness: record.completeness, ...record.exportedAs },
    announcement,
    decisions: shownDecisions(record),
    paused,
    problem: problem && {
      code: problem.code,
      message: messageOf(problem, choices),
      traceIds: problem.traceIds ?? [],
    },
    choices,
    facts: reasonsOf(standing)[0]?.facts ?? {},
    warnings: record.warnings,
  };
}

/**
 * Terms that were decided about while the release was paused wait for nobody, though the service has not got the
 * decision yet.
 */
function shownWait({ waitingFor, review }: ReleaseRecord): ReleaseStatus['waitingFor'] {
  return waitingFor?.kind === 'terms' && (review?.decision ?? null) !== null ? null : waitingFor;
}

/** With a decision on the terms, before the service has got it. */
function shownDecisions(record: ReleaseRecord): ReleaseStatus['decisions'] {
  const { confirmed, by, why, at } = record.review?.decision ?? {};
  if (shownWait(record) === record.waitingFor || by === undefined || at === undefined)
    return record.decisions;
  return [
    ...record.decisions,
    { at, by, what: confirmed ? 'confirm terms' : 'reject terms', why: why ?? null },
  ];
}

/** A pause hides work that continues by itself. A decision that is needed hides the pause. */
function shownState({ state, paused }: ReleaseRecord): ReleaseState {
  return paused !== null && (state === 'running' || state === 'waiting') ? 'paused' : state;
}

/** null: no post was made, and none may have been. */
function announcementOf({ announcement }: ReleaseRecord): ReleaseStatus['announcement'] {
  if (announcement === null) return null;
  const { postId: own, earlier, targets, publishSentAt, scheduledAt = null, accepted } = announcement;
  const postId = own ?? earlier?.postId ?? null;
  if (postId === null && scheduledAt === null) return null;
  const scheduled = scheduledAt === null ? null : new Date(scheduledAt).toISOString();
  return { postId, targets, sentAt: publishSentAt, scheduledAt: scheduled, accepted };
}
