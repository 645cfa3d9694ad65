/** Tables of terms. A column has the same name on screen, in CSV output and in CSV input. */
import { type ShownChange } from '../../domain/review/term-changes';
import { conflicts } from '../../domain/review/termbase-conflicts';
import { textIn, type ReviewTerm, type SheetTerm } from '../../domain/review/term-sheet';
import type { TermbaseTerm } from '../../localization/replies';
import { csvText } from '../../source/formats/csv-rows';
import { tableOutputOption } from '../command-options';
import { Table, type TableOptions } from '../terminal/table';
import { writeRaw, shown, type Terminal } from '../terminal/terminal';
import { joinedText } from '../terminal/terminal-form';

type Listed = Pick<ReviewTerm, 'id' | 'term' | 'category' | 'translations'>;

/** A termbase entry with the field names of review terms. */
export type ListedEntry = Listed & Pick<TermbaseTerm, 'source_language' | 'pic'>;

class TermTable<Term extends Listed> extends Table<Term> {
  readonly #cells: readonly string[];

  /** `cells`: the columns of the CSV output, where `translations` becomes a column per language. */
  constructor(columns: ConstructorParameters<typeof Table<Term>>[0], cells: readonly string[]) {
    super(columns);
    this.#cells = cells;
  }

  /** Each of `languages` gets a column even without a translation. */
  csv(terms: readonly Term[], languages: readonly string[] = []): string {
    const codes = [...new Set([...languages, ...terms.flatMap((term) => Object.keys(term.translations))])];
    const header = this.#cells.flatMap((cell) =>
      cell === 'translations' ? codes.map((code) => `translations.${code}`) : [cell],
    );
    const rows = terms.map((term) =>
      this.#cells.flatMap((cell) =>
        cell === 'translations' ? codes.map((code) => textIn(term, code)) : [this.cell(cell, term)],
      ),
    );
    return csvText([header, ...rows]);
  }

  override get options() {
    return { ...super.options, output: tableOutputOption };
  }

  /** `lines` follow the table in text output only. */
  show(
    terminal: Terminal,
    document: { terms: Term[] },
    options: TableOptions,
    { languages = [], lines = [] }: { languages?: readonly string[]; lines?: readonly string[] } = {},
  ): void {
    const sorted = { ...document, terms: this.sorted(document.terms, options) };
    if (terminal.format === 'csv') writeRaw(this.csv(sorted.terms, languages));
    else
      terminal.data(sorted, ({ terms }) =>
        [terms.length === 0 ? 'No terms.' : this.text(terms, options), ...lines].join('\n'),
      );
  }
}

const term = { name: 'term', flexible: true } as const;
const category = { name: 'category', flexible: true } as const;
const translations = {
  name: 'translations',
  value: (listed: Listed) => translationsText(listed.translations),
  flexible: true,
} as const;
const factColumns = [
  'source',
  { name: 'context', flexible: true },
  { name: 'note', flexible: true, hidden: true },
] as const;
const scannedCells = ['id', 'term', 'category', 'score', 'note', 'translations', 'context', 'source'];

/** `terms apply` reads this CSV back; its last columns are information only. */
export const termTable = new TermTable<SheetTerm>(
  [
    { name: 'decision', value: ({ removed }) => removed && 'delete', hidden: true },
    'id',
    term,
    category,
    'score',
    { name: 'marks', value: marksText, flexible: true },
    translations,
    { name: 'termbase', value: existingText, flexible: true },
    ...factColumns,
  ],
  ['decision', ...scannedCells, 'termbase', 'marks'],
);

export const taskTermTable = new TermTable<ReviewTerm>(
  ['id', term, category, 'score', translations, ...factColumns],
  scannedCells,
);

/** `termbase upload` reads this CSV back; it matches entries by text and source language, not by id. */
export const termbaseTable = new TermTable<ListedEntry>(
  [
    'id',
    term,
    { name: 'source_language', hidden: true },
    category,
    translations,
    { name: 'pic', flexible: true, hidden: true },
  ],
  ['term', 'source_language', 'category', 'pic', 'translations'],
);

const changeTable = new Table<ShownChange>([
  { name: 'id', value: ({ termId }) => termId },
  { name: 'term', flexible: true },
  { name: 'change', value: ({ what }) => what },
  { name: 'before', flexible: true },
  { name: 'after', flexible: true },
]);

export function changesText(
  changes: readonly ShownChange[],
  { most = 50, ...options }: TableOptions & { most?: number } = {},
): string[] {
  if (changes.length === 0) return [];
  const more = changes.length > most ? [`and ${changes.length - most} more`] : [];
  return [changeTable.text(shown(changes.slice(0, most)), options), ...more];
}

function translationsText(translations: Readonly<Record<string, string>>): string {
  return Object.entries(translations)
    .map(([language, text]) => `${language}=${text}`)
    .join('  ');
}

function existingText(term: SheetTerm): string {
  const { existing, compared, removed } = term;
  if (existing === null) return compared ? 'new' : 'not compared';
  const overwritten = removed === null ? conflicts(term) : [];
  if (overwritten.length === 0)
    return joinedText('  ', existing.category, translationsText(existing.translations));
  const words = overwritten.map(
    ({ language, termbase, ours }) => `${language ?? 'category'}: ${termbase} → ${ours}`,
  );
  return `overwrites ${words.join(', ')}`;
}

function marksText({ edited, removed }: SheetTerm): string {
  return joinedText(', ', edited && `edited by ${edited.by}`, removed && `to be deleted, by ${removed.by}`);
}
