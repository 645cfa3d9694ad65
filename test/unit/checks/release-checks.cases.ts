import { judgeLanguages } from '../../../src/checks/check-languages';
import { pastTimeWarnings } from '../../../src/checks/check-announcement';
import { findTemplate } from '../../../src/checks/check-release';
import { templateFormats } from '../../../src/localization/vocabulary';
import {
  exportDirectoryWarnings,
  exportLanguageWarnings,
  exportNameWarnings,
} from '../../../src/checks/check-export';
import { releaseSpec } from '../../../src/domain/release/release-file';
import { hostname } from 'node:os';
import { checkWorkerStores } from '../../../src/checks/check-temporal';
import { openStorage, storeId } from '../../../src/store/open-store';
import { storeOfWorker, workerIdentity } from '../../../src/temporal/worker-identity';
import { useScratch } from '../../support/scratch';

const specWith = (more: object) =>
  releaseSpec.parse({ name: 'game', source: { file: 'x.json' }, targetLanguages: ['ja'], ...more });

describe('check languages', () => {
  const listed = ['en', 'ja', 'ko', 'zh-cn', 'zh-tw', 'pt-br', 'cs', 'fr'];

  describe('a language that the service does not list', () => {
    it.each([
      ['jp', ' Did you mean ja?'],
      ['kr', ' Did you mean ko?'],
      ['cz', ' Did you mean cs?'],
      ['cn', ' Did you mean zh-cn or zh-tw?'],
      ['br', ' Did you mean pt-br?'],
      ['zh-cm', ' Did you mean zh-cn or zh-tw?'],
      ['tlh', ''],
      ['xx', ''],
    ])('is refused where others of the release are in the list: %s', (language, suggestion) => {
      const { unlisted, warnings } = judgeLanguages(['fr', language], listed);
      const message = `The localization service does not list the language ${language}.${suggestion}`;
      expect([unlisted, warnings]).toEqual([[{ language, message }], []]);
    });

    it('is refused where the release has languages of the list already', () => {
      expect(judgeLanguages(['jp'], listed, ['fr']).unlisted).toHaveLength(1);
    });

    it('is only doubtful where the list has none of the release', () => {
      expect(judgeLanguages(['jp'], listed)).toEqual({
        unlisted: [],
        warnings: ['The localization service does not list the language jp. Did you mean ja?'],
      });
      expect(judgeLanguages(['fr', 'ja'], [])).toMatchObject({ unlisted: [], warnings: [{}, {}] });
    });

    it.each([
      ['zh-cn', 'zh-hans'],
      ['pt', 'pt-br'],
      ['ja-jp', 'ja'],
    ])('is only doubtful where another code of the list is the same language: %s as %s', (code, other) => {
      expect(judgeLanguages(['fr', code], ['fr', other])).toEqual({
        unlisted: [],
        warnings: [`The localization service does not list the language ${code}. Did you mean ${other}?`],
      });
    });

    it('is none that is listed', () => {
      expect(judgeLanguages(['fr', 'ja'], listed)).toEqual({ unlisted: [], warnings: [] });
    });
  });
});

describe('find template', () => {
  it('says of none that it is not there where only a part was listed', () => {
    expect(findTemplate('tpl-1', [], false)).toContain('There is no export template tpl-1');
    expect(findTemplate('tpl-1', [], true)).toMatch(/^The service listed only a part .* tpl-1 was not in it/);
  });

  const template = (format: string) => ({
    id: 'tpl-1',
    name: 'game',
    is_default: true,
    format,
    mode: null,
    fields: [],
    languages: [],
    field_order: [],
  });

  describe('the template of an export', () => {
    const others = templateFormats.filter((format) => format !== 'ini');

    it.each(others)('is refused where its format is %s', (format) => {
      expect(findTemplate('tpl-1', [template(format)], false)).toContain(`has the format ${format}`);
      expect(findTemplate(undefined, [template(format)], false)).toContain('Name an ini template');
    });

    it.each(['ini', '', 'key_value', 'x'.repeat(10_000)])(
      'is taken where no documented format speaks against it: %.10s',
      (format) => {
        expect(findTemplate('tpl-1', [template(format)], false)).toMatchObject({ id: 'tpl-1' });
        expect(findTemplate(undefined, [template(format)], false)).toMatchObject({ id: 'tpl-1' });
      },
    );
  });
});

