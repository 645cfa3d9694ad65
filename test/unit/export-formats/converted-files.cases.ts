import type { ReleaseSourceStrings } from '../../../src/client/releases/release-source';
import { convertedFiles, type ConvertedFile } from '../../../src/export-formats/converted-files';
import type { ExportedFile } from '../../../src/domain/release/status';

const file = (path: string, languages: string[], rest: Partial<ExportedFile> = {}): ExportedFile => ({
  path,
  languages,
  bytes: 1,
  sha256: path,
  keys: 1,
  checked: true,
  ...rest,
});

const source = (strings: Record<string, string> | null, format: string | null): ReleaseSourceStrings => ({
  strings: strings && Object.entries(strings).map(([string_id, content]) => ({ string_id, content })),
  notes: {},
  format,
});

async function convert(
  contents: Readonly<Record<string, string>>,
  files: ExportedFile[],
  from: ReleaseSourceStrings,
  as: string,
): Promise<ConvertedFile[]> {
  const read = async function* (sha256: string): AsyncGenerator<Buffer> {
    yield await Promise.resolve(Buffer.from(contents[sha256] ?? ''));
  };
  const release = { id: 'default/game', export: { files, completeness: [], escape: 'escape' as const } };
  const converted: ConvertedFile[] = [];
  for await (const one of convertedFiles({ release, source: from, as, store: { read } })) converted.push(one);
  return converted;
}

const ini = '[ja]\nmenu.start=開始\\n"今"\nother.project=x\n[ko]\nmenu.quit=종료\nmenu.start=시작\n';
const both = [file('game.ini', ['ja', 'ko'])];
const menu = { 'menu.start': 'Start', 'menu.quit': 'Quit' };

it('has the strings of the release in the order of its source, and tells what is lacking', async () => {
  expect(await convert({ 'game.ini': ini }, both, source(menu, 'json'), 'source')).toEqual([
    {
      path: 'ja.json',
      language: 'ja',
      format: 'json',
      text: '{\n  "menu.start": "開始\\n\\"今\\""\n}\n',
      keys: 1,
      notes: ['Leaves out 1 string without a translation: menu.quit.'],
    },
    {
      path: 'ko.json',
      language: 'ko',
      format: 'json',
      text: '{\n  "menu.start": "시작",\n  "menu.quit": "종료"\n}\n',
      keys: 2,
      notes: [],
    },
  ]);
});

it('nests where the source did', async () => {
  const [ja] = await convert({ 'game.ini': ini }, both, source(menu, 'json-nested'), 'source');
  expect(JSON.parse(ja?.text ?? '')).toEqual({ menu: { start: '開始\n"今"' } });
});

it('puts all languages into one table', async () => {
  expect(await convert({ 'game.ini': ini }, both, source(menu, 'json'), 'csv')).toEqual([
    {
      path: 'strings.csv',
      language: null,
      format: 'csv',
      text: 'string_id,ja,ko\nmenu.start,"開始\n""今""",시작\nmenu.quit,,종료\n',
      keys: 2,
      notes: ['ja: Leaves out 1 string without a translation: menu.quit.'],
    },
  ]);
});

it('takes all strings of the file where those of the release are not known', async () => {
  const [ja] = await convert({ 'game.ini': ini }, both, source(null, null), 'json');
  expect(JSON.parse(ja?.text ?? '')).toEqual({ 'menu.start': '開始\n"今"', 'other.project': 'x' });
  expect(ja?.notes).toEqual([expect.stringContaining('Which strings the release has is not known')]);
});

it.each([
  ['sources of several formats', source(menu, null), 'source', both, 'is not known'],
  ['sources that are not written', source(menu, 'excel'), 'source', both, 'are excel, which is not written'],
  [
    'a file that could not be read',
    source(menu, 'json'),
    'json',
    [file('ja.ini', ['ja']), file('ko.ini', ['ko'], { checked: false, keys: null })],
    'ko.ini cannot be converted: its layout could not be read',
  ],
  [
    'files without languages',
    source(menu, 'json'),
    'json',
    [file('a.ini', [])],
    'default/game cannot be converted',
  ],
  [
    'two languages of one name',
    source(menu, 'json'),
    'apple',
    [file('game.ini', ['zh-cn', 'zh-hans'])],
    'zh-cn and zh-hans would both be zh-Hans.lproj/Localizable.strings',
  ],
  [
    'a language that is a path',
    source(menu, 'json'),
    'json',
    [file('a.ini', ['../x'])],
    'is not a language code',
  ],
])('refuses %s', async (_what, from, as, files, said) => {
  const attempt = convert({ 'game.ini': ini, 'ja.ini': ini }, files, from, as);
  await expect(attempt).rejects.toThrow(said);
  await expect(attempt).rejects.toThrow('Nothing was written.');
});

it('a read-me beside the files is no reason to refuse them', async () => {
  const files = [...both, file('readme.txt', ['ja'], { checked: false, keys: null })];
  expect(await convert({ 'game.ini': ini }, files, source(menu, 'json'), 'json')).toHaveLength(2);
});
