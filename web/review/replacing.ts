/** Find and replace: in which terms a text stands, and what they would say instead. */
import { literalPattern } from './literal-pattern';
import type { Change, SheetTerm, TermEdit } from './sheet';

export interface Wanted {
  find: string;
  replacement: string;
  /** `term`, `category`, `note`, a language, or all translations. */
  field: string;
  matchCase: boolean;
}

export const ALL_TRANSLATIONS = '*';

/** Each is a call to the service: so many in one go. */
export const MOST_REPLACED = 500;

export interface Replacement {
  term: SheetTerm;
  edit: TermEdit;
  /** What was found, before and after, each in its language. */
  texts: { language: string | null; from: string; to: string }[];
}

/** What is to be deleted is left as it is; so is a term of which nothing would be left. */
export function replacements(terms: readonly SheetTerm[], wanted: Wanted): Replacement[] {
  if (wanted.find === '') return [];
  const pattern = literalPattern(wanted.find, wanted.matchCase ? 'gu' : 'giu');
  const replaced = (text: string): string => text.replace(pattern, () => wanted.replacement);
  return terms
    .filter(({ removed }) => removed === null)
    .map((term) => replacementIn(term, wanted.field, replaced))
    .filter(({ texts }) => texts.length > 0);
}

function replacementIn(term: SheetTerm, field: string, replaced: (text: string) => string): Replacement {
  if (field === 'term' || field === 'category' || field === 'note') {
    const [from, to] = [term[field], replaced(term[field])];
    const isKept = to === from || (field === 'term' && to.trim() === '');
    return isKept
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

/** Terms that become the same go together. */
export function replacingChanges(found: readonly Replacement[]): Change[] {
  const groups = new Map<string, { edit: TermEdit; termIds: string[] }>();
  for (const { term, edit } of found) {
    const key = JSON.stringify(edit);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { edit, termIds: [term.id] });
    else group.termIds.push(term.id);
  }
  return [...groups.values()].map((group) => ({ kind: 'edit', ...group }));
}