describe('check export directory', () => {
  function warnings(source: object, directory: string): string[] {
    const base = { name: 'game', source: { file: 'x.json' }, targetLanguages: ['ja'], export: {} };
    const spec = releaseSpec.parse(base);
    return exportDirectoryWarnings({
      ...spec,
      source: source as typeof spec.source,
      export: spec.export && { ...spec.export, directory },
    });
  }

  describe('an export directory', () => {
    it.each([
      [{ file: '/game/strings/en.ini' }, '/game/strings'],
      [{ file: ['a.json', 'strings/en.ini'], directory: '/game' }, '/game/strings'],
      [{ file: 'strings/*.ini', directory: '/game' }, '/game/strings'],
      [{ file: 'strings/**/*.ini', directory: '/game' }, '/game/strings/out'],
      [{ file: '**/*.ini', directory: '/game' }, '/game/out'],
    ])('among the sources is warned of: %j and %s', (source, directory) => {
      expect(warnings(source, directory)).toEqual([
        expect.stringContaining(`export.directory ${directory} is where`),
      ]);
    });

    it.each([
      [{ file: '/game/strings/en.ini' }, '/game/out'],
      [{ file: '/game/strings/en.ini' }, '/game/strings/out'],
      [{ file: 'strings/*.ini', directory: '/game' }, '/game/strings/out'],
      [{ file: 'strings/**/*.ini', directory: '/game' }, '/game/out'],
      [{ file: 'strings/en.ini', directory: '/' }, 'strings'],
      [{ url: 'https://example.org/strings.xlsx' }, '/game/strings'],
    ])('elsewhere is not: %j and %s', (source, directory) => {
      expect(warnings(source, directory)).toEqual([]);
    });
  });

  describe('a name for exported files', () => {
    const warned = (exportTo: object): string[] => exportNameWarnings(specWith({ export: exportTo }));

    it('has no effect on separate files, and that is said', () => {
      expect(warned({ mode: 'separate', filename: 'game' })).toEqual([
        'export.filename (game) names no file with "mode: separate": the service names each of them. Leave it out, or use "mode: single".',
      ]);
    });

    it.each([{ mode: 'separate' }, { mode: 'single', filename: 'game' }, { filename: 'game' }])(
      'is fine in %j',
      (exportTo) => {
        expect(warned(exportTo)).toEqual([]);
      },
    );
  });

  describe('exported languages', () => {
    const warned = (languages: string[]): string[] =>
      exportLanguageWarnings(specWith({ supplementLanguages: ['fr'], export: { languages } }));

    it('that the release does not translate into have what the project has, and that is said', () => {
      expect(warned(['ja', 'ko', 'de'])).toEqual([
        'export.languages names ko, de, but this release does not translate into that: the files have only what the project has of it already. Add it to targetLanguages, or leave it out.',
      ]);
    });

    it('that it translates into are fine', () => {
      expect(warned(['ja', 'fr'])).toEqual([]);
    });
  });
});

it('a time of the announcement that is past is said: it may be a mistake in the date', () => {
  const warned = (atMs: number): string[] =>
    pastTimeWarnings(
      specWith({ announce: { accounts: ['acc_1'], text: 'Out.', at: new Date(atMs).toISOString() } }),
    );
  expect(warned(0)).toEqual([
    'announce.at is past (1970-01-01T00:00:00.000Z): the release is announced as soon as its files are there.',
  ]);
  expect(warned(Date.now() + 60_000)).toEqual([]);
});

describe('check worker stores', () => {
  const scratch = useScratch();
  const place = (name: string) => ({ kind: 'directory', directory: scratch.path(name) }) as const;

  it('a store keeps the id that it got first, and no other has it', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => storeId(openStorage(place('store')))));
    expect(new Set(ids).size).toBe(1);
    expect(await storeId(openStorage(place('store')))).toBe(ids[0]);
    expect(await storeId(openStorage(place('other')))).not.toBe(ids[0]);
  });

  it('a worker says which machine, process and store it has', () => {
    expect(workerIdentity('0123456789ab')).toBe(`locrelease@${hostname()}:${process.pid}/0123456789ab`);
    expect(storeOfWorker(workerIdentity('0123456789ab'))).toBe('0123456789ab');
    expect(storeOfWorker(workerIdentity(null))).toBeNull();
  });

  it('warns of workers with another store, and of none that do not tell', async () => {
    const same = workerIdentity(await storeId(openStorage(place('store'))));
    expect(await checkWorkerStores(place('store'), [same, workerIdentity(null), '12@elsewhere'])).toBeNull();
    const other = 'locrelease@build-7:12/0123456789ab';
    expect(await checkWorkerStores(place('store'), [same, other])).toMatchObject({
      what: 'store',
      level: 'warn',
      message: expect.stringContaining(`is not the store of ${other}.`) as string,
    });
  });

  it('leaves a store that is away to the check of the store', async () => {
    await scratch.write('file', '');
    expect(await checkWorkerStores(place('file'), ['locrelease@build-7:12/0123456789ab'])).toBeNull();
  });
});
