/**
 * All that a release remembers, in one plain object: what its status is made of, what a repeated stage needs
 * to go on instead of starting over, and what a continued run takes along.
 */
import { releaseId, type ReleaseName } from './identity';
import type { NoticeEvent } from './notice';
import type { QuietHours } from './quiet-hours';
import type { ReleaseInput } from './release-input';
import type { Problem } from './status';
import { stageNames, type ResolveAction, type StageName } from './stages';
import type { Stage } from './status';
import type {
  AnnouncedTarget,
  Completeness,
  Decision,
  ExportedFile,
  Hold,
  Pause,
  Progress,
  ReleaseStatus,
  WaitingFor,
} from './status';
import type { ReleaseState } from './release-states';
import { asSheetRef } from './term-sheet';
import type { TermSheetRef } from './status';

/** Under which name a history keeps why a release was parked or became partial. */
export const PROBLEM_MEMO = 'problem';

/** Counts up when what a record means changes, so that a run that is continued by later code is brought up to it. */
const RECORD_VERSION = 3;

export interface ReleaseRecord {
  version: typeof RECORD_VERSION;
  /** First run of the workflow that began this release: part of every key, the same in continued runs. */
  firstRunId: string;
  state: ReleaseState;
  /** Nothing said to it changes anything any more. */
  ended: boolean;
  stages: Stage[];
  waitingFor: WaitingFor | null;
  /** Who has it stop before its next stage; not in records of before that could be said. */
  paused?: Pause | null;
  /** Until when it holds itself back, and why; not in records of before it was kept. */
  hold?: Hold | null;
  /** What a person has just decided about it while it was parked or partial. */
  resolution: Resolution | null;
  /** The slow work that is waited for, and since when: a continued run goes on with that wait. */
  wait: { what: string; sinceMs: number } | null;
  progress: Progress | null;
  problem: Problem | null;
  /** What may go wrong, by our reading of what the services say. */
  warnings: string[];
  /** The newest of them. */
  decisions: Decision[];
  /** Where those before them are kept, and how many; not there where these are all. */
  earlierDecisions?: EarlierDecisions;
  /** How many term edits and deletions each operator made; the edits themselves are in the history. */
  termChanges: Record<string, number>;
  settings: WorkerSettings | null;
  /** Readings of what the services leave open that are forced, by the id of the assumption; read with the settings. */
  readings: Readonly<Record<string, string>>;
  taskId: string | null;
  /** Jobs of the task seen so far: one that is not among them was started by the call whose reply was lost. */
  knownJobIds: string[];
  /** What was last asked for without an answer: looked for before it is asked for again. */
  lostAnswer: { what: string; sentAt: string } | null;
  languages: string[];
  lateLanguages: string[];
  supplement: Supplement | null;
  terms: TermSheetRef | null;
  review: Review | null;
  publishJobId: string | null;
  files: ExportedFile[];
  completeness: Completeness[];
  /** What the service calls the call that started a stage's work; not in records of before it was kept. */
  traces?: Partial<Record<StageName, string>>;
  /** Each call that changed something; not in records of before they were kept. */
  effects?: { stage: StageName; traceId: string }[];
  /** Trace ids under which the service has told of a completion: that of a later supplement is another. */
  completedTraces?: string[];
  /** How many supplements have ended: each has a completion of its own, which may still be on its way. */
  endedSupplements?: number;
  /** Languages that were to be exported and are in no file: not announced. */
  missingLanguages: string[];
  announcement: Announcement | null;
  /** How often each event was told; not in records of before there were notices. */
  told?: Partial<Record<NoticeEvent, number>>;
  /** Callback deliveries already taken; the newest are kept, doubles come close to each other. */
  seenDeliveries: string[];
}

/** Facts of the worker's configuration that the workflow needs; read once, so that they are in its history. */
export interface WorkerSettings {
  minCheckIntervalMs: number;
  templateId: string | null;
  accounts: { id: string; platform: string }[];
  /** Whether who started the release may not confirm its terms. */
  fourEyes: boolean;
  /** When it is not announced, unless a person has set its time; not in records of before there were such hours. */
  quietHours?: QuietHours | null;
}

/** A part of the decisions, kept in the store by its digest; each names the part before it. */
interface EarlierDecisions {
  digest: string;
  count: number;
}

/** What a person decided about a release that was parked or partial. */
export interface Resolution {
  action: ResolveAction;
  by: string;
  reason: string | null;
}

