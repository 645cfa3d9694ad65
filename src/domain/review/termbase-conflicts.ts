/** The values of the termbase that a confirmation would overwrite. */
import type { SheetTerm, TermValues } from './sheet-schema';
import { textIn } from './term-sheet';

interface Conflict {
  /** null: the category differs. */
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

/** Languages that a confirmation would add to an existing entry. */
export function additions({ existing, translations }: Compared): [language: string, text: string][] {
  if (existing === null) return [];
  return Object.entries(translations).filter(
    ([language, text]) => text !== '' && textIn(existing, language) === '',
  );
}

/** Terms marked for deletion are not written, and so overwrite nothing. */
export function overwriting<Term extends Compared & Pick<SheetTerm, 'removed'>>(
  terms: readonly Term[],
): Term[] {
  return terms.filter((term) => term.removed === null && conflicts(term).length > 0);
}

/** The termbase has one entry per name, so that the last term with a shared name wins. */
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

export function hasNamesake(
  terms: readonly Pick<SheetTerm, 'id' | 'term' | 'removed'>[],
  { id, name }: { id: string; name: string },
): boolean {
  return terms.some((other) => other.id !== id && other.removed === null && other.term === name);
}

/** The edit that gives a term the values of the termbase; null: it has them already. */
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
