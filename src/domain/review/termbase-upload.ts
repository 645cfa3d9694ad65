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

/** The state of an upload, small enough for a continued run to take along. */
export interface TermbaseUploadRecord {
  plan: TermbasePlan | null;
  /** The terms whose result is awaited. */
  current: TermRange | null;
  sent: SentTerms | null;
  /** The number of terms accepted in all ended calls, by the service's own counts. */
  accepted: number;
  termsDone: number;
  counts: TermCounts;
  failures: TermFailure[];
}

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

export interface TermbaseUploadStatus {
  schemaVersion: 1;
  id: string;
  project: string;
  name: string;
  mode: TermbaseMode;
  /** `partial`: the upload has ended, and some terms are not in the termbase as requested. */
  state: 'running' | 'done' | 'partial';
  /** null until they have been counted. */
  terms: number | null;
  termsDone: number;
  current: TermRange | null;
  /** The terms accepted, by the service's own count, which it may not report for each call. */
  accepted: number;
  counts: TermCounts;
  failures: TermFailure[];
}

export function newUploadRecord(mode: TermbaseMode): TermbaseUploadRecord {
  const counts = Object.fromEntries(outcomes[mode].map((outcome) => [outcome, 0]));
  return { plan: null, current: null, sent: null, accepted: 0, termsDone: 0, counts, failures: [] };
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
  { plan, current, termsDone, ...progress }: TermbaseUploadRecord,
): TermbaseUploadStatus {
  const terms = plan?.terms ?? null;
  const isBad = Object.entries(progress.counts).some(
    ([outcome, count]) => count > 0 && !goodOutcomes.has(outcome),
  );
  const state = termsDone !== terms ? 'running' : isBad ? 'partial' : 'done';
  const id = releaseId({ project, name });
  const { accepted, counts, failures } = progress;
  return {
    ...{ schemaVersion: 1, id, project, name, mode, state, terms, termsDone, current },
    ...{ accepted, counts, failures },
  };
}
