import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { archiveOf, namesInArchive } from '../../../src/gateway/file-routes';
import fc from '../../support/fast-check';

const namesOf = (paths: readonly string[]): string[] => namesInArchive(paths.map((path) => ({ path })));

describe('names in an archive', () => {
  it.each([
    [
      ['/out/a/game.ini', '/out/b/game.ini', '/out/ja.ini'],
      ['game.ini', '2-game.ini', 'ja.ini'],
    ],
    [
      ['x/2-a', 'x/a', 'y/a'],
      ['2-a', 'a', '3-a'],
    ],
    [
      ['x/Game.ini', 'y/game.ini'],
      ['Game.ini', '2-game.ini'],
    ],
    [
      ['C:\\out\\a.ini', 'C:b.ini'],
      ['a.ini', 'C_b.ini'],
    ],
  ])('of %j are %j', (paths, names) => {
    expect(namesOf(paths)).toEqual(names);
  });

  it('are never the same, not even where upper and lower case are', () => {
    const path = fc
      .array(fc.constantFrom('a', 'A', '2-a', '2-2-a', 'b:', '', '\\', '/'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(path), (paths) => {
        const names = namesOf(paths);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(paths.length);
        // The archive takes each of them.
        archiveOf(
          paths.map((one) => ({ path: one, sha256: 'x' })),
          () => endless([]),
        ).destroy();
      }),
    );
  });
});

/** A content that never ends, and says what became of it. */
async function* endless(log: string[]): AsyncGenerator<Uint8Array> {
  log.push('opened');
  try {
    for (;;) yield await Promise.resolve(randomBytes(64 * 1024));
  } finally {
    log.push('closed');
  }
}

it('closes the content that is being read, and opens no other, when the download is broken off', async () => {
  const log: string[] = [];
  const files = ['a', 'b'].map((path) => ({ path, sha256: path }));
  const archive = archiveOf(files, () => endless(log));
  await once(archive, 'readable');
  while (log.length === 0) await once(archive, 'readable');
  archive.destroy();
  await once(archive, 'close');
  await new Promise(setImmediate);
  expect(log).toEqual(['opened', 'closed']);
});

it('breaks off where a content cannot be read', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(randomBytes(10));
    throw new Error('damaged');
  }
  await expect(buffer(archiveOf([{ path: 'a', sha256: 'a' }], broken))).rejects.toThrow('damaged');
});
