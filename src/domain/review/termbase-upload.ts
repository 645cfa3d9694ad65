/** The upload of any number of terms to a project's termbase, in calls as large as the service accepts. */
import { releaseId, type ReleaseName } from '../release/identity';

/** `upload` adds terms or merges over those of the same content; `update` and `delete` go by id. */
export const termbaseModes = ['upload', 'update', 'delete'] as const;
export type TermbaseMode = (typeof termbaseModes)[number];

export interface TermbaseUploadInput extends ReleaseName {
  mode: TermbaseMode;
  /** The digest of the terms in the store. */
  sha256: string;
}

/** A range of terms by their places in the file, counted from 1. */
export interface TermRange {
  first: number;
  last: number;
}

/** `unknown`: accepted, with no outcome reported or shown. `unchanged` and `gone` may follow a lost reply. */
const outcomes = {
  upload: ['new', 'changed', 'unchanged', 'failed', 'unknown'],
  update: ['updated', 'unchanged', 'not_found', 'invalid_id', 'error'],
  delete: ['deleted', 'gone', 'error'],
} as const;
export type TermOutcome = (typeof outcomes)[TermbaseMode][number];

const goodOutcomes: ReadonlySet<string> = new Set<TermOutcome>([
  'new',
  'changed',
  'unchanged',
  'updated',
  'deleted',
  'gone',
]);

export type TermCounts = Partial<Record<TermOutcome, number>>;

/** Terms that are not in the termbase as requested: one, or all those of the same call. */
export interface TermFailure extends TermRange {
  /** The id of a single term that was to be updated. */
  id: string | null;
  code: string;
  message: string;
}

/** Beyond these, failures are only counted. */
export const LISTED_FAILURES = 50;

export interface SentTerms {
  uploadId: string;
  /** Whether they were sent more than once: the service then counts only what the last call changed. */
  repeated: boolean;
  /** The number accepted, by the service's own count; null: not reported. */
  accepted: number | null;
  callbacksRefused?: boolean;
  atMs: number;
}

export type TermbaseUploadRecord = ReturnType<typeof newUploadRecord>;

/** The plan is made once, so that it is in the history. */
export type TermbasePlan = { terms: number; termsPerCall: number } & (
  | { mode: 'update' | 'delete' }
  | {
      mode: 'upload';
      /** The digest of the terms that were in the termbase before, in the store. */
      before: string;
      callbacks: boolean;
      minCheckIntervalMs: number;
    }
);

export interface BatchResult {
  counts: TermCounts;
  failures: TermFailure[];
}

export type TermbaseUploadStatus = ReturnType<typeof uploadStatus>;

/** The state of an upload, small enough for a continued run to take along. */
export function newUploadRecord(mode: TermbaseMode) {
  return {
    plan: null as TermbasePlan | null,
    /** The terms whose result is awaited. */
    current: null as TermRange | null,
    sent: null as SentTerms | null,
    /** The number of terms accepted in all ended calls, by the service's own counts. */
    accepted: 0,
    termsDone: 0,
    counts: Object.fromEntries(outcomes[mode].map((outcome) => [outcome, 0])) as TermCounts,
    failures: [] as TermFailure[],
  };
}

export function settleBatch(
  record: TermbaseUploadRecord,
  { first, last }: TermRange,
  { counts, failures }: BatchResult,
): void {
  for (const [outcome, count] of Object.entries(counts) as [TermOutcome, number][]) {
    record.counts[outcome] = (record.counts[outcome] ?? 0) + count;
  }
  record.failures = [...record.failures, ...failures].slice(0, LISTED_FAILURES);
  record.termsDone += last - first + 1;
  record.current = null;
  record.accepted += record.sent?.accepted ?? 0;
  record.sent = null;
}

export function uploadStatus(
  { project, name, mode }: TermbaseUploadInput,
  { plan, current, termsDone, accepted, counts, failures }: TermbaseUploadRecord,
) {
  /** null until they have been counted. */
  const terms = plan?.terms ?? null;
  const isBad = Object.entries(counts).some(([outcome, count]) => count > 0 && !goodOutcomes.has(outcome));
  /** `partial`: the upload has ended, and some terms are not in the termbase as requested. */
  const atEnd = isBad ? ('partial' as const) : ('done' as const);
  const state = termsDone === terms ? atEnd : ('running' as const);
  const id = releaseId({ project, name });
  return {
    schemaVersion: 1 as const,
    id,
    project,
    name,
    mode,
    state,
    terms,
    termsDone,
    current,
    accepted,
    counts,
    failures,
  };
}
