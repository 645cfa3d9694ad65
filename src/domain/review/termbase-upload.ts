/** Any number of terms on their way into a project's termbase, in calls as large as the service takes. */
import { releaseId, type ReleaseName } from '../release/identity';

/** `upload` adds terms or merges over those of the same content; `update` changes and `delete` deletes terms by their id. */
export const termbaseModes = ['upload', 'update', 'delete'] as const;
export type TermbaseMode = (typeof termbaseModes)[number];

export interface TermbaseUploadInput extends ReleaseName {
  mode: TermbaseMode;
  /** The terms, in the store. */
  sha256: string;
}

/** Some of the terms, by their places in the file, counted from 1. */
export interface TermRange {
  first: number;
  last: number;
}

/**
 * What became of a term. Of an upload: `new`, `changed`, `unchanged`, `failed`, or `unknown` where the service
 * took it and neither said nor showed what became of it. Of an update: `updated`, `unchanged` (which may be the
 * work of a call whose answer was lost), `not_found`, `invalid_id` or `error`. Of a deletion: `deleted`, `gone` (which may
 * be the work of a lost call too) or `error`.
 */
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

/** Terms that are not in the termbase as they should be: one, or all that went in the same call. */
export interface TermFailure extends TermRange {
  /** Of one term that was to be updated. */
  id: string | null;
  code: string;
  message: string;
}

/** Beyond these, failures are only counted. */
export const LISTED_FAILURES = 50;

export interface SentTerms {
  uploadId: string;
  /** Whether they were sent more than once: then the service counts only what was left for the last time. */
  repeated: boolean;
  /** How many of them the service took on, by its own count; null: not told. */
  accepted: number | null;
  callbacksRefused?: boolean;
  atMs: number;
}

/** All that an upload remembers; small, so that a continued run can take it along. */
export interface TermbaseUploadRecord {
  plan: TermbasePlan | null;
  /** The terms whose result is awaited. */
  current: TermRange | null;
  /** The call with which they were sent. */
  sent: SentTerms | null;
  /** How many terms the service took on in all calls that ended, by its own counts. */
  accepted: number;
  termsDone: number;
  counts: TermCounts;
  failures: TermFailure[];
}

/** Made once, so that it is in the history. */
export type TermbasePlan = { terms: number; termsPerCall: number } & (
  | { mode: 'update' | 'delete' }
  | {
      mode: 'upload';
      /** Those of the terms that were in the termbase before, in the store. */
      before: string;
      callbacks: boolean;
      minCheckIntervalMs: number;
    }
);

/** What became of the terms of one call. */
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
  /** `partial`: ended, and some terms are not in the termbase as they should be. */
  state: 'running' | 'done' | 'partial';
  /** null until they have been counted. */
  terms: number | null;
  termsDone: number;
  current: TermRange | null;
  /** Terms of an upload that the service took on, by its own count; it may not have told of each call. */
  accepted: number;
  counts: TermCounts;
  failures: TermFailure[];
}

export function newUploadRecord(mode: TermbaseMode): TermbaseUploadRecord {
  const counts = Object.fromEntries(outcomes[mode].map((outcome) => [outcome, 0]));
  return { plan: null, current: null, sent: null, accepted: 0, termsDone: 0, counts, failures: [] };
}

/** Takes note of what became of some terms. */
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
