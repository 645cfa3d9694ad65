/** Reads a task's terms into the store, so that its pages never enter a workflow's history. */
import { cancellationSignal } from '@temporalio/activity';
import { taskTermPages } from '../localization/all-terms';
import type { LocalizationClient } from '../localization/localization-client';
import type { ReleaseSource } from '../domain/release/release-input';
import type { TermSheetRef } from '../domain/release/status';
import {
  asSheetRef,
  hasNoOtherTexts,
  marksThatApply,
  termsAtService,
  type ReviewTerm,
} from '../domain/review/term-sheet';
import { withStrings } from '../domain/review/term-occurrences';
import { getNotes, getSnapshot } from '../store/source-snapshot';
import { StoreError } from '../store/store-error';
import { getMarkedTerms, putMarks, putTermList, termListDigest } from '../store/stored-term-sheet';
import { reviewTerm } from '../localization/task-terms';
import type { ActivityInput } from '../protocol/activity-inputs';
import { remedied } from './call-failure';
import type { ActivityDependencies } from './dependencies';

export interface ReadTerms extends TermSheetRef {
  scanStatus: string;
}

export type TermAccess = Pick<ActivityDependencies, 'localization' | 'store'>;

export async function readTermList(
  { localization, store }: TermAccess,
  { project, taskId, seen, source }: ActivityInput<'snapshotTerms'>,
): Promise<ReadTerms> {
  const { terms, scanStatus, unread } = await remedied({ repeatable: true, ours: true }, () =>
    readAll(localization(project), taskId),
  );
  const sheet =
    seen?.list === termListDigest(terms)
      ? seen
      : await sheetOf(store, await located(store, terms, source), seen);
  return { ...asSheetRef(sheet, unread), scanStatus };
}

/** Adds the strings that contain each term. The strings of a file that the service downloaded are not known. */
async function located(
  store: TermAccess['store'],
  terms: readonly ReviewTerm[],
  source: ReleaseSource,
): Promise<readonly ReviewTerm[]> {
  if (terms.length === 0 || source.kind !== 'snapshot') return terms;
  try {
    const notes = source.notes === undefined ? new Map() : await getNotes(store, source.notes);
    return withStrings(terms, await getSnapshot(store, source.sha256), notes);
  } catch (error) {
    // The strings are only shown next to the terms, so that a review does not stop without them.
    if (error instanceof StoreError) return terms;
    throw error;
  }
}

async function sheetOf(
  store: TermAccess['store'],
  list: readonly ReviewTerm[],
  seen: TermSheetRef | null,
): Promise<TermSheetRef> {
  const base = await putTermList(store, list);
  if (!seen) return putMarks(store, { base, matches: null }, { base: list, marks: new Map() });
  const before = await getMarkedTerms(store, seen);
  const isCompared = hasNoOtherTexts(list, termsAtService(before.base, before.marks));
  const matches = isCompared ? seen.matches : null;
  const marks = marksThatApply(before.marks, before.base, list);
  return putMarks(store, { base, matches }, { base: list, marks });
}

async function readAll(client: LocalizationClient, taskId: string) {
  const terms = new Map<string, ReviewTerm>();
  let scanStatus = '';
  const pages = taskTermPages(client, taskId, { signal: cancellationSignal() });
  let page = await pages.next();
  for (; page.done !== true; page = await pages.next()) {
    for (const item of page.value.items) terms.set(item.id, reviewTerm(item));
    scanStatus = page.value.scan_status ?? scanStatus;
  }
  const { total } = page.value;
  return {
    terms: [...terms.values()],
    scanStatus,
    unread: total === null ? 0 : Math.max(0, total - terms.size),
  };
}
