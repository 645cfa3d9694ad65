import { symlink } from 'node:fs/promises';
import { relative } from 'node:path';
import type { SourceFiles } from '../../../src/domain/release/release-file';
import { readReleaseFile } from '../../../src/source/read-release-file';
import { readSourceFiles } from '../../../src/source/read-source-files';
import { useScratch } from '../../support/scratch';
import { findingsOf } from './readings';

const scratch = useScratch();

const write = (path: string, id: string): Promise<string> => scratch.write(path, `{"${id}": "Text"}`);

async function idsIn(file: string | string[], more: Partial<SourceFiles> = {}): Promise<string[]> {
  const { strings } = await readSourceFiles({ file, directory: scratch.path(), ...more });
  return strings.map(({ string_id }) => string_id);
}

const messagesOf = async (reading: Promise<unknown>): Promise<string[]> => {
  const message = await reading.then(
    () => 'was read',
    (error: unknown) => (error as Error).message,
  );
  return message.replaceAll(scratch.path(), '').split('\n');
};

describe('several source files', () => {
  beforeEach(async () => {
    await write('strings/b/main.json', 'b');
    await write('strings/a.json', 'a');
    await write('strings/c (1)[x].json', 'c');
    await write('strings/.hidden/x.json', 'hidden');
    await scratch.write('strings/d.yaml', 'd: Text\n');
    await scratch.write('strings/read.me', 'not a source');
  });

  it.each<[string | string[], string[]]>([
    ['strings/*.json', ['a', 'c']],
    ['strings/**/*.json', ['a', 'b', 'c']],
    ['strings/?.{json,yaml}', ['a', 'd']],
    ['strings/{b/main,a}.json', ['a', 'b']],
    ['strings/c (*)[x].json', ['c']],
    [
      ['strings/d.yaml', 'strings/*/*.json', 'strings/a.json'],
      ['a', 'b', 'd'],
    ],
    [['strings/a.json', './strings/a.json', 'strings/a.*'], ['a']],
    ['**/a.json', ['a']],
  ])('%j are read in the order of their paths', async (file, ids) => {
    expect(await idsIn(file)).toEqual(ids);
  });

  it('are read below a directory whose name looks like a pattern', async () => {
    await write('{x}*/strings/a.json', 'deep');
    expect(await idsIn('strings/*.json', { directory: scratch.path('{x}*') })).toEqual(['deep']);
    expect((await readSourceFiles({ file: scratch.path('{x}*/strings/a.json') })).strings).toHaveLength(1);
  });

  it('may be one whose name looks like a pattern', async () => {
    await write('strings/*.json', 'star');
    expect(await idsIn('strings/*.json')).toEqual(['star']);
  });

  it('that match nothing are refused', async () => {
    expect(await messagesOf(idsIn(['strings/a.json', 'string/*.json']))).toEqual([
      'string/*.json: matches no file in ',
    ]);
    expect(await messagesOf(idsIn(['strings/a.json', 'strings/e.json']))).toEqual([
      '/strings/e.json: does not exist',
    ]);
  });

  it('of another kind are refused', async () => {
    expect(await messagesOf(idsIn('strings/*'))).toEqual([
      expect.stringMatching(/^\/strings\/read\.me: must be a \.json/),
    ]);
  });

  it('with the same id are refused with both places, unless ids begin with the path', async () => {
    await scratch.write('strings/b/other.json', '{"x": "1",\n"b": "2"}');
    expect(await messagesOf(idsIn('strings/b/*.json'))).toEqual([
      '/strings/b/other.json:2: b: appears twice; the first is in /strings/b/main.json on line 1. To keep both, add prefix: path to source in the release file',
    ]);
    expect(await idsIn('strings/b/*.json', { prefix: 'path' })).toEqual([
      'strings/b/main:b',
      'strings/b/other:x',
      'strings/b/other:b',
    ]);
  });

  it('with the same path but for the extension are to be renamed', async () => {
    await scratch.write('strings/d.json', '{"d": "another"}');
    expect(await messagesOf(idsIn('strings/d.*', { prefix: 'path' }))).toEqual([
      '/strings/d.yaml:1: strings/d:d: appears twice; the first is in /strings/d.json on line 1. To keep both, rename one of the files',
    ]);
  });

  it('are told all that is wrong with them at once', async () => {
    await scratch.write('strings/e.json', '{"e": "{x"}');
    await scratch.write('strings/f.json', '{');
    const findings = await findingsOf(idsIn('strings/*.json'));
    expect(findings.map(({ line, key }) => [line, key])).toEqual([
      [1, 'e'],
      [1, null],
    ]);
  });

  it('are not found through links that lead elsewhere, and that is said', async () => {
    const elsewhere = await write('elsewhere/x.json', 'x');
    await symlink(scratch.path('strings/a.json'), scratch.path('strings/linked.json'));
    expect(await idsIn('strings/*.json', { prefix: 'path' })).toContain('strings/linked:a');
    await symlink(elsewhere, scratch.path('strings/b/out.json'));
    expect(await messagesOf(idsIn('strings/b/*.json'))).toEqual([
      '/strings/b/out.json: is a link that leads out of /strings/b; name the file by its own path',
    ]);
    await symlink(scratch.path('elsewhere'), scratch.path('strings/way'));
    expect(await messagesOf(idsIn('strings/*/x.json'))).toEqual([
      '/strings/way: is a link to a directory, which strings/*/x.json does not follow; name it by its own path',
    ]);
    expect(await idsIn('strings/way/*.json')).toEqual(['x']);
  });

  it('are looked for with as many wildcards as somebody likes', async () => {
    const name = `${'a'.repeat(200)}.json`;
    await write(`strings/${name}`, 'long');
    expect(await idsIn(`strings/${'*a'.repeat(20)}*`)).toEqual(['long']);
    expect(await messagesOf(idsIn(`strings/${'*a'.repeat(20)}b`))).toEqual([
      expect.stringContaining('matches no file'),
    ]);
    expect(await messagesOf(idsIn(`strings/${'*a'.repeat(3000)}`))).toEqual([
      expect.stringContaining('has more than 4096 characters'),
    ]);
  });
});