/** That some work of the task has ended, under the trace id of the call that started it. */
export interface HeardEnd {
  failed: boolean;
  reason: string | null;
  traceId: string;
}

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
  heard?: HeardEnd[];
  /** Trace ids under which completions had been told before it was asked for. */
  completedBefore?: string[];
  /** How many that had ended were still to be told then; in records of before it was kept, none where some are known. */
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
  mayBeOurs?: boolean;
  /** Whether somebody else was told that its time runs out. */
  isEscalated?: boolean;
  decision: ReviewDecision | null;
  /** How the scan ended; not in reviews of before it was kept. */
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
  /** Set before the first publish call, so that every later one carries the same key. */
  publishSentAt: string | null;
  accepted: boolean;
  targets: AnnouncedTarget[];
  /** Deliberate retries so far, by account. */
  retries: Record<string, number>;
  /** When an account was last asked for by itself: what it reads may be from before that. */
  retriedAt?: Record<string, string>;
  /** Accounts on which the service would not publish, and why. */
  refusals?: Record<string, Problem>;
  /** Which languages its text names, once it was made. */
  languages?: string[];
  /** When the service publishes it by itself. */
  scheduledAt?: string;
  /** What it says, with its placeholders, once that was changed for the accounts on which it failed. */
  text?: string;
  /** Whether it was changed since this post was made: the next retry makes another. */
  isReworded?: boolean;
  /** Which post of the release it is, counted from 1; left out: the first. */
  number?: number;
  /** Those that this post is for; left out: all of the release. */
  accounts?: { id: string; platform: string }[];
  /** The post before it, and where that one and those before it are to be seen. */
  earlier?: { postId: string; targets: AnnouncedTarget[] };
}

export function newRecord(input: ReleaseInput, firstRunId: string): ReleaseRecord {
  return {
    version: RECORD_VERSION,
    firstRunId,
    state: 'running',
    ended: false,
    stages: stageNames.map((name) => ({ name, state: 'pending', startedAt: null, endedAt: null })),
    waitingFor: null,
    resolution: null,
    wait: null,
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
    languages: [...input.spec.targetLanguages],
    lateLanguages: [...input.spec.supplementLanguages],
    supplement: null,
    terms: null,
    review: null,
    publishJobId: null,
    files: [],
    completeness: [],
    missingLanguages: [],
    announcement: null,
    seenDeliveries: [],
  };
}

/**
 * A record as an earlier version of this code left it, brought up to date. Version 1 had no number; it lacks what was
 * added since, and its oldest ones keep of their terms only the digest.
 */
export function migrateRecord(left: StoredRecord): ReleaseRecord {
  const {
    ended = false,
    resolution = null,
    wait = null,
    warnings = [],
    missingLanguages = [],
    files,
    readings = {},
    terms,
    ...same
  } = left;
  return {
    ...same,
    version: RECORD_VERSION,
    ended,
    resolution,
    wait,
    warnings,
    missingLanguages,
    // What was not read in full stopped a release then.
    files: files.map((file) => ({ keys: null, checked: true, ...file })),
    readings,
    terms: terms && asSheetRef(terms),
  };
}

/** What may be missing in one that is older. */
export type StoredRecord = Omit<
  ReleaseRecord,
  | 'version'
  | 'ended'
  | 'resolution'
  | 'wait'
  | 'warnings'
  | 'missingLanguages'
  | 'readings'
  | 'files'
  | 'terms'
> &
  Partial<
    Pick<ReleaseRecord, 'ended' | 'resolution' | 'wait' | 'warnings' | 'missingLanguages' | 'readings'>
  > & {
    version?: number;
    files: (Omit<ExportedFile, 'keys' | 'checked'> & Partial<ExportedFile>)[];
    terms: Parameters<typeof asSheetRef>[0] | null;
  };

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
  const { announcement } = record;
  const stage = currentStage(record);
  const postId = announcement?.postId ?? announcement?.earlier?.postId ?? null;
  return {
    schemaVersion: 1,
    id: releaseId(release),
    project: release.project,
    name: release.name,
    state: record.state,
    stage,
    stages: record.stages,
    waitingFor: record.waitingFor,
    hold: record.hold ?? null,
    // The task is read in later stages too, where its rows say nothing.
    progress: rowStages.has(stage) ? record.progress : null,
    taskId: record.taskId,
    publishJobId: record.publishJobId,
    terms: record.terms && asSheetRef(record.terms),
    languages: record.languages,
    comingLanguages: record.lateLanguages,
    export: record.files.length === 0 ? null : { files: record.files, completeness: record.completeness },
    announcement: postId === null ? null : { postId, targets: announcement?.targets ?? [] },
    decisions: record.decisions,
    // One that ended under older code may have been paused too late.
    paused: record.ended ? null : (record.paused ?? null),
    problem: record.problem && { traceIds: [], ...record.problem },
    warnings: record.warnings,
  };
}
