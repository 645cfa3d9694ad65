import { conflicts } from '../../../src/domain/review/termbase-conflicts';
import { acceptedBy, type SheetTerm } from '../sheet';

export const LOW_SCORE = 5;

export const filterNames = ['open', 'new', 'conflict', 'low', 'missing', 'mine', 'removed'] as const;
export type FilterName = (typeof filterNames)[number];

export interface SheetFacts {
  me: string;
  languages: readonly string[];
  /** The release's languages that the operator reviews. */
  reviewed: readonly string[];
}

/** Whether the operator has accepted the term as it is now, in all languages that they review. */
export function isAccepted(term: SheetTerm, { me, reviewed }: Pick<SheetFacts, 'me' | 'reviewed'>): boolean {
  const languages = acceptedBy(term, me);
  return languages !== null && reviewed.every((language) => languages.includes(language));
}

/** Whether the operator has accepted, changed or deleted the term. */
export const isReviewed = (term: SheetTerm, facts: Pick<SheetFacts, 'me' | 'reviewed'>): boolean =>
  isChangedBy(term, facts.me) || isAccepted(term, facts);

/** The number of terms that each other operator has decided on, largest first. */
export function othersProgress(terms: readonly SheetTerm[], me: string): { name: string; done: number }[] {
  const done = new Map<string, number>();
  for (const { edited, removed, accepted = [] } of terms) {
    const authors = [edited, removed, ...accepted].flatMap((author) => author?.by ?? []);
    for (const name of new Set(authors)) done.set(name, (done.get(name) ?? 0) + 1);
  }
  done.delete(me);
  return [...done]
    .map(([name, count]) => ({ name, done: count }))
    .sort((one, other) => other.done - one.done);
}

const isChangedBy = ({ edited, removed }: SheetTerm, who: string): boolean =>
  edited?.by === who || removed?.by === who;

function missingLanguages(term: SheetTerm, languages: readonly string[]): string[] {
  return languages.filter((language) => (term.translations[language] ?? '').trim() === '');
}

function passes(term: SheetTerm, filter: FilterName, facts: SheetFacts): boolean {
  switch (filter) {
    case 'open':
      return !isReviewed(term, facts);
    case 'new':
      return term.compared && term.existing === null;
    case 'conflict':
      return conflicts(term).length > 0;
    case 'low':
      return term.score < LOW_SCORE;
    case 'missing':
      return missingLanguages(term, facts.languages).length > 0;
    case 'mine':
      return isChangedBy(term, facts.me);
    case 'removed':
      return term.removed !== null;
  }
}

export function filterCounts(terms: readonly SheetTerm[], facts: SheetFacts): Record<FilterName, number> {
  const counts = { open: 0, new: 0, conflict: 0, low: 0, missing: 0, mine: 0, removed: 0 };
  for (const term of terms) {
    for (const name of filterNames) if (passes(term, name, facts)) counts[name] += 1;
  }
  return counts;
}

/** Terms must pass every filter and contain every word of the text, in any field. */
export function filtered(
  terms: readonly SheetTerm[],
  { filters, text }: { filters: ReadonlySet<FilterName>; text: string },
  facts: SheetFacts,
): readonly SheetTerm[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (filters.size === 0 && words.length === 0) return terms;
  return terms.filter((term) => {
    for (const filter of filters) if (!passes(term, filter, facts)) return false;
    if (words.length === 0) return true;
    const all = searchText(term);
    return words.every((word) => all.includes(word));
  });
}

const searchText = ({ term, context, category, note, translations, strings = [] }: SheetTerm): string =>
  [term, category, note, context, ...Object.values(translations), ...strings.map(({ id }) => id)]
    .join('\n')
    .toLowerCase();
