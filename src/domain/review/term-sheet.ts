/** The service's list and the operators' changes, stored apart, so that an edit does not store the whole list anew. */

import type { TermSheetRef } from '../release/status';
import type {
  Acceptance,
  EditStep,
  Author,
  ReviewTerm,
  SheetTerm,
  TermbaseMatch,
  TermValues,
} from './sheet-schema';

export type * from './sheet-schema';

export interface TermMark {
  /** `before` is the value before any edit, `now` the service's value since. */
  edited: (Author & { before: TermValues; now: TermValues }) | null;
  /** Every edit, including reverted ones; only the last of very many. */
  steps: readonly EditStep[];
  /** The term is deleted when the terms are confirmed, and can be restored until then. */
  removed: Author | null;
  /** One per person at most. */
  accepted: readonly Acceptance[];
}

const unmarked: TermMark = { edited: null, steps: [], removed: null, accepted: [] };

/** As many as a person reads for one term. */
const MOST_STEPS = 20;

/** Marks by term id; a term without one is as it was read. */
export type TermMarks = ReadonlyMap<string, TermMark>;

/** By the text that both share: a renamed term loses its match. null: there is none; no key: not compared. */
export type TermbaseMatches = ReadonlyMap<string, TermbaseMatch | null>;

/** The fields that a release stores, without the rest of a call's result. */
export function asSheetRef(terms: TermSheetRef, unread = terms.unread ?? 0): TermSheetRef {
  const { total, digest, list, base, marks, removed, matches } = terms;
  return { total, digest, list, base, marks, removed, matches, ...(unread > 0 ? { unread } : {}) };
}

/** The warning for a review of a partial list; null: the list is complete. */
export function partText({ total, unread = 0 }: Pick<TermSheetRef, 'total' | 'unread'>): string | null {
  if (unread === 0) return null;
  return (
    `The service told of ${total + unread} terms and gave ${total}. The other ${unread} cannot be seen here, ` +
    'and a confirmation covers them too. Look at them at the service first.'
  );
}

/** The list as the service must have it: it still has the terms that are only marked as removed. */
export function termsAtService(base: readonly ReviewTerm[], marks: TermMarks): ReviewTerm[] {
  return base.map((term) => withValues(term, marks.get(term.id)?.edited?.now ?? term));
}

export function sheetTerms(
  base: readonly ReviewTerm[],
  marks: TermMarks,
  matches: TermbaseMatches,
): SheetTerm[] {
  return termsAtService(base, marks).map((term) => {
    const { edited, steps, removed, accepted } = marks.get(term.id) ?? unmarked;
    const isTranslatedAnew =
      edited !== null && changedValues(edited.before, edited.now).translations !== undefined;
    return {
      ...term,
      source: isTranslatedAnew ? 'manual' : (term.source ?? null),
      existing: matches.get(term.term) ?? null,
      compared: matches.has(term.term),
      edited: edited === null ? null : { by: edited.by, at: edited.at, before: edited.before },
      removed,
      ...(steps.length > 0 && { steps }),
      ...(accepted.length > 0 && { accepted }),
    };
  });
}

/** Applies one more change of its mark to a term, without the rest of the sheet. */
export function withMarkChanged(
  { source, existing, compared, comments, ...term }: SheetTerm,
  change: (marks: TermMarks, base: readonly ReviewTerm[]) => TermMarks,
): SheetTerm {
  const { edited, removed, steps = [], accepted = [] } = term;
  const base = [withValues({ ...term, ...(source !== null && { source }) }, edited?.before ?? term)];
  const mark = { edited: edited && { ...edited, now: valuesOf(term) }, steps, removed, accepted };
  const matches = new Map(compared ? [[term.term, existing]] : []);
  return sheetTerms(base, change(new Map([[term.id, mark]]), base), matches).map((changed) => ({
    ...changed,
    ...(comments && { comments }),
  }))[0] as SheetTerm;
}

/** `now` has the service's values since, by term id. A term that is back at its original values counts as unedited. */
export function markEdited(
  marks: TermMarks,
  base: readonly ReviewTerm[],
  now: ReadonlyMap<string, TermValues>,
  author: Author,
): TermMarks {
  const marked = new Map(marks);
  for (const term of base) {
    const values = now.get(term.id);
    if (values === undefined) continue;
    const { edited, steps, removed, accepted } = marks.get(term.id) ?? unmarked;
    const set = changedValues(edited?.now ?? term, values);
    setMark(marked, term.id, {
      edited: editOf(edited?.before ?? term, values, author),
      steps: isNothing(set) ? steps : [...steps, { ...author, set }].slice(-MOST_STEPS),
      removed,
      accepted: stillAccepted(accepted, set),
    });
  }
  return marked;
}

/** The first person to mark a term is named; null restores it. Both withdraw acceptances. */
export function markRemoved(marks: TermMarks, termIds: readonly string[], author: Author | null): TermMarks {
  return withMarks(marks, termIds, (mark) => {
    const removed = author === null ? null : (mark.removed ?? author);
    const isSame = (removed === null) === (mark.removed === null);
    return isSame ? mark : { ...mark, removed, accepted: [] };
  });
}

/** `languages` is null when the person withdraws their acceptance. */
export function markAccepted(
  marks: TermMarks,
  termIds: readonly string[],
  { by, at, languages }: Author & { languages: readonly string[] | null },
): TermMarks {
  return withMarks(marks, termIds, (mark) => {
    const others = mark.accepted.filter((one) => one.by !== by);
    return { ...mark, accepted: languages === null ? others : [...others, { by, at, languages }] };
  });
}

