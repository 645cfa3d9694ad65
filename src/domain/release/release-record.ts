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
  /** Nothing said to it changes anything any more. */
  ended: boolean;
  stages: Stage[];
  waitingFor: WaitingFor | null;
  /** Who has it paused: until they resume it, nothing passes the gate. */
  paused: Pause | null;
  /** Until when it holds itself back, and why. */
  hold: Hold | null;
  /** What a person has just decided about it while it was parked or partial. */
  resolution: Resolution | null;
  /** The slow work that is waited for, and since when: a continued run goes on with that wait. */
  wait: { what: string; sinceMs: number } | null;
  /** Whether a callback has hinted at a change that has not been read yet. */
  callbackReceived: boolean;
  progress: Progress | null;
  problem: Problem | null;
  /** What may go wrong, by our reading of what the services say. */
  warnings: string[];
  /** The newest of them. */
  decisions: Decision[];
  /** Where those before them are kept, and how many; not there where these are all. */
  earlierDecisions?: EarlierDecisions;
  /** How many terms each operator edited or deleted; the edits themselves are in the history. */
  termChanges: Record<string, number>;
  settings: WorkerSettings | null;
  /** Readings of what the services leave open that are forced, by the id of the assumption; read with the settings. */
  readings: Readonly<Record<string, string>>;
  taskId: string | null;
  /** Jobs of the task seen so far: one that is not among them was started by the call whose reply was lost. */
  knownJobIds: string[];
  /** The call whose reply was lost: it is looked for before it is made again. */
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
  /** What the files were exported with, as the service told it. */
  exportedAs: ExportedAs | null;
  /** What the service calls the call that started a stage's work. */
  traces: Partial<Record<StageName, string>>;
  /** Each call that changed something. */
  effects: { stage: StageName; traceId: string }[];
  /** Trace ids under which the service has told of a completion: that of a later supplement is another. */
  completedTraces: string[];
  /** How many supplements have ended: each has a completion of its own, which may still be on its way. */
  endedSupplements: number;
  /** Languages that were to be exported and are in no file: not announced. */
  missingLanguages: string[];
  announcement: Announcement | null;
  /** How many drafts of the announcement were made: each has a key of its own. */
  drafts: number;
  /** How often each event was put into the outbox. */
  told: Partial<Record<NoticeEvent, number>>;
  /** Notices that have still to be handed over, the oldest first. */
  outbox: ReportedOccurrence[];
  /** The answers to recent updates, by the id of the update: one that is repeated in a later run is not done again. */
  answers: { updateId: string; answer: unknown }[];
  /** Callback deliveries already taken; the newest are kept, doubles come close to each other. */
  seenDeliveries: string[];
}

/** Facts of the worker's configuration that the workflow needs; read once, so that they are in its history. */
export interface WorkerSettings {
  minCheckIntervalMs: number;
  templateId: string | null;
  /** Those that the template names, in our spelling. */
  templateLanguages: string[];
  accounts: Account[];
  /** Pages of the application of the social service; absent: not told. */
  links?: ApplicationLinks;
  /** Whether who started the release may not confirm its terms. */
  fourEyes: boolean;
  /** When it is not announced, unless a person has set its time. */
  quietHours: QuietHours | null;
}

/** A part of the decisions, kept in the store by its digest; each names the part before it. */
interface EarlierDecisions {
  digest: string;
  count: number;
}

export interface LostReply {
  what: string;
  sentAt: string;
  /** How often it was requested. */
  attempts: number;
  /** How often it was looked for since; null: a person was asked, and has decided to go on. */
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
  /** null: they have still to be asked for, or there is nothing to translate. */
  jobId: string | null;
  /** Those that the service did not translate, because it has something in them already. */
  skipped?: string[];
  /** Under which the service calls back about it. */
  traceId?: string | null;
  /** Whether the job was found after a lost reply, and may be another's. */
  isFound?: boolean;
  /** What callbacks said of the end of something since it was asked for. */
  heard?: ReportedEnd[];
  /** Trace ids under which completions had been told before it was asked for. */
  completedBefore?: string[];
  /** How many that had ended were still to be told then. */
  untoldBefore?: number;
  /** Whether the task had the languages at the first look: then that it has them says nothing of their texts. */
  listedAtOnce?: boolean;
  /** Whether a person was told that nothing shows whether it has ended. */
  isUnseenTold?: boolean;
  /** Whether asking for them has failed before, and may have left a part of them. */
  failedBefore?: boolean;
  /** Whether asking for them had an unknown outcome before: what is skipped now may be the work of that call. */
  lostBefore?: boolean;
}

export interface Review {
  openedAtMs: number;
  remindersSent: number;
  /** Time in which nobody could decide, because the release was parked or paused: it does not count. */
  heldMs?: number;
  /** Whether a confirmation that we sent may have been taken: then it is ours if the task goes on. */
  mayHaveSucceeded?: boolean;
  /** When the task is read again, because somebody may confirm in the service's own console. */
  readAtMs?: number;
  /** Whether somebody else was told that its time runs out. */
  isEscalated?: boolean;
  decision: ReviewDecision | null;
  /** How the scan ended. */
  scanStatus?: string;
  /** Whether a person was told that it failed. */
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
  /** When an account was last asked for by itself: what it reads may be from before that. */
  retriedAt?: Record<string, string>;
  /** Accounts on which the service would not publish, and why, in its own words. */
  refusals?: Record<string, { code: string; said: string | null }>;
  /** Whether it is being sent again where it failed; `toRetry`: the accounts that have not been asked for yet. */
  isRetried?: boolean;
  toRetry?: string[];
  /** What stopped the last retry. */
  retryProblem?: Problem;
  /** Which languages its text names, once it was made. */
  languages?: string[];
  /** When the service publishes it by itself. */
  scheduledAt?: string;
  /** What the post says, since it was made. */
  sentText?: string;
  /** What it is to say, with its placeholders, once that was changed for the accounts on which it failed. */
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
    // The task is read in later stages too, where its rows say nothing.
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

/** Terms that were decided about while the release was paused wait for nobody, though the service has not been told. */
function shownWait({ waitingFor, review }: ReleaseRecord): ReleaseStatus['waitingFor'] {
  return waitingFor?.kind === 'terms' && (review?.decision ?? null) !== null ? null : waitingFor;
}

/** With that on the terms, before the service has been told. */
function shownDecisions(record: ReleaseRecord): ReleaseStatus['decisions'] {
  const { confirmed, by, why, at } = record.review?.decision ?? {};
  if (shownWait(record) === record.waitingFor || by === undefined || at === undefined)
    return record.decisions;
  return [
    ...record.decisions,
    { at, by, what: confirmed ? 'confirm terms' : 'reject terms', why: why ?? null },
  ];
}

/** A pause shows over work that goes on by itself; a decision that is asked for shows over the pause. */
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
