/**
 * The list of a task's terms, as the service has it. It lives in the store, and page after page of it never enters a
 * workflow's history.
 */
import { cancellationSignal } from '@temporalio/activity';
import { allPages } from '../localization/all-pages';
import type { LocalizationClient } from '../localization/localization-client';
import { localizationRemedy } from '../localization/remedies';
import { limits } from '../localization/vocabulary';
import type { ToldOccurrence } from '../domain/notice';
import type { ReleaseSource } from '../domain/release-input';
import type { TermSheetRef } from '../domain/status';
import { hasNoOtherTexts, marksThatApply, termsAtService, type ReviewTerm } from '../domain/term-sheet';
import { withStrings } from '../domain/term-strings';
import { getNotes, getSnapshot } from '../store/source-snapshot';
import { StoreError } from '../store/store-error';
import { getMarkedTerms, putMarks, putTermList, termListDigest } from '../store/stored-term-sheet';
import type { TaskTerm, TaskTermsPage } from '../localization/schemas';
import type { ActivityInput } from '../protocol/activity-inputs';
import { remedied } from './call-failure';
import type { ActivityDependencies } from './dependencies';
import { isPosted } from './is-posted';

export interface ReadTerms extends TermSheetRef {
  scanStatus: string;
  /** Whether the notice was handed over too; not in answers of before it was given along. */
  isTold?: boolean;
  /** Since when people have time to review it, as they were told. */
  openedAt?: string;
}

type Access = Pick<ActivityDependencies, 'localization' | 'store' | 'notices'>;

/**
 * The list as the service has it, with what still applies of the sheet that was seen before. Has people told that
 * it waits for them, if there is a notice and something to review; that this fails keeps nobody from the list.
 */
export async function readTermList(
  { localization, store, notices }: Access,
  { project, taskId, seen, source, notice: given }: ActivityInput<'snapshotTerms'>,
  { opensReview = false } = {},
): Promise<ReadTerms> {
  const { terms, scanStatus } = await remedied({ remedyOf: localizationRemedy, repeatable: true }, () =>
    readAll(localization(project), taskId),
  );
  const sheet =
    seen?.digest === termListDigest(terms)
      ? seen
      : await sheetOf(store, await located(store, terms, source), seen);
  if (given === undefined) return { ...sheet, scanStatus };
  const notice = opensReview ? asOfNow(given) : given;
  const isToReview = terms.length > 0 || scanStatus === 'failed';
  const isTold = isToReview && (await isPosted(notices, withTerms(notice, terms.length)));
  return { ...sheet, scanStatus, isTold, ...(opensReview && { openedAt: notice.at }) };
}

/** The time of a review begins once there is something to review, however long that was looked for. Skipped time is ahead of ours. */
function asOfNow(notice: ToldOccurrence): ToldOccurrence {
  const lateMs = Math.max(0, Date.now() - Date.parse(notice.at));
  const later = (at: string): string => new Date(Date.parse(at) + lateMs).toISOString();
  const { occurrence } = notice;
  return {
    ...notice,
    at: later(notice.at),
    occurrence: 'dueAt' in occurrence ? { ...occurrence, dueAt: later(occurrence.dueAt) } : occurrence,
  };
}

function withTerms(notice: ToldOccurrence, terms: number): ToldOccurrence {
  const { occurrence } = notice;
  return 'terms' in occurrence ? { ...notice, occurrence: { ...occurrence, terms } } : notice;
}

/** With the strings that they come from; those of a file that the service has downloaded are not known. */
async function located(
  store: Access['store'],
  terms: readonly ReviewTerm[],
  source: ReleaseSource | undefined,
): Promise<readonly ReviewTerm[]> {
  if (terms.length === 0 || source?.kind !== 'snapshot') return terms;
  try {
    const notes = source.notes === undefined ? new Map() : await getNotes(store, source.notes);
    return withStrings(terms, await getSnapshot(store, source.sha256), notes);
  } catch (error) {
    // A review goes on without what is only shown beside it.
    if (error instanceof StoreError) return terms;
    throw error;
  }
}

async function sheetOf(
  store: Access['store'],
  list: readonly ReviewTerm[],
  seen: TermSheetRef | null,
): Promise<TermSheetRef> {
  if (seen?.digest === termListDigest(list)) return seen;
  const base = await putTermList(store, list);
  if (!seen) return putMarks(store, { base, matches: null }, { base: list, marks: new Map() });
  const before = await getMarkedTerms(store, seen);
  const isCompared = hasNoOtherTexts(list, termsAtService(before.base, before.marks));
  const matches = isCompared ? seen.matches : null;
  return putMarks(store, { base, matches }, { base: list, marks: marksThatApply(before.marks, list) });
}

async function readAll(
  client: LocalizationClient,
  taskId: string,
): Promise<{ terms: ReviewTerm[]; scanStatus: string }> {
  const terms = new Map<string, ReviewTerm>();
  let scanStatus = '';
  const signal = cancellationSignal();
  const read = async (page: number): Promise<TaskTermsPage> =>
    (await client.taskTerms({ task_id: taskId, page, page_size: limits.pageSize }, { signal })).data;
  for await (const page of allPages('GET /tasks/terms', read, signal)) {
    for (const item of page.items) terms.set(item.id, reviewTerm(item));
    scanStatus = page.scan_status;
  }
  return { terms: [...terms.values()], scanStatus };
}

/** What a reviewer sees and changes; times are left out, for they are none of the content. */
export function reviewTerm(term: TaskTerm): ReviewTerm {
  return {
    id: term.id,
    term: term.term,
    context: term.content,
    category: term.category,
    score: term.glossary_score,
    note: term.judgment,
    translations: Object.fromEntries(Object.entries(term.translations).sort(([a], [b]) => (a < b ? -1 : 1))),
    ...(term.translation_source === null ? {} : { source: term.translation_source }),
  };
}
