import { sandboxEnvironment, type Sandbox } from '../../src/sandbox/sandbox';
import { cli, type CliRun } from '../support/cli';
import { useScratch } from '../support/scratch';
import { localizationClient, LONG_MS, startStillSandbox } from './support';

interface Terms {
  terms: { id: string; term: string; category: string; translations: Record<string, string> }[];
}

describe('locrelease termbase', () => {
  const scratch = useScratch();
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startStillSandbox();
    await localizationClient(sandbox).uploadTerms({
      terms: [
        { content: 'Elder Mira', source_language: 'en', category: 'Character', translations: { ja: 'ミラ' } },
        { content: 'Crystal Keep', source_language: 'en', category: 'Location' },
      ],
    });
    sandbox.clock.advance(LONG_MS);
  });

  const termbase = (...args: string[]): Promise<CliRun> =>
    cli(['termbase', ...args], sandboxEnvironment(sandbox));

  const query = async (...args: string[]): Promise<Terms['terms']> =>
    ((await termbase('list', ...args, '-o', 'json')).json() as Terms).terms;

  it('finds terms by a part of their text and by category', async () => {
    expect((await query()).map(({ term }) => term).sort()).toEqual(['Crystal Keep', 'Elder Mira']);
    expect(await query('--keyword', 'MIRA')).toMatchObject([{ term: 'Elder Mira' }]);
    expect(await query('--category', 'Location')).toMatchObject([{ term: 'Crystal Keep' }]);
    expect(await query('--limit', '1')).toHaveLength(1);
    expect((await termbase('list', '--keyword', 'nothing like it')).stdout).toBe('No terms.\n');
  });

  it('reads every page of a large termbase', async () => {
    const terms = Array.from({ length: 900 }, (_, n) => ({ content: `term ${n}`, source_language: 'en' }));
    await localizationClient(sandbox).uploadTerms({ terms });
    sandbox.clock.advance(LONG_MS);
    const found = await query();
    expect(new Set(found.map(({ term }) => term)).size).toBe(902);
  });

  it('changes what is named and nothing else', async () => {
    const [mira] = await query('--keyword', 'mira');
    const change = ['update', mira?.id ?? '', '--translation', 'ko=미라', '--translation', 'fr=Mira = a'];
    expect((await termbase(...change, '-o', 'json')).json()).toMatchObject({ outcome: 'updated' });
    expect(await query('--keyword', 'mira')).toMatchObject([
      { category: 'Character', translations: { ja: 'ミラ', ko: '미라', fr: 'Mira = a' } },
    ]);
    expect((await termbase(...change)).stdout).toContain('unchanged');
  });

  it('says in a sentence that what is named is no term, and what to do', async () => {
    const [mira] = await query('--keyword', 'mira');
    const { id = '', term = '' } = mira ?? {};
    const misspelt = term.slice(0, -1);
    for (const words of [
      ['update', misspelt, '--category', 'Item'],
      ['delete', id, misspelt],
    ])
      expect(await termbase(...words)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: `locrelease: "${misspelt}" is not in the termbase (did you mean "${term}"?). Nothing was changed. "locrelease termbase list" shows all terms.\n`,
      });
    expect(await query('--keyword', 'mira')).toEqual([mira]);
  });

  it('takes a term by its text too, and deletes what is there', async () => {
    const [mira] = await query('--keyword', 'mira');
    const { id = '', term = '' } = mira ?? {};
    expect((await termbase('update', term, '--category', 'Item', '-o', 'json')).json()).toEqual({
      id,
      outcome: 'updated',
    });
    expect((await termbase('delete', term, '-o', 'json')).json()).toEqual({ deleted: [id] });
    expect(await query('--keyword', 'mira')).toEqual([]);
    expect(await termbase('delete', id)).toMatchObject({ code: 2, stdout: '' });
    expect(await termbase('update', id, '--category', 'Item')).toMatchObject({ code: 2, stdout: '' });
  });

  it('shows before an upload what it would change, and changes nothing', async () => {
    const file = await scratch.write(
      'terms.csv',
      'term,source_language,category,translations.ja\nElder Mira,en,Person,ミラ\nMoonstone,en,Item,月光石\n',
    );
    const run = await termbase('upload', file, '--dry-run', '-o', 'json');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.json()).toEqual({
      difference: {
        new: ['Moonstone'],
        changed: [{ content: 'Elder Mira', field: 'category', before: 'Character', after: 'Person' }],
        removed: [],
        unchanged: 0,
        untouched: 1,
      },
    });
    expect((await termbase('upload', file, '--dry-run')).stdout.split('\n')).toEqual([
      'TERM        CHANGE    BEFORE     AFTER',
      'Moonstone   new                  Moonstone',
      'Elder Mira  category  Character  Person',
      '1 term new, 1 value of 1 term changed, 0 values of 0 terms removed.',
      '0 unchanged; 1 not in the file and not changed.',
      '',
    ]);
    const effects = sandbox.journal.find({ kind: 'request' }).map(({ effect }) => effect);
    expect(effects).toEqual(['term upload accepted', null, null]);
  });

  it('writes a table that an upload takes back, and that changes nothing', async () => {
    const { stdout } = await termbase('list', '--sort', 'term', '-o', 'csv');
    expect(stdout).toBe(
      '\uFEFFterm,source_language,category,pic,translations.ja\nCrystal Keep,en,Location,,\nElder Mira,en,Character,,ミラ\n',
    );
    const file = await scratch.write('termbase.csv', stdout);
    expect((await termbase('upload', file, '--dry-run', '-o', 'json')).json()).toEqual({
      difference: { new: [], changed: [], removed: [], unchanged: 2, untouched: 0 },
    });
  });

  it('refuses a file of terms with the line that is wrong', async () => {
    const file = await scratch.write('terms.json', '[\n  { "term": "" }\n]');
    const { code, stderr } = await termbase('upload', file, '--dry-run');
    expect(code).toBe(2);
    expect(stderr).toMatch(/terms\.json:2:/);
  });

  it('refuses an update that changes nothing, and a translation without its language', async () => {
    expect(await termbase('update', 'x')).toMatchObject({ code: 2 });
    expect(await termbase('update', 'x', '--translation', '=ミラ')).toMatchObject({ code: 2 });
  });
});
