/** Edits of the terms under review. An edit goes to the service first, and is then marked in the store. */
import { cancellationSignal } from '@temporalio/activity';
import { deleteTaskTerm, updateTaskTerm } from '../localization/task-terms';
import { changedSince } from '../domain/review/term-changes';
import { termbaseEdit, overwriting } from '../domain/review/termbase-conflicts';
import {
  countEditedBy,
  markAccepted,
  markEdited,
  markRemoved,
  removals,
  sheetTerms,
  termsAtService,
  type TermbaseMatch,
  type TermbaseMatches,
} from '../domain/review/term-sheet';
import type { TermSheetRef } from '../domain/release/status';
import {
  putTermList,
  getMarkedTerms,
  getMatches,
  putChanges,
  putMarks,
  type MarkedTerms,
  putMatches,
} from '../store/stored-term-sheet';
import type { ActivityInput } from '../protocol/activity-inputs';
import type { TermEdit } from '../protocol/message-schemas';
import { remedied } from './call-failure';
import { localFailure } from './local-failures';
import { readTermList, type ReadTerms, type TermAccess } from './read-term-list';
import { allTerms } from '../localization/all-terms';
import type { LocalizationClient } from '../localization/localization-client';

/** All of these calls may be repeated: they set what is already set, or delete what is already gone. */
const repeatable = { repeatable: true };

/** The sheet after a change, with the terms that have still to be changed; absent: none. */
export interface ChangedTerms extends TermSheetRef {
  left?: string[];
  /** The number of changed terms that the same person had edited before. */
  again?: number;
}

const WHILE_INTERACTIVE_MS = 20_000;
/** Thousands of terms are deleted in one go. */
const WHILE_UNATTENDED_MS = 10 * 60_000;

/** Enough to find them in the list, and few enough for a sentence. */
const MOST_NAMED = 20;

export function termActivities(dependencies: TermAccess) {
  const { localization, store } = dependencies;
  return {
    snapshotTerms(input: ActivityInput<'snapshotTerms'>): Promise<ReadTerms> {
      return readTermList(dependencies, input);
    },

    async editTerms(input: ActivityInput<'editTerms'>): Promise<ChangedTerms> {
      const { project, taskId, terms, termIds, by, at } = input;
      const before = await reviewed(terms, termIds);
      const edits = await editsOf(input, before);
      mustBeAsSeen(before, edits, input.base);
      const known = new Map(termsAtService(before.base, before.marks).map((term) => [term.id, term]));
      const done = await changeEachTerm(edits.keys(), WHILE_INTERACTIVE_MS, (id) =>
        remedied(repeatable, () => {
          const change = { taskId, id, edit: edits.get(id) ?? {}, before: known.get(id) };
          return updateTaskTerm(localization(project), change, { signal: cancellationSignal() });
        }),
      );
      const marks = markEdited(before.marks, before.base, done, { by, at });
      const sheet = await putChanges(store, terms, { before, now: { ...before, marks } });
      const again = countEditedBy(before.marks, done.keys(), by);
      return { ...sheet, again, left: [...edits.keys()].filter((id) => !done.has(id)) };
    },

    async deleteTerms(input: ActivityInput<'deleteTerms'>): Promise<ChangedTerms> {
      const { terms, termIds, by } = input;
      const before = await reviewed(terms, termIds);
      const deleted = await changeEachTerm(termIds, WHILE_INTERACTIVE_MS, (id) => deleteTerm(input, id));
      const left = termIds.filter((id) => !deleted.has(id));
      const again = countEditedBy(before.marks, deleted.keys(), by);
      return { ...(await putChanges(store, terms, { before, now: without(before, deleted) })), again, left };
    },

    async markTerms(input: ActivityInput<'markTerms'>): Promise<TermSheetRef> {
      const { terms, termIds, removed, by, at } = input;
      const before = await reviewed(terms, termIds);
      const marks = markRemoved(before.marks, termIds, removed ? { by, at } : null);
      return putChanges(store, terms, { before, now: { ...before, marks } });
    },

    /** Acceptances are no part of what is confirmed. */
    async acceptTerms(input: ActivityInput<'acceptTerms'>): Promise<TermSheetRef> {
      const { terms, termIds, languages, by, at } = input;
      const before = await reviewed(terms, termIds);
      const marks = markAccepted(before.marks, termIds, { by, at, languages });
      return putChanges(store, terms, { before, now: { ...before, marks } });
    },

    async deleteRemovedTerms(input: ActivityInput<'deleteRemovedTerms'>) {
      const { terms } = input;
      const marked = await getMarkedTerms(store, terms);
      const wanted = removals(marked.marks);
      const deleted = await changeEachTerm(wanted.keys(), WHILE_UNATTENDED_MS, (id) => deleteTerm(input, id));
      const idsBy = new Map<string, string[]>();
      for (const [id, { by }] of wanted) if (deleted.has(id)) idsBy.set(by, (idsBy.get(by) ?? []).concat(id));
      const markedBy = [...idsBy].map(([by, ids]) => ({
        by,
        count: ids.length,
        again: countEditedBy(marked.marks, ids, by),
      }));
      // The list that is confirmed next is stored as a separate list.
      const left = without(marked, deleted);
      const base = await putTermList(store, left.base);
      return { ...(await putMarks(store, { base, matches: terms.matches }, left)), markedBy };
    },

    /** The matches are the termbase's entries under the texts of the terms. */
    async matchTermbase(input: ActivityInput<'matchTermbase'>) {
      const { project, terms, shown } = input;
      const marked = await getMarkedTerms(store, terms);
      const entries = await remedied(repeatable, () => entriesOf(localization(project), marked));
      const matches = await putMatches(store, entries);
      if (shown === undefined) return { matches };
      // Terms that would overwrite entries that the reviewer did not see.
      const unseen = notShown(marked, await getMatches(store, matches), await getMatches(store, shown));
      return { matches, unseen: { count: unseen.length, texts: unseen.slice(0, MOST_NAMED) } };
    },
  };

  /** The edit of each term. A term that has the termbase's values already is left out. */
  async function editsOf(
    { terms, termIds, edit, edits: own = {} }: ActivityInput<'editTerms'>,
    { base, marks }: MarkedTerms,
  ): Promise<Map<string, TermEdit>> {
    if (edit !== 'termbase') return new Map(termIds.map((id) => [id, own[id] ?? edit]));
    const wanted = new Set(termIds);
    const edits = new Map<string, TermEdit>();
    for (const term of sheetTerms(base, marks, await getMatches(store, terms.matches))) {
      const own = wanted.has(term.id) ? termbaseEdit(term) : null;
      if (own !== null) edits.set(term.id, own);
    }
    return edits;
  }

  /** A term that is not on the list is refused before anything is changed. */
  async function reviewed(terms: TermSheetRef, termIds: readonly string[]): Promise<MarkedTerms> {
    const marked = await getMarkedTerms(store, terms);
    const known = new Set(marked.base.map(({ id }) => id));
    const unknown = termIds.filter((id) => !known.has(id));
    if (unknown.length === 0) return marked;
    throw localFailure('Refused', 'unknown_term', { terms: unknown });
  }

  function deleteTerm({ project, taskId }: ActivityInput<'confirmTaskTerms'>, id: string): Promise<void> {
    return remedied(repeatable, () =>
      deleteTaskTerm(localization(project), { taskId, id }, { signal: cancellationSignal() }),
    );
  }
}