function withMarks(
  marks: TermMarks,
  termIds: readonly string[],
  change: (mark: TermMark) => TermMark,
): TermMarks {
  const marked = new Map(marks);
  for (const id of termIds) setMark(marked, id, change(marks.get(id) ?? unmarked));
  return marked;
}

export function removals(marks: TermMarks): Map<string, Author> {
  const authors = new Map<string, Author>();
  for (const [id, { removed }] of marks) if (removed !== null) authors.set(id, removed);
  return authors;
}

/** The marks of terms that remain in the list as read anew, compared with their new values. */
export function marksThatApply(
  marks: TermMarks,
  base: readonly ReviewTerm[],
  list: readonly ReviewTerm[],
): TermMarks {
  const before = new Map(termsAtService(base, marks).map((term) => [term.id, term]));
  const remaining = new Map<string, TermMark>();
  for (const term of list) {
    const { edited, steps, removed, accepted } = marks.get(term.id) ?? unmarked;
    setMark(remaining, term.id, {
      edited: edited && editOf(edited.before, term, edited),
      steps,
      removed,
      accepted: stillAccepted(accepted, changedValues(before.get(term.id) ?? term, term)),
    });
  }
  return remaining;
}

/** Whether the matches found for one list are complete for another. */
export function hasNoOtherTexts(list: readonly ReviewTerm[], compared: readonly ReviewTerm[]): boolean {
  const texts = new Set(compared.map(({ term }) => term));
  return list.every(({ term }) => texts.has(term));
}

function setMark(marks: Map<string, TermMark>, id: string, mark: TermMark): void {
  const { edited, steps, removed, accepted } = mark;
  if (edited === null && removed === null && steps.length === 0 && accepted.length === 0) marks.delete(id);
  else marks.set(id, mark);
}

function editOf(before: TermValues, now: TermValues, { by, at }: Author): TermMark['edited'] {
  return sameValues(before, now) ? null : { by, at, before: valuesOf(before), now: valuesOf(now) };
}

/** An acceptance holds for the values that were read: an edit of a language, or of the term itself, withdraws it. */
function stillAccepted(
  accepted: readonly Acceptance[],
  { translations = {}, ...others }: Partial<TermValues>,
): readonly Acceptance[] {
  if (!isNothing(others)) return [];
  const isUnchanged = (language: string): boolean => !Object.hasOwn(translations, language);
  return accepted.flatMap((one) => {
    const languages = one.languages.filter(isUnchanged);
    if (languages.length === one.languages.length) return one;
    return languages.length === 0 ? [] : { ...one, languages };
  });
}

const isNothing = (values: object): boolean => Object.keys(values).length === 0;

export const plainFields = ['term', 'category', 'score', 'note'] as const;

type Value = string | number;

/** The values for which `isPicked` is true, given also the value before, and the field unless it is a language. */
export function pickedValues(
  values: Partial<TermValues>,
  before: TermValues,
  isPicked: (value: Value, was: Value, field?: (typeof plainFields)[number]) => boolean,
): Partial<TermValues> {
  const plain = plainFields.flatMap((field): [string, Value][] => {
    const value = values[field];
    return value !== undefined && isPicked(value, before[field], field) ? [[field, value]] : [];
  });
  const languages = Object.entries(values.translations ?? {}).filter(([language, text]) =>
    isPicked(text, textIn(before, language)),
  );
  return {
    ...(Object.fromEntries(plain) as Partial<TermValues>),
    ...(languages.length > 0 && { translations: Object.fromEntries(languages) }),
  };
}

function changedValues(before: TermValues, now: TermValues): Partial<TermValues> {
  return pickedValues(withEmptied(before, now), before, (value, was) => value !== was);
}

/** A translation that is gone counts as an empty one. */
export function withEmptied<Term extends TermValues>({ translations: before }: TermValues, term: Term): Term {
  const codes = [...Object.keys(before), ...Object.keys(term.translations)];
  return { ...term, translations: Object.fromEntries(codes.map((code) => [code, textIn(term, code)])) };
}

/** A person's repeated edits of a term count as one term. */
export function countEditedBy(marks: TermMarks, termIds: Iterable<string>, by: string): number {
  const isEdited = (id: string): boolean => (marks.get(id) ?? unmarked).steps.some((step) => step.by === by);
  return [...termIds].filter(isEdited).length;
}

export function valuesOf({ term, category, score, note, translations }: TermValues): TermValues {
  return { term, category, score, note, translations };
}

/** The key order is fixed, so that the same terms have the same digest. */
function withValues(
  { id, context, source, strings, moreStrings }: ReviewTerm,
  values: TermValues,
): ReviewTerm {
  const { term, category, score, note, translations } = values;
  const content = { id, term, context, category, score, note, translations };
  return {
    ...content,
    ...(source !== undefined && { source }),
    ...(strings && { strings }),
    ...(moreStrings !== undefined && { moreStrings }),
  };
}

export const sameValues = (one: TermValues, other: TermValues): boolean =>
  isNothing(changedValues(one, other));

export function textIn({ translations }: Pick<TermValues, 'translations'>, language: string): string {
  return Object.hasOwn(translations, language) ? (translations[language] ?? '') : '';
}
