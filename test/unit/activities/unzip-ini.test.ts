import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipIniFiles } from '../../../src/activities/unzip-ini';
import { zipped } from '../../support/workbook';

it('what macOS adds to an archive is none of its files', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'locrelease-unzip-'));
  try {
    const path = join(directory, 'export.zip');
    const left = ['__MACOSX/._ja.ini', '__MACOSX/game/._ko.ini', 'game/.DS_Store', '._fr.ini'];
    const files = ['ja.ini', 'game/ko.ini', 'notes__MACOSX.ini'];
    await writeFile(path, await zipped(Object.fromEntries([...left, ...files].map((name) => [name, 'a=b']))));
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
