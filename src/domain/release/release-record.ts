/** The complete state of a release in one plain object, which a repeated stage and a continued run go on from. */
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

interface NewRelease extends Partial<Omit<ReleaseInput, 'spec'>> {
  spec: Pick<ReleaseInput['spec'], 'targetLanguages' | 'supplementLanguages'>;
}

export interface ReleaseRecord extends ReturnType<typeof newRecord> {
  /** Absent: `decisions` is complete. */
  earlierDecisions?: EarlierDecisions;
}

export function newRecord({ spec }: NewRelease, firstRunId: string) {
  return {
    /** The run in which this release began: part of every key, the same in continued runs. */
    firstRunId,
    state: 'running' as ReleaseState,
    /** No message changes an ended release. */
    ended: false,
    stages: stageNames.map((name): Stage => ({ name, state: 'pending', startedAt: null, endedAt: null })),
    waitingFor: null as WaitingFor | null,
    /** No write passes until the release is resumed. */
    paused: null as Pause | null,
    hold: null as Hold | null,
    /** A person's latest decision while the release was parked or partial. */
    resolution: null as Resolution | null,
    /** The slow work that the release waits for, and since when: a continued run resumes that wait. */
    wait: null as { what: string; sinceMs: number } | null,
    /** Whether a callback has hinted at a change that has not been read yet. */
    callbackReceived: false,
    progress: null as Progress | null,
    problem: null as Problem | null,
    /** Possible problems, by our reading of the services' documentation. */
    warnings: [] as string[],
    /** Only the newest decisions; the earlier ones are in the store. */
    decisions: [] as Decision[],
    /** The number of terms that each operator edited or deleted; the edits themselves are in the history. */
    termChanges: {} as Record<string, number>,
    settings: null as WorkerSettings | null,
    /** Configured readings of what the services leave open, by the id of the assumption; read with the settings. */
    readings: {} as Readonly<Record<string, string>>,
    taskId: null as string | null,
    /** Jobs of the task seen so far: any other was started by the call whose reply was lost. */
    knownJobIds: [] as string[],
    /** The call whose reply was lost: its effect is searched for before the call is repeated. */
    lostAnswer: null as LostReply | null,
    /** The stage whose call is being made: what it sends can no longer be amended. */
    sending: null as StageName | null,
    /** The id of its request for the project's turn to publish and export; null: there is none. */
    ticket: null as string | null,
    turn: null as number | null,
    /** The turn in which it published, which shows what others have published since. */
    publishedIn: null as number | null,
    languages: [...spec.targetLanguages],
    lateLanguages: [...spec.supplementLanguages],
    supplement: null as Supplement | null,
    terms: null as TermSheetRef | null,
    review: null as Review | null,
    publishJobId: null as string | null,
    files: [] as ExportedFile[],
    completeness: [] as Completeness[],
    exportedAs: null as ExportedAs | null,
    /** The trace id of the call that started each stage's work. */
    traces: {} as Partial<Record<StageName, string>>,
    effects: [] as { stage: StageName; traceId: string }[],
    /** Trace ids of the completions that the service has reported. A later supplement has a new one. */
    completedTraces: [] as string[],
    /** The number of ended supplements: each has its own completion, which may not have arrived yet. */
    endedSupplements: 0,
    /** Languages requested for export that are in no file; they are not announced. */
    missingLanguages: [] as string[],
    announcement: null as Announcement | null,
    /** The number of drafts made for the announcement: each has its own key. */
    drafts: 0,
    /** The number of times each event was put into the outbox. */
    told: {} as Partial<Record<NoticeEvent, number>>,
    /** Notices still to be posted, the oldest first. */
    outbox: [] as ReportedOccurrence[],
    /** The results of recent updates, by update id, so that an update repeated in a later run is not done again. */
    answers: [] as { updateId: string; answer: unknown }[],
    /** The newest callback deliveries that were handled. Duplicates arrive close to each other. */
    seenDeliveries: [] as string[],
  };
}

/** The part of the worker's configuration that the workflow needs; it is read once, so that it is in the history. */
export interface WorkerSettings {
  minCheckIntervalMs: number;
  templateId: string | null;
  /** The template's languages in this program's spelling. */
  templateLanguages: string[];
  accounts: Account[];
  links?: ApplicationLinks;
  /** Whether the person who started the release may not confirm its terms. */
  fourEyes: boolean;
  /** The announcement waits during these hours, unless a person has set its time. */
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
  attempts: number;
  /** The number of searches for the effect since; null: a person decided to continue. */
  looks: number | null;
  loss: string;
  traceId: string | null;
}

export interface Resolution {
  action: ResolveAction;
  by: string;
  reason: string | null;
}

export interface ReportedEnd {
  failed: boolean;
  reason: string | null;
  traceId: string;
}

