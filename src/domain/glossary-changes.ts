/**
 * What the confirmation of a release's terms changed in the termbase. The service writes each confirmed term over the
 * entry with the same text: languages that the term does not have stay. What was there before is known from the
 * comparison that came before the confirmation.
 */
import type { SheetTerm } from './term-sheet';

/**
 * `added`: the termbase had nothing under the text. `changed`: it had other values. `unknown`: nobody compared, so what it
 * had is not known. `left out`: a reviewer deleted the term from the list, and the termbase stayed as it was.
 */
export const glossaryChangeKinds = ['added', 'changed', 'unknown', 'left out'] as const;

export interface GlossaryChange {
  term: string;
  kind: (typeof glossaryChangeKinds)[number];
  fields: FieldChange[];
}

export interface FieldChange {
  /** `category`, or the code of a language. */
  field: string;
  /** Empty: nothing was there. Null: not known. */
  before: string | null;
  after: string;
}

export type GlossaryCounts = Record<(typeof glossaryChangeKinds)[number], number>;

type Confirmed = Pick<SheetTerm, 'term' | 'category' | 'translations' | 'existing' | 'compared'>;

/** `deleted`: the texts of terms that reviewers deleted. A term that left the termbase as it was is none of them. */
export function glossaryChanges(
  confirmed: readonly Confirmed[],
  deleted: readonly string[],
): GlossaryChange[] {
  // Of two terms with one text, the service has the later one in the end.
  const byText = new Map(confirmed.map((term) => [term.term, changeOf(term)]));
  const leftOut = deleted.filter((term) => !byText.has(term));
  return [
    ...[...byText.values()].filter((change) => change !== null),
    ...leftOut.map((term): GlossaryChange => ({ term, kind: 'left out', fields: [] })),
  ];
}

function changeOf({ term, category, translations, existing, compared }: Confirmed): GlossaryChange | null {
  const written: [string, string][] = [['category', category], ...Object.entries(translations)];
  const before = (field: string): string | null => {
    if (!compared) return null;
    if (existing === null) return '';
    return field === 'category' ? existing.category : textIn(existing.translations, field);
  };
  const fields = written
    .filter(([, after]) => after !== '')
    .map(([field, after]): FieldChange => ({ field, before: before(field), after }))
    .filter((change) => change.before !== change.after);
  if (!compared) return { term, kind: 'unknown', fields };
  if (existing === null) return { term, kind: 'added', fields };
  return fields.length === 0 ? null : { term, kind: 'changed', fields };
}

export function textIn(translations: Readonly<Record<string, string>>, language: string): string {
  return Object.hasOwn(translations, language) ? (translations[language] ?? '') : '';
}

export function glossaryCounts(changes: readonly GlossaryChange[]): GlossaryCounts {
  const counts: GlossaryCounts = { added: 0, changed: 0, unknown: 0, 'left out': 0 };
  for (const { kind } of changes) counts[kind] += 1;
  return counts;
}

/** In its text or in any value that it had or has, in upper or lower case. */
export function isAbout({ term, fields }: GlossaryChange, search: string): boolean {
  const wanted = search.toLowerCase();
  const texts = [term, ...fields.flatMap(({ before, after }) => [before ?? '', after])];
  return texts.some((text) => text.toLowerCase().includes(wanted));
}
