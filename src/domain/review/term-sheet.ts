/**
 * What an operator sees of a review: the list as the service last reported it, with the operators' changes. List, marks
 * and matches are stored apart, each under its digest, so that an edit does not store the whole list anew.
 */

import type { TermSheetRef } from '../release/status';
import type {
  Acceptance,
  EditStep,
  Hand,
  ReviewTerm,
  SheetTerm,
  TermbaseMatch,
  TermValues,
} from './sheet-schema';

export type * from './sheet-schema';

export interface TermMark {
  /** `before` is from before anybody changed it, `now` what the service has since. */
  edited: (Hand & { before: TermValues; now: TermValues }) | null;
  /** Every edit, also one that another has taken back; of very many the last. */
  steps: readonly EditStep[];
  /** Wanted out: deleted when the terms are confirmed, restored until then. */
  removed: Hand | null;
  /** One of a person at most. */
  accepted: readonly Acceptance[];
}

const unmarked: TermMark = { edited: null, steps: [], removed: null, accepted: [] };

/** As many as a person reads of one term. */
const MOST_STEPS = 20;

/** By the term's id; a term that has none is as it was read. */
export type TermMarks = ReadonlyMap<string, TermMark>;

/**
 * By the text that both have, so that a term which is renamed leaves its match behind. null: the termbase has nothing
 * under this text. A text that is not in here has not been compared.
 */
export type TermbaseMatches = ReadonlyMap<string, TermbaseMatch | null>;

/** What a release remembers of a sheet, without what else a call returned with it. */
export function asSheetRef(terms: TermSheetRef, unread = terms.unread ?? 0): TermSheetRef {
  const { total, digest, list, base, marks, removed, matches } = terms;
  return { total, digest, list, base, marks, removed, matches, ...(unread > 0 ? { unread } : {}) };
}

/** What a review of a part must say; null where the list is whole. */
export function partText({ total, unread = 0 }: Pick<TermSheetRef, 'total' | 'unread'>): string | null {
  if (unread === 0) return null;
  return (
    `The service told of ${total + unread} terms and gave ${total}. The other ${unread} cannot be seen here, ` +
    'and a confirmation covers them too. Look at them at the service first.'
  );
}

/** The list as the service must have it: what is only marked as removed is still there. */
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
    return {
      ...term,
      source: isTranslatedAnew(edited) ? 'manual' : (term.source ?? null),
      existing: matches.get(term.term) ?? null,
      compared: matches.has(term.term),
      edited: edited === null ? null : { by: edited.by, at: edited.at, before: edited.before },
      removed,
      ...(steps.length > 0 && { steps }),
      ...(accepted.length > 0 && { accepted }),
    };
  });
}

/** A term of a sheet after one more change of its mark, before the sheet is put together anew. */
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

function isTranslatedAnew(edited: TermMark['edited']): boolean {
  return edited !== null && changedValues(edited.before, edited.now).translations !== undefined;
}

/** `now` is what the service has since, by the term's id. A term that is back at what it was has not been edited. */
export function markEdited(
  marks: TermMarks,
  base: readonly ReviewTerm[],
  now: ReadonlyMap<string, TermValues>,
  hand: Hand,
): TermMarks {
  const marked = new Map(marks);
  for (const term of base) {
    const values = now.get(term.id);
    if (values === undefined) continue;
    const { edited, steps, removed, accepted } = marks.get(term.id) ?? unmarked;
    const set = changedValues(edited?.now ?? term, values);
    setMark(marked, term.id, {
      edited: editOf(edited?.before ?? term, values, hand),
      steps: isNothing(set) ? steps : [...steps, { ...hand, set }].slice(-MOST_STEPS),
      removed,
      accepted: stillAccepted(accepted, set),
    });
  }
  return marked;
}

/** Whoever marks a term first is named; nobody (null) restores it. What was found good is to be looked at again. */
export function markRemoved(marks: TermMarks, termIds: readonly string[], hand: Hand | null): TermMarks {
  return withMarks(marks, termIds, (mark) => {
    const removed = hand === null ? null : (mark.removed ?? hand);
    const isSame = (removed === null) === (mark.removed === null);
    return isSame ? mark : { ...mark, removed, accepted: [] };
  });
}

/** Without languages: the person no longer finds these terms good. */
export function markAccepted(
  marks: TermMarks,
  termIds: readonly string[],
  { by, at, languages }: Hand & { languages: readonly string[] | null },
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

/** The terms that are to be deleted, and who wants that. */
export function removals(marks: TermMarks): Map<string, Hand> {
  const hands = new Map<string, Hand>();
  for (const [id, { removed }] of marks) if (removed !== null) hands.set(id, removed);
  return hands;
}

/** What is left of the marks when the list was read anew: those of terms that are there, about what they are now. */
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

/** Whether matches that were found for one list are all that can be found for another. */
export function hasNoOtherTexts(list: readonly ReviewTerm[], compared: readonly ReviewTerm[]): boolean {
  const texts = new Set(compared.map(({ term }) => term));
  return list.every(({ term }) => texts.has(term));
}

function setMark(marks: Map<string, TermMark>, id: string, mark: TermMark): void {
  const { edited, steps, removed, accepted } = mark;
  if (edited === null && removed === null && steps.length === 0 && accepted.length === 0) marks.delete(id);
  else marks.set(id, mark);
}

function editOf(before: TermValues, now: TermValues, { by, at }: Hand): TermMark['edited'] {
  return sameValues(before, now) ? null : { by, at, before: valuesOf(before), now: valuesOf(now) };
}

/** What is found good is so as it was read: who changes a language, or the term itself, has it looked at again. */
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

/** An empty translation is none. */
function changedValues(before: TermValues, now: TermValues): Partial<TermValues> {
  const { term, category, score, note } = now;
  const languages = new Set([...Object.keys(before.translations), ...Object.keys(now.translations)]);
  const changed = [...languages].filter((language) => textIn(before, language) !== textIn(now, language));
  const translations = Object.fromEntries(changed.map((language) => [language, textIn(now, language)]));
  return {
    ...(term !== before.term && { term }),
    ...(category !== before.category && { category }),
    ...(score !== before.score && { score }),
    ...(note !== before.note && { note }),
    ...(changed.length > 0 && { translations }),
  };
}

/** How many of these terms somebody has edited before: another change makes no more terms of them. */
export function countEditedBy(marks: TermMarks, termIds: Iterable<string>, by: string): number {
  const isEdited = (id: string): boolean => (marks.get(id) ?? unmarked).steps.some((step) => step.by === by);
  return [...termIds].filter(isEdited).length;
}

export function valuesOf({ term, category, score, note, translations }: TermValues): TermValues {
  return { term, category, score, note, translations };
}

/** In the order in which a list is written, so that the same terms have the same digest. */
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
