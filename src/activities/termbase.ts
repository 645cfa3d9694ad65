/** Calls on a project's termbase. Each reads its range of the terms from the store, and may be repeated. */
import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { oneLine } from '../domain/text/visible-text';
import { ServiceError } from '../http/service-error';
import type { LocalizationClient } from '../localization/localization-client';
import type { TermUpdateResult, TermbaseTerm } from '../localization/replies';
import { limits, termUploadEvents } from '../localization/vocabulary';
import type {
  BatchResult,
  SentTerms,
  TermbasePlan,
  TermbaseUploadInput,
  TermCounts,
  TermFailure,
  TermOutcome,
  TermRange,
} from '../domain/review/termbase-upload';
import type { ActivityInput } from '../protocol/activity-inputs';
import { StoreError } from '../store/store-error';
import {
  getNewTerms,
  getReading,
  getTermChanges,
  putTerms,
  type TermbaseReading,
} from '../store/termbase-terms';
import { remedied } from './call-failure';
import { localFailure } from './local-failures';
import type { ActivityDependencies } from './dependencies';
import { withOwnCallback } from './own-callback';
import { termbasePages } from '../localization/all-terms';
import { type NewTerm, hasValues, termKey } from '../localization/requests';

const MOST_MESSAGE_CHARS = 200;

const repeatable = { repeatable: true };

export function termbaseActivities(dependencies: ActivityDependencies) {
  const { localization, store, callbackUrl, minCheckIntervalMs } = dependencies;
  const callbackFor = ({ project, name }: TermbaseUploadInput): string | null =>
    callbackUrl({ kind: 'termbase', project, name });

  return {
    /** Counts the terms, and stores the termbase's existing entries, so that later changes can be shown. */
    async planTermbaseUpload(input: ActivityInput<'planTermbaseUpload'>): Promise<TermbasePlan> {
      const { project, mode, sha256 } = input;
      if (mode !== 'upload') {
        const { length: terms } = await fit(getTermChanges(store, sha256));
        return { mode, terms, termsPerCall: mode === 'update' ? limits.updateTerms : DELETED_AT_ONCE };
      }
      const terms = await fit(getNewTerms(store, sha256));
      const existing = await remedied(repeatable, () => readExisting(localization(project), terms));
      return {
        mode,
        terms: terms.length,
        termsPerCall: limits.uploadTerms,
        before: await putTerms(store, existing),
        callbacks: callbackFor(input) !== null,
        minCheckIntervalMs,
      };
    },

    async uploadTerms(batch: ActivityInput<'uploadTerms'>): Promise<Omit<SentTerms, 'atMs'>> {
      const terms = within(batch.range, await fit(getNewTerms(store, batch.sha256)));
      const url = callbackFor(batch);
      const own = url === null ? {} : { callback_url: url, callback_events: termUploadEvents };
      const signal = cancellationSignal();
      const { data, warning } = await remedied(repeatable, () =>
        withOwnCallback(own, (callbacks) =>
          localization(batch.project).uploadTerms({ terms, ...callbacks }, { signal }),
        ),
      );
      return {
        uploadId: data.upload_id,
        repeated: activityInfo().attempt > 1,
        accepted: data.terms_count,
        ...(warning !== undefined && { callbacksRefused: true }),
      };
    },

    async lookForTerms(batch: ActivityInput<'lookForTerms'>) {
      const terms = within(batch.range, await fit(getNewTerms(store, batch.sha256)));
      const before = await fit(getReading(store, batch.before));
      return remedied({ ...repeatable, ours: true }, () =>
        countSent(localization(batch.project), terms, before),
      );
    },

    async updateTerms(batch: ActivityInput<'updateTerms'>): Promise<BatchResult> {
      const terms = within(batch.range, await fit(getTermChanges(store, batch.sha256)));
      const { data } = await remedied(repeatable, () =>
        localization(batch.project).updateTerms({ terms }, { signal: cancellationSignal() }),
      );
      const results = new Map(data.results.map((result) => [result.id, result]));
      const counts: TermCounts = {};
      const failures: TermFailure[] = [];
      for (const [index, { id }] of terms.entries()) {
        const { outcome, message } = outcomeOf(results.get(id));
        counts[outcome] = (counts[outcome] ?? 0) + 1;
        if (message === null || failures.length >= batch.listAtMost) continue;
        failures.push(failureAt(batch.range.first + index, { id, code: outcome, message }));
      }
      return { counts, failures };
    },

    /** One call per term: one that is gone counts as deleted, and a refused one does not stop the others. */
    async deleteTermbaseTerms(batch: ActivityInput<'deleteTermbaseTerms'>): Promise<BatchResult> {
      const terms = within(batch.range, await fit(getTermChanges(store, batch.sha256)));
      const client = localization(batch.project);
      const counts: TermCounts = { deleted: 0, gone: 0, error: 0 };
      const failures: TermFailure[] = [];
      for (const [index, { id }] of terms.entries()) {
        const deletion = await remedied(repeatable, () => deleteTerm(client, id));
        const outcome = typeof deletion === 'string' ? deletion : 'error';
        counts[outcome] = (counts[outcome] ?? 0) + 1;
        if (typeof deletion === 'string' || failures.length >= batch.listAtMost) continue;
        const message = oneLine(deletion.message, MOST_MESSAGE_CHARS);
        failures.push(failureAt(batch.range.first + index, { id, code: String(deletion.code), message }));
      }
      // An unknown key or a wrong address finds no term either, but then this query is refused too.
      if (terms.length > 0 && counts.gone === terms.length)
        await remedied(repeatable, () =>
          client.queryTerms({ page: 1, page_size: 1 }, { signal: cancellationSignal() }),
        );
      return { counts, failures };
    },
  };
}

