/** Terms in a table for a spreadsheet: whatever they hold, they come back as they were, and nothing of them is run. */
import { parse } from 'csv-parse/sync';
import { termbaseTable, termTable, type ListedEntry } from '../../../src/cli/terms/term-tables';
import { planDecisions } from '../../../src/client/glossary/term-decisions';
import { termbaseDifference } from '../../../src/client/glossary/termbase-difference';
import type { SheetTerm } from '../../../src/domain/review/term-sheet';
import { readNewTerms, readTermDecisions } from '../../../src/source/read-terms';
import fc from '../../support/fast-check';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();

const hand = { by: 'olga', at: '2026-11-16T00:00:00.000Z' };
const sheetTerm = (id: string, changes: Partial<SheetTerm> = {}): SheetTerm => ({
  id,
  term: 'Elder Mira',
  context: '',
  category: '',
  score: 5,
  note: '',
  translations: {},
  source: null,
  existing: null,
  compared: true,
  edited: null,
  removed: null,
  ...changes,
});

const signs = ['=', '+', '-', '@', '\t', '\r', '\n', "'", '"', ',', ';', ' ', '|', '\uFEFF', '\\', '＝'];
/** No file of text has a zero byte. */
const hostile = fc
  .string({ unit: fc.oneof(fc.constantFrom(...signs, 'a', '漢', 'é'), fc.string({ unit: 'grapheme' })) })
  .map((text) => text.replaceAll('\0', ''));
const translations = fc.dictionary(fc.constantFrom('ja', 'ko', 'zh-cn', 'pt_BR', '=x'), hostile);

const reviewed = fc
  .array(
    fc.record({
      term: hostile,
      category: hostile,
      note: hostile,
      context: hostile,
      translations,
      score: fc.double({ min: 0, max: 20, noNaN: true }),
      removed: fc.constantFrom(null, hand),
    }),
    { minLength: 1 },
  )
  .map((drawn) => drawn.map((values, place) => sheetTerm(`=t${place}`, values)));

describe('the terms of a review', () => {
  const applied = async (text: string | Buffer, terms: readonly SheetTerm[], name = 'terms.csv') =>
    planDecisions(await readTermDecisions(await scratch.write(name, text)), terms, () => 'is wrong');

  it('that are listed and applied as they are change nothing', async () => {
    await fc.assert(
      fc.asyncProperty(reviewed, async (terms) => {
        const plan = await applied(termTable.csv(terms, ['ja', 'fr']), terms);
        expect(plan).toEqual({ planned: [], settled: terms.length, faults: [] });
      }),
    );
  });

  it('that are listed as JSON and applied as they are change nothing, whatever was done to them', async () => {
    const values = { term: 'Mira', category: '', score: 5, note: '', translations: {} };
    const everything: Required<SheetTerm> = {
      ...sheetTerm('t1'),
      strings: [{ id: 'greeting', context: 'menu' }],
      moreStrings: 3,
      source: 'ai',
      existing: { category: 'Name', translations: { ja: 'ミラ' } },
      edited: { ...hand, before: values },
      steps: [{ ...hand, set: { score: 5 } }],
      accepted: [{ ...hand, languages: ['ja'] }],
      removed: null,
      comments: [{ ...hand, text: 'a name' }],
    };
    const text = JSON.stringify({ digest: 'd', terms: [everything] });
    expect(await applied(text, [everything], 'terms.json')).toEqual({
      planned: [],
      settled: 1,
      faults: [],
    });
  });

  it('that a spreadsheet has saved in its own way change nothing either', async () => {
    await fc.assert(
      fc.asyncProperty(reviewed, fc.constantFrom(',', ';', '\t'), async (terms, separator) => {
        const rows = parse(termTable.csv(terms).slice(1), { relax_column_count: true });
        const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
        // Line ends within cells are the spreadsheet's own; columns and rows that were touched once are saved too.
        const saved = [...rows, ['', '']].map((cells) =>
          [...cells.map((cell) => quoted(cell.replace(/\r\n?/g, '\n'))), '', ''].join(separator),
        );
        const text = `\uFEFF${saved.join('\r\n')}\r\n`;
        const inUtf16 = Buffer.from(text, 'utf16le');
        for (const plan of [await applied(text, terms), await applied(inUtf16, terms, 'terms.txt')])
          expect(plan).toEqual({ planned: [], settled: terms.length, faults: [] });
      }),
    );
  });

  it('have their marks, their languages and what is only told in columns of their own', () => {
    const [header, first] = termTable
      .csv([sheetTerm('t1', { removed: hand, translations: { ja: 'ミラ' } })], ['ko'])
      .split('\n');
    expect(header).toBe(
      '\uFEFFdecision,id,term,category,score,note,translations.ko,translations.ja,context,source,termbase,marks',
    );
    expect(first).toBe('delete,t1,Elder Mira,,5,,,ミラ,,,new,"to be deleted, by olga"');
  });
});

describe('the entries of a termbase', () => {
  const word = hostile.map((text) => `a${text.replace(/\s|\p{C}/gu, '')}`);
  const entries = fc.uniqueArray(
    fc.record({
      id: hostile,
      term: fc.oneof(
        word,
        word.map((text) => `=${text}`),
      ),
      category: hostile,
      pic: hostile,
      source_language: fc.constantFrom('en', 'de'),
      translations: fc.dictionary(fc.constantFrom('ja', 'ko', 'zh-cn'), hostile),
    }),
    { minLength: 1, selector: ({ term, source_language }: ListedEntry) => `${source_language} ${term}` },
  );

  it('that are listed can all be uploaded, and change nothing', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (terms) => {
        const upload = await readNewTerms(await scratch.write('terms.csv', termbaseTable.csv(terms)));
        const had = terms.map(({ term: content, ...entry }) => ({
          ...entry,
          content,
          created_at: null,
          updated_at: null,
        }));
        expect(termbaseDifference(had, upload)).toMatchObject({
          new: [],
          changed: [],
          removed: [],
          unchanged: terms.length,
          untouched: 0,
        });
      }),
    );
  });

  it('have the columns that an upload takes, under the names that the terms of a review have', () => {
    const [header = ''] = termbaseTable.csv([]).split('\n');
    expect(header).toBe('\uFEFFterm,source_language,category,pic');
  });
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1+1', '\r=1+1', '\n=1', "'=1", '＝1+1', '=HYPERLINK("x","?")'])(
  'a cell that is %j is no formula',
  (note) => {
    const [, cells = []] = parse(termTable.csv([sheetTerm('t1', { note })]).slice(1));
    expect(cells[5]).toBe(`'${note}`);
  },
);
