import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { exportDirectory, exportPlaceFault, exportedName } from '../../../src/activities/export-place';
import { useScratch } from '../../support/scratch';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipIniFiles } from '../../../src/activities/unzip-ini';
import { zipped } from '../../support/workbook';
import { MockActivityEnvironment } from '@temporalio/testing';
import { nightlyActivities } from '../../../src/activities/plan-nightly';
import { DirectoryStore } from '../../support/directory-store';

describe('export place', () => {
  const scratch = useScratch();

  describe('the place of exports', () => {
    it('is any ordinary directory, there already or not, where there is no root', async () => {
      expect(await exportPlaceFault(scratch.path(), null)).toBeNull();
      expect(await exportPlaceFault(scratch.path('a/b/c'), null)).toBeNull();
    });

    it.each(['/proc/1/out', '/sys/kernel/out', '/dev/out'])(
      'is never in the kernel: %s',
      async (directory) => {
        expect(await exportPlaceFault(directory, null)).toMatch(/where no files can be kept\.$/);
      },
    );

    it('is not in the kernel by a link either', async () => {
      await symlink('/proc/1', scratch.path('link'));
      expect(await exportPlaceFault(scratch.path('link/out'), null)).toMatch(/where no files can be kept/);
    });

    it('is below the root, and a relative one is taken from there', async () => {
      const root = scratch.path('files');
      await mkdir(root);
      expect(exportDirectory('game', root)).toBe(scratch.path('files/game'));
      expect(await exportPlaceFault(exportDirectory('game', root), root)).toBeNull();
      expect(await exportPlaceFault(scratch.path('other'), root)).toContain(`is outside ${root}`);
    });

    it('does not leave the root by a link', async () => {
      const root = scratch.path('files');
      await mkdir(root);
      await mkdir(scratch.path('other'));
      await symlink(scratch.path('other'), scratch.path('files/link'));
      expect(await exportPlaceFault(scratch.path('files/link/game'), root)).toContain(`is outside ${root}`);
    });

    it('is where the root leads, when that is a link itself', async () => {
      await mkdir(scratch.path('disk'));
      await symlink(scratch.path('disk'), scratch.path('files'));
      expect(await exportPlaceFault(scratch.path('files/game'), scratch.path('files'))).toBeNull();
    });
  });
});

describe('exported name', () => {
  const ours = { language: null, prefix: 'game', partial: false };

  describe('the name of a file from an archive', () => {
    it.each([
      ['game_ja.ini', { ...ours, language: 'ja' }, 'game_ja.ini'],
      ['ja.ini', { ...ours, language: 'ja' }, 'ja.ini'],
      ['game.ini', ours, 'game.ini'],
      ['game.ini', { ...ours, partial: true, prefix: 'game.ja-ko' }, 'game.ja-ko-game.ini'],
      ['read me.txt', ours, 'game-read me.txt'],
      ['php.ini', ours, 'game-php.ini'],
      ['release.yaml', ours, 'game-release.yaml.txt'],
      ['game.yaml', ours, 'game.yaml.txt'],
      ['ja.sh', { ...ours, language: 'ja' }, 'ja.sh.txt'],
    ])('%s is ours: %j', (name, options, expected) => {
      expect(exportedName(name, options)).toBe(expected);
    });
  });
});

describe('unzip ini', () => {
  it('what macOS adds to an archive is none of its files', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'locrelease-unzip-'));
    try {
      const path = join(directory, 'export.zip');
      const left = ['__MACOSX/._ja.ini', '__MACOSX/game/._ko.ini', 'game/.DS_Store', '._fr.ini'];
      const files = ['ja.ini', 'game/ko.ini', 'notes__MACOSX.ini'];
      await writeFile(
        path,
        await zipped(Object.fromEntries([...left, ...files].map((name) => [name, 'a=b']))),
      );
      const names: string[] = [];
      for await (const { name, content } of unzipIniFiles({ path, maxBytes: 1000 }, ['ja', 'ko', 'fr'])) {
        names.push(name);
        for await (const chunk of content) expect(String(chunk)).toContain('a=b');
      }
      expect(names).toEqual(['ja.ini', 'ko.ini', 'notes__MACOSX.ini']);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});

describe('snapshot source', () => {
  const scratch = useScratch();
  const doubtful = '{"greeting": "Hello", "farewell": "Bye", "blank": ""}';

  async function snapshot(strict?: true) {
    const file = await scratch.write('a.json', doubtful);
    const activities = nightlyActivities({
      store: new DirectoryStore(scratch.path('store')),
      temporal: undefined as never,
    });
    const input = { file, escape: 'no-escape', ...(strict && { strict }) } as const;
    return new MockActivityEnvironment().run(() => activities.snapshotSource(input));
  }

  describe('the source of a nightly release', () => {
    it('is kept though something in it is doubtful', async () => {
      expect(await snapshot()).toMatchObject({ strings: 2 });
    });

    it('is refused for a doubt where the release is strict', async () => {
      await expect(snapshot(true)).rejects.toMatchObject({
        type: 'Refused',
        message: expect.stringContaining('leaves out 1 string without a text: blank') as string,
      });
    });
  });
});