function failureAt(place: number, failure: Pick<TermFailure, 'id' | 'code' | 'message'>): TermFailure {
  return { first: place, last: place, ...failure };
}

/** The service deletes one term per call, and so many calls go in one activity. */
const DELETED_AT_ONCE = 50;

/** Returns a refusal of this very term, and throws other faults. An unreadable reply proves nothing: it is retried. */
async function deleteTerm(
  client: LocalizationClient,
  id: string,
  isAgain = false,
): Promise<'deleted' | 'gone' | ServiceError> {
  try {
    await client.deleteTerm({ id }, { signal: cancellationSignal() });
    return 'deleted';
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (hasStatus(error, [404])) return 'gone';
    if (error.kind === 'unreadable' && !isAgain) return deleteTerm(client, id, true);
    if (hasStatus(error, OF_THIS_TERM)) return error;
    throw error;
  }
}

/** Statuses that refuse this term, while the next term may be accepted. */
const OF_THIS_TERM = [400, 422];

/** The service may report the status in any of these places. */
function hasStatus({ httpStatus, code }: ServiceError, wanted: readonly number[]): boolean {
  return wanted.some((status) => httpStatus === status || code === status);
}

function within<Term>({ first, last }: TermRange, terms: readonly Term[]): Term[] {
  return terms.slice(first - 1, last);
}

function outcomeOf(result: TermUpdateResult | undefined): { outcome: TermOutcome; message: string | null } {
  if (result === undefined) return { outcome: 'error', message: 'the service gave no result for this term' };
  switch (result.status) {
    case 'updated':
      return { outcome: result.modified === 0 ? 'unchanged' : 'updated', message: null };
    case 'not_found':
      return { outcome: 'not_found', message: 'the project has no term with this id' };
    case 'invalid_id':
      return { outcome: 'invalid_id', message: 'this is not a term id' };
    default:
      return {
        outcome: 'error',
        message: oneLine(result.error ?? `the service answered ${result.status}`, MOST_MESSAGE_CHARS),
      };
  }
}

/** Stored content that is intact but invalid stays invalid, however often it is read. */
async function fit<Content>(reading: Promise<Content>): Promise<Content> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof StoreError && error.kind === 'unfit')) throw error;
    throw localFailure('Refused', 'store_unfit', { reason: error.message });
  }
}

/** Clocks within the service may differ by as much as its signature window would allow. */
const CLOCK_TOLERANCE_MS = limits.signatureWindowMs;

export type SentTermsFound = Awaited<ReturnType<typeof countSent>>;

async function readExisting(
  client: LocalizationClient,
  wanted: readonly NewTerm[],
): Promise<TermbaseReading> {
  const keys = new Set(wanted.map(termKey));
  const terms = new Map<string, NewTerm>();
  let newestAt: string | null = null;
  let sourceLanguage: string | null = null;
  for await (const page of pagesNewestFirst(client)) {
    sourceLanguage = page.source_language;
    newestAt ??= page.items[0]?.updated_at ?? null;
    for (const item of page.items) if (keys.has(termKey(item))) terms.set(termKey(item), valuesOf(item));
  }
  return { sourceLanguage, newestAt, terms: [...terms.values()] };
}

async function countSent(client: LocalizationClient, sent: readonly NewTerm[], before: TermbaseReading) {
  const existing = new Map(before.terms.map((term) => [termKey(term), term]));
  /** Terms that the termbase has as they were sent. */
  const counts = { new: 0, changed: 0, unchanged: 0 };
  const awaited = new Map<string, NewTerm>();
  /** Terms whose source language is not the one that can be read. */
  let unseen = 0;
  for (const term of sent) {
    const found = existing.get(termKey(term));
    if (found !== undefined && hasValues(found, term)) counts.unchanged += 1;
    else if (before.sourceLanguage !== null && before.sourceLanguage !== term.source_language) unseen += 1;
    else awaited.set(termKey(term), term);
  }
  for await (const item of changedSince(client, before.newestAt)) {
    if (awaited.size === 0) break;
    const key = termKey(item);
    const wanted = awaited.get(key);
    if (wanted === undefined || !hasValues(valuesOf(item), wanted)) continue;
    awaited.delete(key);
    counts[existing.has(key) ? 'changed' : 'new'] += 1;
  }
  return { counts, missing: awaited.size, unseen };
}

/** A termbase may be large; the changes of an upload come first. */
async function* changedSince(
  client: LocalizationClient,
  newestAt: string | null,
): AsyncGenerator<TermbaseTerm> {
  const oldestMs = newestAt === null ? -Infinity : Date.parse(newestAt) - CLOCK_TOLERANCE_MS;
  for await (const { items } of pagesNewestFirst(client)) {
    for (const item of items) {
      if (Date.parse(item.updated_at ?? '') < oldestMs) return;
      yield item;
    }
  }
}

function pagesNewestFirst(client: LocalizationClient): ReturnType<typeof termbasePages> {
  return termbasePages(client, {}, { signal: cancellationSignal() });
}

function valuesOf({ content, source_language, category, pic, translations }: TermbaseTerm): NewTerm {
  return { content, source_language, category, pic, translations };
}
