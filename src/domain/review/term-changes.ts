/** Changes of terms as lines that a person reads before making them, or after somebody else made them. */
import {
  pickedValues,
  plainFields,
  textIn,
  withEmptied,
  type SheetTerm,
  type TermValues,
} from './term-sheet';
import type { ReleaseStatus } from '../release/status';
import { additions, conflicts } from './termbase-conflicts';

export interface ShownChange {
  termId: string;
  term: string;
  /** `category`, the code of a language, or a change of the whole term: `delete`, `restore`, `new`, `gone`. */
  what: string;
  before: string;
  after: string;
}

export type FieldLine = [what: string, before: string, after: string];

export function shownChanges(
  { id, term }: Pick<SheetTerm, 'id' | 'term'>,
  lines: readonly FieldLine[],
): ShownChange[] {
  return lines.map(([what, before, after]) => ({ termId: id, term, what, before, after }));
}

export function editLines(term: TermValues, edit: Partial<TermValues>): FieldLine[] {
  const lines: FieldLine[] = plainFields.flatMap((field) =>
    edit[field] === undefined ? [] : [[field, String(term[field]), String(edit[field])]],
  );
  for (const [language, text] of Object.entries(edit.translations ?? {}))
    lines.push([language, textIn(term, language), text]);
  return lines;
}

/** What the term does not have yet. Line endings do not count: they depend on the program that saved it. */
export function missingValues(term: TermValues, wanted: Partial<TermValues>): Partial<TermValues> {
  // An edit trims the term, so that blanks at its ends do not count.
  const plain = (value: string | number, field?: string): string => {
    const text = String(value).replace(/\r\n?/g, '\n');
    return field === 'term' ? text.trim() : text;
  };
  return pickedValues(wanted, term, (value, was, field) => plain(value, field) !== plain(was, field));
}

/** The effects of a confirmation, except for unchanged terms that are new in the termbase. */
export function confirmationChanges(terms: readonly SheetTerm[]): ShownChange[] {
  return terms.flatMap((term) => {
    const { edited, removed } = term;
    if (removed !== null) return shownChanges(term, [deletion(removed.by)]);
    const lines: FieldLine[] = [];
    if (edited !== null)
      for (const [what, before, after] of editLines(edited.before, missingValues(edited.before, term)))
        lines.push([`${what}, edited by ${edited.by}`, before, after]);
    lines.push(...overwrites(term));
    for (const [language, text] of additions(term))
      lines.push([`adds ${language} to the termbase`, '', text]);
    return shownChanges(term, lines);
  });
}

/** The differences between a list and the one that a person has seen. */
export function listChanges(seen: readonly SheetTerm[], now: readonly SheetTerm[]): ShownChange[] {
  const before = new Map(seen.map((term) => [term.id, term]));
  const left = new Set(now.map(({ id }) => id));
  return [
    ...seen.flatMap((term) => (left.has(term.id) ? [] : shownChanges(term, [['gone', term.term, '']]))),
    ...now.flatMap((term) => {
      const was = before.get(term.id);
      if (was === undefined) return shownChanges(term, [['new', '', term.term]]);
      const lines = editLines(was, missingValues(was, withEmptied(was, term)));
      const known = new Set(overwrites(was).map(String));
      lines.push(...overwrites(term).filter((line) => !known.has(String(line))));
      if (was.removed === null && term.removed !== null) lines.push(deletion(term.removed.by));
      if (was.removed !== null && term.removed === null) lines.push(['restore', 'to be deleted', '']);
      return shownChanges(term, lines);
    }),
  ];
}

const overwrites = (term: SheetTerm): FieldLine[] =>
  conflicts(term).map(({ language, termbase, ours }) => [
    `overwrites ${language ?? 'category'} in the termbase`,
    termbase,
    ours,
  ]);

const deletion = (by: string): FieldLine => ['delete', '', `to be deleted, by ${by}`];

export function decisionCounts(terms: readonly Pick<SheetTerm, 'edited' | 'removed'>[]) {
  const left = terms.filter(({ removed }) => removed === null);
  const edited = left.filter((term) => term.edited !== null).length;
  return { kept: left.length - edited, edited, deleted: terms.length - left.length };
}

/** Comments are stored as decisions of the release, and are found by these words. */
const begins = (termId: string): string => `comment on ${termId} (`;

export const commentedOn = (termId: string, term: string): string => `${begins(termId)}${term})`;

export function withComments(
  terms: readonly SheetTerm[],
  { decisions }: Pick<ReleaseStatus, 'decisions'>,
): SheetTerm[] {
  const comments = decisions.filter(({ what }) => what.startsWith('comment on '));
  return terms.map((term) => {
    const own = comments.filter(({ what }) => what.startsWith(begins(term.id)));
    return own.length === 0
      ? term
      : { ...term, comments: own.map(({ by, at, why }) => ({ by, at, text: why ?? '' })) };
  });
}

/** Limits for the texts of a term, in characters. */
export const MOST_TERM_CHARS = { term: 500, category: 100, note: 2000, translation: 1000 } as const;

interface ChangedField {
  /** `term`, `category`, `score`, `note`, or the code of a language. */
  field: string;
  now: string;
}

/** The values that were seen, limited to the fields that an edit replaces. */
export function replacedValues(seen: TermValues, edit: Partial<TermValues>): Partial<TermValues> {
  const languages = Object.keys(edit.translations ?? {});
  const translations = Object.fromEntries(languages.map((language) => [language, textIn(seen, language)]));
  return pickedValues({ ...seen, translations }, seen, (_value, _was, field) =>
    field === undefined ? true : edit[field] !== undefined,
  );
}

/** What the edit would overwrite unseen. A field that already has the edit's value loses nothing. */
export function changedSince(
  now: TermValues,
  { edit, seen }: { edit: Partial<TermValues>; seen: Partial<TermValues> },
): ChangedField[] {
  const changed: ChangedField[] = plainFields
    .filter((field) => isOverwritten(now[field], edit[field], seen[field]))
    .map((field) => ({ field, now: String(now[field]) }));
  const { translations: wanted = {} } = edit;
  for (const language of Object.keys(seen.translations ?? {})) {
    if (!Object.hasOwn(wanted, language)) continue;
    const text = textIn(now, language);
    const before = textIn({ translations: seen.translations ?? {} }, language);
    if (isOverwritten(text, wanted[language], before)) changed.push({ field: language, now: text });
  }
  return changed;
}

function isOverwritten<Value>(now: Value, wanted: Value | undefined, seen: Value | undefined): boolean {
  return wanted !== undefined && seen !== undefined && now !== seen && now !== wanted;
}
