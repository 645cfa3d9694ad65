import { truncateSync, writeFileSync } from 'node:fs';
import { Archive } from '../../../src/store/archive';
import { copyStore } from '../../../src/store/copy-store';
import { DirectoryStore } from '../../support/directory-store';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();
const records = ['release/default/game-1.json', 'release/default/game-2.json'];

async function filledStores() {
  const [from, to] = [new DirectoryStore(scratch.path('from')), new DirectoryStore(scratch.path('to'))];
  const contents = [await from.putJson({ text: 'one' }), await from.putJson({ text: 'two and more' })];
  const [source, target] = [new Archive(from.storage), new Archive(to.storage)];
  for (const name of records) await source.put(name, `{"name":"${name}"}`);
  const copy = (verify = false) => copyStore(from.storage, to.storage, { verify });
  return { from, to, contents, target, copy };
}

it('copies every object and every record once, and counts them', async () => {
  const { to, contents, target, copy } = await filledStores();
  const bytes = '{"text":"one"}'.length + '{"text":"two and more"}'.length;
  const all = { objects: 2, bytes, records: 2, damaged: [], gone: 0, differing: [] };
  expect(await copy()).toEqual({ ...all, copied: 2, copiedBytes: bytes, copiedRecords: 2 });
  expect(await copy()).toEqual({ ...all, copied: 0, copiedBytes: 0, copiedRecords: 0 });
  expect(await Promise.all(contents.map((digest) => to.getJson(digest)))).toEqual([
    { text: 'one' },
    { text: 'two and more' },
  ]);
  expect(await target.list('')).toEqual(records);
});

it('names what is damaged in the source, and a record that differs in the target, and replaces neither', async () => {
  const { from, contents, target, copy } = await filledStores();
  const [damaged = ''] = contents;
  truncateSync(from.pathOf(damaged), 3);
  await target.put(records[0] ?? '', 'another');
  expect(await copy()).toMatchObject({
    copied: 1,
    damaged: [{ sha256: damaged }],
    records: 2,
    copiedRecords: 1,
    differing: [records[0]],
  });
  expect(String(await target.get(records[0] ?? ''))).toBe('another');
});

it('replaces an object of the target that was cut off, and one that is damaged when it verifies', async () => {
  const { to, contents, copy } = await filledStores();
  await copy();
  const [cut = '', changed = ''] = contents;
  truncateSync(to.pathOf(cut), 3);
  expect(await copy()).toMatchObject({ copied: 1 });
  expect(await to.getJson(cut)).toEqual({ text: 'one' });
  writeFileSync(to.pathOf(changed), '{"text":"two and less"}');
  expect(await copy()).toMatchObject({ copied: 0 });
  expect(await copy(true)).toMatchObject({ copied: 1 });
  expect(await to.getJson(changed)).toEqual({ text: 'two and more' });
});
