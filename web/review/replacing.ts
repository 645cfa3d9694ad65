/** Find and replace: the terms with a text, and their texts after the replacement. */
import { MOST_TERM_CHARS } from '../../src/domain/review/term-changes';
import { literalPattern } from '../../src/domain/text/made-pattern';
import { type FieldChange, fieldChanges } from './saving/differences';
import { type Change, editOfEach, isPlain, type SheetTerm, type TermEdit, withEdit } from './sheet';

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
  changes: FieldChange[];
}

export interface Replacements {
  found: Replacement[];
  /** The number of terms left out because a text of theirs would exceed a release's limit. */
  tooLong: number;
}

/** Deleted terms are left out, and so are terms whose name would become empty. */
export function replacements(terms: readonly SheetTerm[], wanted: Wanted): Replacements {
  if (wanted.find === '') return { found: [], tooLong: 0 };
  const { field } = wanted;
  const pattern = literalPattern(wanted.find, wanted.matchCase ? 'gu' : 'giu');
  const replaced = (text: string): string => text.replace(pattern, () => wanted.replacement);
  const all = terms
    .filter(({ removed }) => removed === null)
    .map((term) => {
      const edit = isText(field) ? plainEdit(term, field, replaced) : translationEdit(term, field, replaced);
      return { term, edit, changes: fieldChanges(term, withEdit(term, edit)) };
    })
    .filter(({ changes }) => changes.length > 0);
  const most = MOST_TERM_CHARS[isText(field) ? field : 'translation'];
  const found = all.filter(({ changes }) => changes.every(({ to }) => to.length <= most));
  return { found, tooLong: all.length - found.length };
}

type TextField = 'term' | 'category' | 'note';

const isText = (field: string): field is TextField => isPlain(field) && field !== 'score';

/** Trims a term and a category as the form does. A text without a match is left unchanged. */
function plainEdit(term: SheetTerm, field: TextField, replaced: (text: string) => string): TermEdit {
  const from = term[field];
  const text = replaced(from);
  const to = field === 'note' ? text : text.trim();
  return text === from || (field === 'term' && to === '') ? {} : { [field]: to };
}

function translationEdit(term: SheetTerm, field: string, replaced: (text: string) => string): TermEdit {
  const texts = Object.entries(term.translations)
    .filter(([language]) => field === ALL_TRANSLATIONS || field === language)
    .map(([language, from]) => [language, replaced(from)] as const);
  return {
    translations: Object.fromEntries(texts.filter(([language, to]) => to !== term.translations[language])),
  };
}

/** All edits are one change, so that one request saves them. */
export const replacingChanges = (found: readonly Replacement[]): Change[] =>
  editOfEach(Object.fromEntries(found.map(({ term, edit }) => [term.id, edit])));
