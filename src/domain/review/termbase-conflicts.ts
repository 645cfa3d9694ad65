/** Where a confirmation would overwrite what the termbase has already. */
import { textIn, type SheetTerm, type TermValues } from './term-sheet';

interface Conflict {
  /** null: it is the category. */
  language: string | null;
  termbase: string;
  ours: string;
}

type Compared = Pick<SheetTerm, 'existing' | 'category' | 'translations'>;

/** A language that only one of both has is no conflict. */
export function conflicts({ existing, category, translations }: Compared): Conflict[] {
  if (existing === null) return [];
  const found: Conflict[] = [];
  if (existing.category !== category)
    found.push({ language: null, termbase: existing.category, ours: category });
  for (const [language, termbase] of Object.entries(existing.translations)) {
    const ours = textIn({ translations }, language);
    if (termbase !== '' && ours !== '' && ours !== termbase) found.push({ language, termbase, ours });
  }
  return found;
}

/** Languages that a confirmation would give to an entry which has nothing in them. */
export function additions({ existing, translations }: Compared): [language: string, text: string][] {
  if (existing === null) return [];
  return Object.entries(translations).filter(
    ([language, text]) => text !== '' && textIn(existing, language) === '',
  );
}

/** The terms that a confirmation would write over entries of the termbase: what is to be deleted is not written. */
export function overwriting<Term extends Compared & Pick<SheetTerm, 'removed'>>(
  terms: readonly Term[],
): Term[] {
  return terms.filter((term) => term.removed === null && conflicts(term).length > 0);
}

/** Names of several terms: the termbase has one entry for each name, which the last of them makes. */
export function sharedNames(terms: readonly Pick<SheetTerm, 'term' | 'removed'>[]): string[] {
  const once = new Set<string>();
  const shared = new Set<string>();
  for (const { term, removed } of terms) {
    if (removed !== null) continue;
    if (once.has(term)) shared.add(term);
    once.add(term);
  }
  return [...shared];
}

/** Whether another term that is written has that name. */
export function hasNamesake(
  terms: readonly Pick<SheetTerm, 'id' | 'term' | 'removed'>[],
  { id, name }: { id: string; name: string },
): boolean {
  return terms.some((other) => other.id !== id && other.removed === null && other.term === name);
}

/** What makes a term say what the termbase says; null: it does already. */
export function termbaseEdit(term: Compared): Partial<Pick<TermValues, 'category' | 'translations'>> | null {
  const edit: Partial<Pick<TermValues, 'category' | 'translations'>> = {};
  const translations: [string, string][] = [];
  for (const { language, termbase } of conflicts(term)) {
    if (language === null) edit.category = termbase;
    else translations.push([language, termbase]);
  }
  if (translations.length > 0) edit.translations = Object.fromEntries(translations);
  return Object.keys(edit).length === 0 ? null : edit;
}