export interface Supplement {
  languages: string[];
  /** null: the languages have still to be requested, or there is nothing to translate. */
  jobId: string | null;
  /** Languages that the service did not translate because they already have content. */
  skipped?: string[];
  /** The trace id of the service's callbacks about this supplement. */
  traceId?: string | null;
  /** Whether the job was found after a lost reply, and may be another's. */
  isFound?: boolean;
  /** The ends that callbacks have reported since the request. */
  heard?: ReportedEnd[];
  /** Trace ids of the completions that were reported before the request. */
  completedBefore?: string[];
  /** The number of completions still unreported at the time of the request. */
  untoldBefore?: number;
  /** Whether the task had the languages at the first check, so that they prove no translation. */
  listedAtOnce?: boolean;
  /** The number of checks in a row that found no row left to do; undefined until one has. */
  looksWithoutRows?: number;
  /** Whether a notice was sent that nothing shows whether the supplement has ended. */
  isUnseenTold?: boolean;
  /** Whether an earlier request failed, and may have left a part of the languages. */
  failedBefore?: boolean;
  /** An earlier request had an unknown outcome: the service may now skip languages translated by that call. */
  lostBefore?: boolean;
}

export interface Review {
  openedAtMs: number;
  remindersSent: number;
  /** Time that does not count because the release was parked or paused, and nobody could decide. */
  heldMs?: number;
  /** A confirmation that was sent may have been accepted: it counts as this release's if the task continues. */
  mayHaveSucceeded?: boolean;
  /** The time of the next read of the task, because somebody may confirm in the service's own console. */
  readAtMs?: number;
  isEscalated?: boolean;
  decision: ReviewDecision | null;
  scanStatus?: string;
  isScanFailureTold?: boolean;
}

export interface ReviewDecision {
  confirmed: boolean;
  by: string;
  why: string | null;
  /** The time of the decision, whose effect may have to wait, for example until the release is resumed. */
  at?: string;
}

export interface Announcement {
  postId: string | null;
  /** The time of the first publish call that may have been accepted: every later one carries the same key. */
  publishSentAt: string | null;
  /** The time of the service's last refusal to publish, after which nothing was sent. */
  refusedAt?: string;
  accepted: boolean;
  targets: AnnouncedTarget[];
  /** The number of deliberate retries, by account. */
  retries: Record<string, number>;
  /** The last deliberate retry, by account: the account's status may be older than that. */
  retriedAt?: Record<string, string>;
  /** Accounts on which the service refused to publish, with its code and message. */
  refusals?: Record<string, { code: string; said: string | null }>;
  /** Whether it is being sent again where it failed. `toRetry`: the accounts that are still to be retried. */
  isRetried?: boolean;
  toRetry?: string[];
  retryProblem?: Problem;
  /** The languages that the text names, once it was made. */
  languages?: string[];
  /** The time at which the service publishes it by itself. */
  scheduledAt?: string;
  sentText?: string;
  /** The next text, with its placeholders, if it was changed for the accounts on which it failed. */
  text?: string;
  /** Whether the text has changed since this post was made, so that the next retry makes another. */
  isReworded?: boolean;
  /** The number of the release's draft, from 1. */
  number: number;
  /** The total time for which the service's daily cap has held it back. */
  cappedMs?: number;
  cappedUntil?: string;
  /** The accounts of this post; absent: all accounts of the release. */
  accounts?: Account[];
  /** The previous post, and the results of it and of those before it. */
  earlier?: { postId: string; targets: AnnouncedTarget[] };
}

export function currentStage(record: ReleaseRecord): StageName | null {
  const open = record.stages.find(
    ({ state }) => state === 'running' || state === 'waiting' || state === 'failed',
  );
  return open?.name ?? null;
}

const rowStages: ReadonlySet<StageName | null> = new Set<StageName>(['scan', 'translate', 'supplement']);

export function statusOf(release: ReleaseName, record: ReleaseRecord): ReleaseStatus {
  const stage = currentStage(record);
  const { hold, paused, terms, problem, languages } = record;
  // A pause hides work that continues by itself; a pending decision hides the pause.
  const isPaused = paused !== null && (record.state === 'running' || record.state === 'waiting');
  const state = isPaused ? 'paused' : record.state;
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
    // The task is read in later stages too, but its rows do not show their progress.
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

/** Terms that were decided on during a pause wait for nobody, though the service has not received the decision yet. */
function shownWait({ waitingFor, review }: ReleaseRecord): ReleaseStatus['waitingFor'] {
  return waitingFor?.kind === 'terms' && (review?.decision ?? null) !== null ? null : waitingFor;
}

/** Includes a decision on the terms that the service has not received yet. */
function shownDecisions(record: ReleaseRecord): ReleaseStatus['decisions'] {
  const { confirmed, by, why, at } = record.review?.decision ?? {};
  if (shownWait(record) === record.waitingFor || by === undefined || at === undefined)
    return record.decisions;
  return [
    ...record.decisions,
    { at, by, what: confirmed ? 'confirm terms' : 'reject terms', why: why ?? null },
  ];
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
