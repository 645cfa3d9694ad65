/**
 * The terms of a task. The list and what was done to it live in the store, page after page of it never enters a
 * workflow's history; an edit goes to the service first, and is then marked here.
 */
import { cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { ServiceError } from '../http/service-error';
import { allPages } from '../localization/all-pages';
import type { LocalizationClient } from '../localization/localization-client';
import { localizationRemedy } from '../localization/remedies';
import { limits } from '../localization/vocabulary';
import type { ToldOccurrence } from '../domain/notice';
import type { ProblemDetails, ProblemType } from '../domain/problem';
import {
  type ReviewTerm,
  hasNoOtherTexts,
  markEdited,
  markRemoved,
  marksThatApply,
  removals,
  sheetTerms,
  termsAtService,
} from '../domain/term-sheet';
import { termbaseEdit } from '../domain/termbase-conflicts';
import { withStrings } from '../domain/term-strings';
import type { ReleaseSource } from '../domain/release-input';
import type { TermSheetRef } from '../domain/status';
import { getNotes, getSnapshot } from '../store/source-snapshot';
import { StoreError } from '../store/store-error';
import {
  putTermList,
  termListDigest,
  getMarkedTerms,
  getMatches,
  putChanges,
  putMarks,
  type MarkedTerms,
} from '../store/stored-term-sheet';
import type { TaskTerm, TaskTermsPage } from '../localization/schemas';
import type { ActivityInput } from '../protocol/activity-inputs';
import type { TermEdit } from '../protocol/message-schemas';
import { remedied } from './call-failure';
import type { ActivityDependencies } from './dependencies';
import { changeEachTerm } from './change-each-term';
import { isPosted } from './is-posted';

/** Setting what is already set, or deleting what is gone, does nothing more: all of these may be repeated. */
const repeatable = { remedyOf: localizationRemedy, repeatable: true };

/** A sheet as a change left it, and the terms for which that change has still to be made; absent: none. */
export interface ChangedTerms extends TermSheetRef {
  left?: string[];
}

function withTerms(notice: ToldOccurrence, terms: number): ToldOccurrence {
  const { occurrence } = notice;
  return 'terms' in occurrence ? { ...notice, occurrence: { ...occurrence, terms } } : notice;
}

/** Within the time of one attempt, and while a person waits. */
const WHILE_ATTENDED_MS = 20_000;
/** Thousands of terms are deleted in one go. */
const WHILE_UNATTENDED_MS = 10 * 60_000;

export interface ReadTerms extends TermSheetRef {
  scanStatus: string;
  /** Whether the notice was handed over too; not in answers of before it was given along. */
  isTold?: boolean;
}

export function termActivities({ localization, store, notices }: ActivityDependencies) {
  return {
    /**
     * The list as the service has it, with what still applies of the sheet that was seen before. Has people told that
     * it waits for them, if there is a notice and something to review; that this fails keeps nobody from the list.
     */
    async snapshotTerms({
      project,
      taskId,
      seen,
      source,
      notice,
    }: ActivityInput<'snapshotTerms'>): Promise<ReadTerms> {
      const { terms, scanStatus } = await remedied(repeatable, () => readAll(localization(project), taskId));
      const sheet =
        seen?.digest === termListDigest(terms) ? seen : await sheetOf(await located(terms, source), seen);
      if (notice === undefined) return { ...sheet, scanStatus };
      const isToReview = terms.length > 0 || scanStatus === 'failed';
      const isTold = isToReview && (await isPosted(notices, withTerms(notice, terms.length)));
      return { ...sheet, scanStatus, isTold };
    },

    async editTerms(input: ActivityInput<'editTerms'>): Promise<ChangedTerms> {
      const { project, taskId, terms, termIds, by, at } = input;
      const before = await reviewed(terms, termIds);
      const edits = await editsOf(input, before);
      const done = await changeEachTerm(edits.keys(), WHILE_ATTENDED_MS, (id) =>
        remedied(repeatable, () =>
          updateTerm(localization(project), { taskId, id, edit: edits.get(id) ?? {} }),
        ),
      );
      const marks = markEdited(before.marks, before.base, done, { by, at });
      const sheet = await putChanges(store, terms, { before, now: { ...before, marks } });
      return { ...sheet, left: [...edits.keys()].filter((id) => !done.has(id)) };
    },

    async deleteTerms({
      project,
      taskId,
      terms,
      termIds,
    }: ActivityInput<'deleteTerms'>): Promise<ChangedTerms> {
      const before = await reviewed(terms, termIds);
      const deleted = await changeEachTerm(termIds, WHILE_ATTENDED_MS, (id) =>
        deleteTerm({ project, taskId, id }),
      );
      const left = termIds.filter((id) => !deleted.has(id));
      return { ...(await putChanges(store, terms, { before, now: without(before, deleted) })), left };
    },

    /** Nothing happens at the service yet. */
    async markTerms(input: ActivityInput<'markTerms'>): Promise<TermSheetRef> {
      const { terms, termIds, removed, by, at } = input;
      const before = await reviewed(terms, termIds);
      const marks = markRemoved(before.marks, termIds, removed ? { by, at } : null);
      return putChanges(store, terms, { before, now: { ...before, marks } });
    },

    /** Deletes as many as it can of what is marked as removed, and tells by whom they were. */
    async deleteRemovedTerms({ project, taskId, terms }: ActivityInput<'deleteRemovedTerms'>) {
      const marked = await getMarkedTerms(store, terms);
      const wanted = removals(marked.marks);
      const deleted = await changeEachTerm(wanted.keys(), WHILE_UNATTENDED_MS, (id) =>
        deleteTerm({ project, taskId, id }),
      );
      const counts = new Map<string, number>();
      for (const [id, { by }] of wanted) if (deleted.has(id)) counts.set(by, (counts.get(by) ?? 0) + 1);
      const markedBy = [...counts].map(([by, count]) => ({ by, count }));
      // What is confirmed next is kept as a list of its own.
      const left = without(marked, deleted);
      const base = await putTermList(store, left.base);
      return { ...(await putMarks(store, { base, matches: terms.matches }, left)), markedBy };
    },
  };

  /** What is to be changed of which term; a term that is as the termbase has it is left out. */
  async function editsOf(
    { terms, termIds, edit }: ActivityInput<'editTerms'>,
    { base, marks }: MarkedTerms,
  ): Promise<Map<string, TermEdit>> {
    if (edit !== 'termbase') return new Map(termIds.map((id) => [id, edit]));
    const wanted = new Set(termIds);
    const edits = new Map<string, TermEdit>();
    for (const term of sheetTerms(base, marks, await getMatches(store, terms.matches))) {
      const own = wanted.has(term.id) ? termbaseEdit(term) : null;
      if (own !== null) edits.set(term.id, own);
    }
    return edits;
  }

  /** With the strings that they come from; those of a file that the service has downloaded are not known. */
  async function located(
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

  async function sheetOf(list: readonly ReviewTerm[], seen: TermSheetRef | null): Promise<TermSheetRef> {
    if (seen?.digest === termListDigest(list)) return seen;
    const base = await putTermList(store, list);
    if (!seen) return putMarks(store, { base, matches: null }, { base: list, marks: new Map() });
    const before = await getMarkedTerms(store, seen);
    const isCompared = hasNoOtherTexts(list, termsAtService(before.base, before.marks));
    const matches = isCompared ? seen.matches : null;
    return putMarks(store, { base, matches }, { base: list, marks: marksThatApply(before.marks, list) });
  }

  /** The list under review; a term that is not on it is refused before anything is changed. */
  async function reviewed(terms: TermSheetRef, termIds: readonly string[]): Promise<MarkedTerms> {
    const marked = await getMarkedTerms(store, terms);
    const known = new Set(marked.base.map(({ id }) => id));
    const unknown = termIds.filter((id) => !known.has(id));
    if (unknown.length === 0) return marked;
    const details: ProblemDetails = {
      origin: 'release',
      code: 'unknown_term',
      endpoint: null,
      effect: 'none',
      traceId: null,
      advice: 'List the terms to see their ids.',
    };
    throw ApplicationFailure.nonRetryable(
      `The term list has no term ${unknown.join(', ')}. Nothing was changed.`,
      'Refused' satisfies ProblemType,
      details,
    );
  }

  function deleteTerm({ project, taskId, id }: ActivityInput<'readTask'> & { id: string }): Promise<void> {
    return remedied(repeatable, () => deleteIfThere(localization(project), taskId, id));
  }
}

/** What is left of a sheet when terms were deleted. */
function without({ base, marks }: MarkedTerms, deleted: ReadonlyMap<string, unknown>): MarkedTerms {
  return {
    base: base.filter(({ id }) => !deleted.has(id)),
    marks: new Map([...marks].filter(([id]) => !deleted.has(id))),
  };
}

async function updateTerm(
  client: LocalizationClient,
  { taskId, id, edit }: { taskId: string; id: string; edit: TermEdit },
): Promise<ReviewTerm> {
  const { term, category, score, note, translations } = edit;
  const { data } = await client.updateTaskTerm(
    {
      task_id: taskId,
      id,
      ...(term === undefined ? {} : { term }),
      ...(category === undefined ? {} : { category }),
      ...(score === undefined ? {} : { glossary_score: score }),
      ...(note === undefined ? {} : { judgment: note }),
      ...(translations === undefined ? {} : { translations }),
    },
    { signal: cancellationSignal() },
  );
  return reviewTerm(data);
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

/** Gone already: deleted by an attempt whose reply was lost, or by somebody in the service's console. */
async function deleteIfThere(client: LocalizationClient, taskId: string, id: string): Promise<void> {
  try {
    await client.deleteTaskTerm({ task_id: taskId, id }, { signal: cancellationSignal() });
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 404)) throw error;
  }
}

/** What a reviewer sees and changes; times are left out, for they are none of the content. */
function reviewTerm(term: TaskTerm): ReviewTerm {
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
