/** Find and replace: the terms with a text, and their texts after the replacement. */
import { MOST_TERM_CHARS } from '../../src/domain/review/term-changes';
import { literalPattern } from '../../src/domain/text/made-pattern';
import { type Change, type SheetTerm, type TermEdit, editOfEach } from './sheet';

export interface Wanted {
  find: string;
  replacement: string;
  /** `term`, `category`, `note`, a language, or all translations. */
  field: string;
  matchCase: boolean;
}

export const ALL_TRANSLATIONS = '*';

export interface Replacement {
  term: SheetTerm;
  edit: TermEdit;
  /** The texts with a match, before and after, each in its language. */
  texts: { language: string | null; from: string; to: string }[];
}

export interface Replacements {
  found: Replacement[];
  /** The number of terms left out because a text of theirs would exceed a release's limit. */
  tooLong: number;
}

/** Deleted terms are left out, and so are terms whose name would become empty. */
export function replacements(terms: readonly SheetTerm[], wanted: Wanted): Replacements {
  if (wanted.find === '') return { found: [], tooLong: 0 };
  const pattern = literalPattern(wanted.find, wanted.matchCase ? 'gu' : 'giu');
  const replaced = (text: string): string => text.replace(pattern, () => wanted.replacement);
  const all = terms
    .filter(({ removed }) => removed === null)
    .map((term) => replacementIn(term, wanted.field, replaced))
    .filter(({ texts }) => texts.length > 0);
  const most = isPlain(wanted.field) ? MOST_TERM_CHARS[wanted.field] : MOST_TERM_CHARS.translation;
  const found = all.filter(({ texts }) => texts.every(({ to }) => to.length <= most));
  return { found, tooLong: all.length - found.length };
}

type PlainField = 'term' | 'category' | 'note';

const isPlain = (field: string): field is PlainField =>
  field === 'term' || field === 'category' || field === 'note';

function replacementIn(term: SheetTerm, field: string, replaced: (text: string) => string): Replacement {
  if (isPlain(field)) {
    const from = term[field];
    const to = replacedPlain(from, field, replaced);
    const isUnchanged = to === from || (field === 'term' && to === '');
    return isUnchanged
      ? { term, edit: {}, texts: [] }
      : { term, edit: { [field]: to }, texts: [{ language: null, from, to }] };
  }
  const texts = Object.entries(term.translations)
    .filter(([language]) => field === ALL_TRANSLATIONS || field === language)
    .map(([language, from]) => ({ language, from, to: replaced(from) }))
    .filter(({ from, to }) => from !== to);
  const translations = Object.fromEntries(texts.map(({ language, to }) => [language, to]));
  return { term, edit: { translations }, texts };
}

/** Trims a term and a category as the form does. A text without a match is left unchanged. */
function replacedPlain(from: string, field: PlainField, replaced: (text: string) => string): string {
  const to = replaced(from);
  return to === from || field === 'note' ? to : to.trim();
}

/** All edits are one change, so that one request saves them. */
export const replacingChanges = (found: readonly Replacement[]): Change[] =>
  editOfEach(Object.fromEntries(found.map(({ term, edit }) => [term.id, edit])));
