import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EarlierRelease } from '../../../src/client/releases/release-source';
import { readUploadedRelease } from '../../../src/client/releases/uploaded-release';
import { InputError, type Finding } from '../../../src/source/input-error';
import { getSnapshot } from '../../../src/store/source-snapshot';
import { UnwrittenStore } from '../../../src/store/unwritten-store';

const nothingKept = { get: () => Promise.reject(new Error('nothing is kept')) };

interface Sent {
  source?: string;
  more?: string;
  files?: Record<string, string>;
  earlier?: EarlierRelease | null;
}

async function read({ source = 'file: strings/en.json', more = '', files = {}, earlier = null }: Sent) {
  const text = `name: game\nsource:\n  ${source}\ntargetLanguages: [ja]\n${more}`;
  const store = new UnwrittenStore(nothingKept);
  const sent = Object.entries(files).map(([path, content]) => ({ path, content: Buffer.from(content) }));
  const asked = await readUploadedRelease(
    { text, files: sent, earlier },
    { config: {}, store, startedBy: 'ann' },
  );
  const kept = asked.input.source;
  const strings = kept.kind === 'url' ? null : await getSnapshot(store, kept.sha256).catch(() => null);
  return { ...asked, strings };
}

async function findings(sent: Sent): Promise<readonly Finding[]> {
  try {
    await read(sent);
  } catch (error) {
    if (error instanceof InputError) return error.findings;
    throw error;
  }
  throw new Error('it was read');
}

const earlier: EarlierRelease = {
  text: '',
  source: { kind: 'snapshot', sha256: 'b'.repeat(64), strings: 7 },
  directory: '/srv/game/out',
};

describe('files that were sent', () => {
  it.each(['strings/en.json', 'repo/strings/en.json', 'en.json'])(
    'are found for the path in the text when they are called %s',
    async (path) => {
      const { strings, input } = await read({ files: { [path]: '{"a": "x"}' } });
      expect(strings).toEqual([{ string_id: 'a', content: 'x' }]);
      expect(input.spec.source).toEqual({ file: 'strings/en.json' });
      expect(input.startedBy).toBe('ann');
    },
  );

  it('are found for a pattern, and give the same ids as on the disk of whoever sent them', async () => {
    const files = { 'a.json': '{"x": "1"}', 'b.json': '{"x": "2"}' };
    const { strings } = await read({ source: "file: 'strings/*.json'\n  prefix: path", files });
    expect(strings?.map(({ string_id }) => string_id)).toEqual(['strings/a:x', 'strings/b:x']);
  });

  it('are all that is read: a path that leads elsewhere names one of them', async () => {
    const files = { passwd: 'root', 'passwd.json': '{"a": "mine"}' };
    const { strings } = await read({ source: 'file: ../../../../etc/passwd.json', files });
    expect(strings).toEqual([{ string_id: 'a', content: 'mine' }]);
    expect(await findings({ source: 'file: /etc/../etc/hosts.json', files })).toEqual([
      { file: 'etc/hosts.json', line: null, key: null, message: 'was not added' },
    ]);
    expect(await findings({ source: "file: '/etc/*.json'", files: { 'x.ini': 'a=b' } })).toEqual([
      expect.objectContaining({ message: 'matches no file that was added' }),
    ]);
  });

  it('are named as they were sent where something is wrong with them, and are gone afterwards', async () => {
    const name = `${randomUUID()}.json`;
    const source = `file: ${name}`;
    expect(await findings({ source, files: { [name]: '{\n"a": "x",\n"a": "y"}' } })).toEqual([
      expect.objectContaining({ file: name, line: 3, key: 'a' }),
    ]);
    const { doubts } = await read({ source, files: { [name]: '{"a": "Ann", "b": ""}' } });
    expect(doubts).toEqual([`${name}:1: leaves out 1 string without a text: b`]);
    expect(await uploadedFiles()).not.toContain(name);
  });

  it('are not taken twice for one name', async () => {
    const files = { 'a/en.json': '{"a": "x"}', 'b/en.json': '{"a": "y"}' };
    expect(await findings({ source: 'file: en.json', files })).toEqual([
      expect.objectContaining({ file: 'b/en.json', message: 'was added twice' }),
    ]);
  });
});

/** Of all uploads on this machine: other processes have theirs. */
async function uploadedFiles(): Promise<string[]> {
  const directories = (await readdir(tmpdir())).filter((name) => name.startsWith('locrelease-upload-'));
  const files = await Promise.all(directories.map((name) => readdir(join(tmpdir(), name)).catch(() => [])));
  return files.flat();
}

describe('the strings of an earlier release', () => {
  it('are taken where no file was sent, and its files go where they went', async () => {
    const { input } = await read({ earlier, more: 'export:\n  filename: game\n' });
    expect(input.source).toEqual(earlier.source);
    expect(input.spec.export?.directory).toBe('/srv/game/out');
  });

  it('are not taken where a file was sent, or another directory named', async () => {
    const { strings, input } = await read({
      earlier,
      files: { 'en.json': '{"a": "new"}' },
      more: 'export:\n  directory: elsewhere\n',
    });
    expect(strings).toEqual([{ string_id: 'a', content: 'new' }]);
    expect(input.spec.export?.directory).toBe('elsewhere');
  });

  it('are those behind its address, with what signs it', async () => {
    const url = 'https://files.example/en.xlsx';
    const signed = { kind: 'url', url, sha256: 'c'.repeat(64) } as const;
    const { input } = await read({ source: `url: ${url}`, earlier: { ...earlier, source: signed } });
    expect(input.source).toEqual(signed);
  });
});

it('what cannot be read is told with its line and key', async () => {
  expect(await findings({})).toEqual([
    {
      file: 'release.yaml',
      line: 2,
      key: 'source',
      message: 'names strings/en.json, and no file was added; add the source files',
    },
  ]);
  expect(await findings({ more: 'export:\n  directory: ../out\n' })).toEqual([
    expect.objectContaining({ file: 'release.yaml', line: 6, key: 'export.directory' }),
  ]);
  expect(await findings({ more: 'annouce: {}\n' })).toEqual([
    expect.objectContaining({ file: 'release.yaml', line: 5 }),
  ]);
});