describe('source of a release file', () => {
  const specWith = async (source: string): Promise<unknown> => {
    const file = await scratch.write('release.yaml', `name: a\nsource: ${source}\ntargetLanguages: [ja]\n`);
    const { spec } = await readReleaseFile(file);
    return JSON.parse(JSON.stringify(spec.source).replaceAll(scratch.path(), '')) as unknown;
  };

  it('has the shape that it always had for one file', async () => {
    expect(await specWith('{ file: strings/en.json }')).toEqual({ file: '/strings/en.json' });
    expect(await specWith('{ file: a.csv, columns: { id: Key, content: Text } }')).toEqual({
      file: '/a.csv',
      columns: { id: 'Key', content: 'Text' },
    });
  });

  it('keeps patterns as they are written, with the directory that they are seen from', async () => {
    expect(await specWith('{ file: "strings/*.json" }')).toEqual({ file: 'strings/*.json', directory: '' });
    expect(await specWith('{ file: [a.json, b.xlsx], sheet: S, prefix: path }')).toEqual({
      file: ['a.json', 'b.xlsx'],
      sheet: 'S',
      prefix: 'path',
      directory: '',
    });
  });

  it.each([
    [
      '{ file: a.json, columns: { id: Key, content: Text } }',
      'source.columns: is only for .csv, .tsv and .xlsx files',
    ],
    ['{ file: a.csv, columns: { id: Key } }', 'source.columns.content: is missing'],
    ['{ file: a.csv, columns: { id: A, content: B, note: C } }', 'source.columns.note: is not a known key'],
    ['{ file: a.csv, sheet: S }', 'source.sheet: is only for .xlsx files'],
    ['{ url: "https://x.example/a", sheet: S }', 'source.sheet: cannot be used together with url'],
    ['{ file: a.json, prefix: name }', 'source.prefix: '],
    ['{ file: 5 }', 'source.file: must be a path or a list of paths'],
    ['{ file: [] }', 'source.file: must have at least 1'],
    ['{ columns: { id: A, content: B } }', 'source: must have either file or url'],
  ])('%s is refused', async (source, message) => {
    const [told] = await messagesOf(specWith(source));
    expect(told).toMatch(/^\/release\.yaml:2: /);
    expect(told).toContain(message);
  });

  it('is found from wherever the command runs', async () => {
    const file = await scratch.write(
      'sub/release.yaml',
      'name: a\nsource: { file: "*.json" }\ntargetLanguages: [ja]\n',
    );
    await write('sub/a.json', 'a');
    const { spec } = await readReleaseFile(relative(process.cwd(), file));
    expect('file' in spec.source && (await readSourceFiles(spec.source)).files).toBe(1);
  });
});
