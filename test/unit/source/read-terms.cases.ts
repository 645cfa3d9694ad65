import type { NewTerm } from '../../../src/localization/requests';
import { readNewTerms, readTermChanges, readTermDecisions } from '../../../src/source/read-terms';
import fc from '../../support/fast-check';
import { useScratch } from '../../support/scratch';
import { findingsOf, placesOf } from './readings';

const scratch = useScratch();

const newTermsOf = async (name: string, text: string): Promise<NewTerm[]> =>
  readNewTerms(await scratch.write(name, text));
const changesOf = async (name: string, text: string) => readTermChanges(await scratch.write(name, text));

const twoTerms: NewTerm[] = [
  {
    content: 'Elder Mira',
    source_language: 'en',
    category: 'Character',
    pic: 'https://pics.example/mira.png',
    translations: { 'zh-cn': '米拉', ja: 'ミラ' },
  },
  { content: 'Crystal, "the" Keep', source_language: 'en' },
];

describe('a file of terms', () => {
  it.each([
    ['terms.json', JSON.stringify(twoTerms.map(({ content: term, ...values }) => ({ term, ...values })))],
    [
      'terms.yaml',
      '- term: Elder Mira\n  source_language: en\n  category: Character\n  pic: https://pics.example/mira.png\n' +
        '  translations: {zh-cn: 米拉, ja: ミラ}\n- {term: \'Crystal, "the" Keep\', source_language: en}\n',
    ],
    [
      'terms.csv',
      'term,source_language,category,pic,translations.zh-cn,translations.ja\n' +
        'Elder Mira,en,Character,https://pics.example/mira.png,米拉,ミラ\n"Crystal, ""the"" Keep",en,,,,\n',
    ],
    [
      'turned.CSV',
      'translations.ja,pic,source_language,translations.zh-cn,term,category\n' +
        'ミラ,https://pics.example/mira.png,en,米拉,Elder Mira,Character\n,,en,,"Crystal, ""the"" Keep",\n',
    ],
  ])('%s holds its terms in its order', async (name, text) => {
    expect(await newTermsOf(name, text)).toEqual(twoTerms);
  });

  it('of any terms reads back from JSON and CSV', async () => {
    const word = fc.stringMatching(/^[A-Za-z0-9"',;éß漢]{1,12}$/);
    const drawn = fc.record({ term: word, source_language: fc.constant('en'), category: word });
    const terms = fc.uniqueArray(drawn, { minLength: 1, selector: ({ term }) => term });
    const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(terms, async (some) => {
        const rows = some.map(({ term, category }) => `${cell(term)},en,${cell(category)}`);
        const csv = ['term,source_language,category', ...rows].join('\r\n');
        const expected = some.map(({ term: content, ...values }) => ({ content, ...values }));
        expect(await newTermsOf('some.csv', csv)).toEqual(expected);
        expect(await newTermsOf('some.json', JSON.stringify(some))).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('clears a translation by an empty text in JSON, never by an empty cell', async () => {
    const json = '[{"term": "a", "source_language": "en", "translations": {"ja": ""}}]';
    expect(await newTermsOf('a.json', json)).toMatchObject([{ translations: { ja: '' } }]);
    const csv = 'term,source_language,translations.ja\na,en,\n';
    expect(await newTermsOf('a.csv', csv)).toEqual([{ content: 'a', source_language: 'en' }]);
  });

  it('tells everything that is wrong with it at once, by line and term', async () => {
    const text = `[
      { "term": "Elder Mira", "source_language": "EN" },
      { "term": " Keep", "source_language": "en", "catgory": "Location" },
      { "source_language": "en", "category": 3 },
      { "term": "Sword", "source_language": "en", "translations": { "japanese": "剣", "ko": null } },
      { "term": "Shield", "source_language": "en", "category": "a", "category": "b" },
      "Spear"
    ]`;
    const wrongLanguage = 'must be a language code in lower case with hyphens, such as zh-cn';
    expect(await findingsOf(newTermsOf('terms.json', text))).toEqual([
      { line: 2, key: 'Elder Mira', message: `source_language ${wrongLanguage}` },
      { line: 3, key: ' Keep', message: 'term starts or ends with white space' },
      {
        line: 3,
        key: ' Keep',
        message:
          'catgory is not a known key (did you mean category?); allowed keys: term, source_language, category, pic, translations',
      },
      { line: 4, key: 'term', message: 'is missing' },
      { line: 4, key: 'category', message: 'must be text, not a number; put it in quotes' },
      { line: 5, key: 'Sword', message: `translations.japanese ${wrongLanguage}` },
      { line: 5, key: 'Sword', message: 'translations.ko is empty' },
      { line: 6, key: 'Shield', message: 'category appears twice; the first is on line 6' },
      { line: 7, key: null, message: 'must be a mapping, not text' },
    ]);
  });

  it('names a term once for each source language', async () => {
    const text = 'term,source_language\nKeep,en\nKeep,fr\nKeep,en\n';
    expect(await findingsOf(newTermsOf('terms.csv', text))).toEqual([
      { line: 4, key: 'Keep', message: 'appears twice; the first is on line 2' },
    ]);
  });

  it('tells what is wrong with the header of a table, once', async () => {
    const text = 'term,categry,translations.ja,translations.ja,translations.ko\na,b,c,d,e\nf,g,h,i,j\n';
    expect(await findingsOf(newTermsOf('terms.csv', text))).toEqual([
      {
        line: 1,
        key: 'categry',
        message:
          'is not a known key (did you mean category?); allowed keys: term, source_language, category, pic, translations.<language>',
      },
      { line: 1, key: 'translations.ja', message: 'is the name of more than one column' },
      { line: 1, key: 'source_language', message: 'is missing from the columns' },
    ]);
  });

  it('refuses a header with columns without end', async () => {
    const names = Array.from({ length: 200_000 }, (_, index) => `column${index}`);
    const findings = await findingsOf(newTermsOf('terms.csv', `${names.join(',')}\n`));
    expect(findings).toMatchObject([
      { line: 1, message: 'has more than the 2000 columns that a file may have' },
    ]);
  });

  it('tells which row of a table has too many cells', async () => {
    const text = 'term,source_language\nKeep,en\nCrystal, Keep,en\n';
    expect(await placesOf(newTermsOf('terms.csv', text))).toEqual(['3 -']);
  });

  it.each([
    ['terms.doc', 'a', 'must be a .json, .yaml, .yml, .csv, .tsv or .txt file'],
    ['terms.json', '{"a": "b"}', 'must be a list of terms'],
    ['terms.json', '[]', 'has no terms'],
    ['terms.csv', 'term,source_language\n', 'has no terms'],
    ['terms.json', '[', 'is not valid JSON: expected a value'],
  ])('%s that is %j is refused: %s', async (name, text, message) => {
    expect(await findingsOf(newTermsOf(name, text))).toMatchObject([{ message }]);
  });
});

describe('a file of changes to terms', () => {
  it('names each by its id, and at least one change', async () => {
    const text = 'id,term,category,translations.ja\nt1,,Item,\nt2,Sword,,剣\n';
    expect(await changesOf('changes.csv', text)).toEqual([
      { id: 't1', category: 'Item' },
      { id: 't2', content: 'Sword', translations: { ja: '剣' } },
    ]);
  });

  it('is refused where it changes nothing, names an id twice, or would change the source language', async () => {
    const text = `[
      { "id": "t1" },
      { "id": "t2", "category": "a" },
      { "id": "t2", "category": "b" },
      { "id": "t3", "term": "" },
      { "id": "t4", "category": "c", "source_language": "fr" }
    ]`;
    const findings = await findingsOf(changesOf('changes.json', text));
    expect(findings.map(({ line, key, message }) => `${line ?? ''} ${key ?? ''} ${message}`)).toEqual([
      '2 t1 changes nothing',
      '4 t2 appears twice; the first is on line 3',
      '5 t3 term is empty',
      '6 t4 source_language is not a known key; allowed keys: id, term, category, pic, translations',
    ]);
  });
});

describe('decisions about scanned terms', () => {
  it('are read from a table as terms list writes it, and from its JSON document', async () => {
    const csv = await scratch.write(
      'decisions.csv',
      'decision,id,term,category,score,note,translations.ja,context,source,termbase,marks\n,t1,Mira,,7.5,,ミラ,said,ai,new,\ndelete,t2,,,,,,,,,\n',
    );
    const expected = [
      { id: 't1', edit: { term: 'Mira', score: 7.5, translations: { ja: 'ミラ' } }, line: 2 },
      { id: 't2', decision: 'delete', edit: {}, line: 3 },
    ];
    expect(await readTermDecisions(csv)).toEqual(expected);
    const excel = await scratch.write(
      'excel.csv',
      '\uFEFFdecision;id;term;score;translations.ja;;\r\n;t1;Mira;7,5;ミラ;;\r\nDELETE;t2\r\n;;;;;;\r\n',
    );
    expect(await readTermDecisions(excel)).toEqual(expected);
    const told = {
      strings: [],
      context: 'said',
      source: null,
      existing: null,
      compared: true,
      edited: null,
      removed: null,
    };
    const json = await scratch.write(
      'decisions.json',
      JSON.stringify({
        id: 'default/a',
        digest: 'x',
        matches: null,
        terms: [{ id: 't1', score: 3, ...told }],
      }),
    );
    expect(await readTermDecisions(json)).toMatchObject([{ id: 't1', edit: { score: 3 } }]);
  });

  it.each([
    ['score,id\nmuch,t1\n', 't1: score must be a number from 0 to 10'],
    [
      'decision,id\nkep,t1\n',
      't1: decision must be one of keep, edit, delete, keep-termbase (did you mean keep?)',
    ],
    ['category\nItem\n', 'needs an id, or the text of the term'],
    ['id,colour\nt1,red\n', 'colour: is not a known key'],
    ['id\nt1\nt1\n', 't1: appears twice; the first is on line 2'],
  ])('%j are refused', async (text, words) => {
    const file = await scratch.write('decisions.csv', text);
    await expect(readTermDecisions(file)).rejects.toThrow(words);
  });
});

it('an empty cell clears a field only where that was asked for', async () => {
  const file = await scratch.write('terms.csv', 'id,category,translations.ja\nt1,,x\n');
  expect(await readTermChanges(file)).toEqual([{ id: 't1', translations: { ja: 'x' } }]);
  expect(await readTermChanges(file, { clearEmpty: true })).toEqual([
    { id: 't1', category: '', translations: { ja: 'x' } },
  ]);
});
