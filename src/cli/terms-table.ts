/** Scanned terms as rows: for a person, and as a table that `terms apply` takes back. */
import type { SheetTerm } from '../domain/term-sheet';
import { csvText } from './csv-text';
import { Table } from './table';
import { conflictWords } from './termbase-overwrites';
import { translationsText } from './translations-text';

export const termTable = new Table<SheetTerm>([
  { name: 'id', text: ({ id }) => id },
  { name: 'term', text: ({ term }) => term, flexible: true },
  { name: 'category', text: ({ category }) => category, flexible: true },
  { name: 'score', text: ({ score }) => String(score), number: ({ score }) => score },
  { name: 'marks', text: (term) => marksOf(term).join(', '), flexible: true },
  { name: 'translations', text: ({ translations }) => translationsText(translations), flexible: true },
  { name: 'termbase', text: existingText, flexible: true },
  { name: 'source', text: ({ source }) => source ?? '' },
  { name: 'context', text: ({ context }) => context, flexible: true },
  { name: 'note', text: ({ note }) => note, flexible: true, hidden: true },
]);

/** What the termbase has under this text, and what of it a confirmation would overwrite. */
function existingText(term: SheetTerm): string {
  const { existing, compared } = term;
  if (existing === null) return compared ? 'new' : 'not compared';
  const overwritten = term.removed === null ? conflictWords(term) : '';
  if (overwritten !== '') return `overwrites ${overwritten}`;
  return [existing.category, translationsText(existing.translations)]
    .filter((text) => text !== '')
    .join('  ');
}

function marksOf({ edited, removed }: SheetTerm): string[] {
  return [
    ...(edited === null ? [] : [`edited by ${edited.by}`]),
    ...(removed === null ? [] : [`to be deleted, by ${removed.by}`]),
  ];
}

/** The first column is for whoever decides; what stands in the last ones is told, and not read back. */
export function decisionsCsv(terms: readonly SheetTerm[], languages: readonly string[]): string {
  const codes = [
    ...new Set([...languages, ...terms.flatMap(({ translations }) => Object.keys(translations))]),
  ];
  const header = [
    ...['decision', 'id', 'term', 'category', 'score', 'note'],
    ...codes.map((language) => `translations.${language}`),
    ...['context', 'source', 'existing', 'marks'],
  ];
  const rows = terms.map((term) => [
    ...[
      term.removed === null ? '' : 'delete',
      term.id,
      term.term,
      term.category,
      String(term.score),
      term.note,
    ],
    ...codes.map((language) => term.translations[language] ?? ''),
    ...[term.context, term.source ?? '', existingText(term), marksOf(term).join(', ')],
  ]);
  return csvText([header, ...rows]);
}