/** Refuses edits that would overwrite a change that the editor has not seen, before anything is changed. */
function mustBeAsSeen(
  { base, marks }: MarkedTerms,
  edits: ReadonlyMap<string, TermEdit>,
  seen: ActivityInput<'editTerms'>['base'],
): void {
  if (seen === undefined) return;
  const changed = termsAtService(base, marks).flatMap((term) => {
    const edit = edits.get(term.id);
    const fields = edit === undefined ? [] : changedSince(term, { edit, seen });
    if (fields.length === 0) return [];
    return `"${term.term}" (${fields.map(({ field, now }) => `${field} is now "${now}"`).join(', ')})`;
  });
  if (changed.length === 0) return;
  const others = changed.length - MOST_NAMED;
  throw localFailure('TermsChanged', 'terms_changed', { terms: changed.slice(0, MOST_NAMED), others });
}

function without({ base, marks }: MarkedTerms, deleted: ReadonlyMap<string, unknown>): MarkedTerms {
  return {
    base: base.filter(({ id }) => !deleted.has(id)),
    marks: new Map([...marks].filter(([id]) => !deleted.has(id))),
  };
}

/** Fast for the person who waits, and no burden for the service. */
const AT_A_TIME = 4;
/** A single term may fail on its own account. So many failures in one attempt come from the service. */
const FAILURES = AT_A_TIME;

/** Returns what succeeded in the given time; the next attempt takes the rest. Throws only if nothing succeeded. */
export async function changeEachTerm<Result>(
  termIds: Iterable<string>,
  forMs: number,
  call: (termId: string) => Promise<Result>,
): Promise<Map<string, Result>> {
  const done = new Map<string, Result>();
  const failures: unknown[] = [];
  const untilMs = Date.now() + forMs;
  const open = [...new Set(termIds)].values();
  const lane = async (): Promise<void> => {
    for (const id of open) {
      try {
        done.set(id, await call(id));
      } catch (error) {
        failures.push(error);
      }
      if (failures.length >= FAILURES || Date.now() >= untilMs) return;
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  if (done.size === 0 && failures.length > 0) throw failures[0];
  return done;
}

async function entriesOf(client: LocalizationClient, { base, marks }: MarkedTerms): Promise<TermbaseMatches> {
  const found = new Map<string, TermbaseMatch | null>();
  for (const { term } of termsAtService(base, marks)) found.set(term, null);
  for await (const { content, category, translations } of allTerms(
    client,
    {},
    { signal: cancellationSignal() },
  )) {
    if (found.has(content)) found.set(content, { category, translations });
  }
  return found;
}

function notShown({ base, marks }: MarkedTerms, found: TermbaseMatches, shown: TermbaseMatches): string[] {
  const texts = overwriting(sheetTerms(base, marks, found)).map(({ term }) => term);
  const entry = (matches: TermbaseMatches, text: string): string => JSON.stringify(matches.get(text) ?? null);
  return texts.filter((text) => entry(found, text) !== entry(shown, text));
}
