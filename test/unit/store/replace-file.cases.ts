import { mkdir, readdir, readFile, stat, utimes } from 'node:fs/promises';
import { replaceFile } from '../../../src/store/replace-file';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text));
}

describe('replacing a file', () => {
  it.each([
    ['text', 'añ日'],
    ['bytes', Buffer.from('añ日')],
    ['pieces', chunks('a', 'ñ', '日')],
  ])('puts %s in its place and leaves nothing else', async (_what, content) => {
    const target = await scratch.write('game.ini', 'a longer text than the new one');
    await replaceFile(target, content);
    expect(await readFile(target, 'utf8')).toBe('añ日');
    expect(await readdir(scratch.path())).toEqual(['game.ini']);
  });

  it('ends at once below a directory of the kernel, and below a file', async () => {
    await expect(replaceFile('/proc/1/out/game.ini', 'new')).rejects.toThrow(/ENOENT|EACCES|EPERM/);
    await scratch.write('file', 'x');
    await expect(replaceFile(scratch.path('file/a/b/game.ini'), 'new')).rejects.toThrow('ENOTDIR');
    await expect(replaceFile(scratch.path('x'.repeat(300), 'game.ini'), 'new')).rejects.toThrow(
      'ENAMETOOLONG',
    );
  });

  it('removes what writers left that died long ago, and nothing else', async () => {
    const [old, young] = [1, 2].map((n) => `.0000000${n}-0000-4000-8000-000000000000.partial`) as [
      string,
      string,
    ];
    const longAgo = new Date(Date.now() - 25 * 60 * 60_000);
    for (const name of [old, young, 'kept.partial', '.env']) await scratch.write(name, 'half');
    for (const name of [old, 'kept.partial', '.env']) await utimes(scratch.path(name), longAgo, longAgo);
    await replaceFile(scratch.path('game.ini'), 'new');
    expect((await readdir(scratch.path())).sort()).toEqual(
      [young, '.env', 'game.ini', 'kept.partial'].sort(),
    );
  });

  it('makes the directories on the way', async () => {
    await replaceFile(scratch.path('a/b/c/game.ini'), 'new');
    expect(await readFile(scratch.path('a/b/c/game.ini'), 'utf8')).toBe('new');
  });

  it('shows readers the old file until the new one is whole', async () => {
    const target = await scratch.write('game.ini', 'old');
    const seen: string[] = [];
    async function* slowly(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('new ');
      seen.push(await readFile(target, 'utf8'));
      yield Buffer.from('text');
      seen.push(await readFile(target, 'utf8'));
    }
    await replaceFile(target, slowly());
    expect(seen).toEqual(['old', 'old']);
    expect(await readFile(target, 'utf8')).toBe('new text');
  });

  it('keeps the old file, and no other, when the new one breaks off', async () => {
    const target = await scratch.write('game.ini', 'old');
    async function* breaking(): AsyncGenerator<Uint8Array> {
      yield* chunks('half');
      throw new Error('connection lost');
    }
    await expect(replaceFile(target, breaking())).rejects.toThrow('connection lost');
    expect(await readFile(target, 'utf8')).toBe('old');
    expect(await readdir(scratch.path())).toEqual(['game.ini']);
  });

  it('never puts a file in the place of a directory', async () => {
    await mkdir(scratch.path('game.ini'));
    await expect(replaceFile(scratch.path('game.ini'), 'new')).rejects.toThrow(
      /EISDIR|EPERM|EEXIST|ENOTEMPTY/,
    );
    expect((await stat(scratch.path('game.ini'))).isDirectory()).toBe(true);
    expect(await readdir(scratch.path())).toEqual(['game.ini']);
  });

  it('by many at once leaves the whole content of one', async () => {
    const target = scratch.path('game.ini');
    const contents = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(100_000));
    await Promise.all(contents.map((content) => replaceFile(target, content)));
    expect(contents).toContain(await readFile(target, 'utf8'));
    expect(await readdir(scratch.path())).toEqual(['game.ini']);
  });
});
