import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { textToWrite, writeFiles } from '../../../src/export-formats/write-files';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();
const stored = createHash('sha256').update('stored').digest('hex');

const write = (files: Readonly<Record<string, string>>, replace = false): Promise<void> =>
  writeFiles(
    scratch.path('out'),
    Object.entries(files).map(([path, text]) => textToWrite({ path, text })),
    { replace, isStored: (sha256) => Promise.resolve(sha256 === stored) },
  );
const textOf = (path: string): Promise<string> => readFile(scratch.path(`out/${path}`), 'utf8');

it('replaces what the store has, and leaves nothing beside it', async () => {
  await write({ 'values-ja/strings.xml': 'stored', 'values-ko/strings.xml': 'same' });
  await write({ 'values-ja/strings.xml': 'two', 'values-ko/strings.xml': 'same' });
  expect(await textOf('values-ja/strings.xml')).toBe('two');
  expect(await readdir(scratch.path('out/values-ja'))).toEqual(['strings.xml']);
  expect(await readdir(scratch.path('out'))).toEqual(['values-ja', 'values-ko']);
});

it('keeps every other file, and then writes none', async () => {
  await scratch.write('out/ja.json', 'edited');
  await scratch.write('out/ko.json', 'of a person');
  await expect(write({ 'fr.json': 'x', 'ja.json': 'two', 'ko.json': 'two' })).rejects.toThrow(
    /^ja\.json, ko\.json: in .* Nothing was written\..*--replace/,
  );
  expect(await readdir(scratch.path('out'))).toEqual(['ja.json', 'ko.json']);
  expect(await textOf('ja.json')).toBe('edited');
  await write({ 'ja.json': 'two', 'ko.json': 'two' }, true);
  expect([await textOf('ja.json'), await textOf('ko.json')]).toEqual(['two', 'two']);
});

it('does not touch a file that has the same content already', async () => {
  await scratch.write('out/ja.json', 'one');
  const before = await stat(scratch.path('out/ja.json'));
  await write({ 'ja.json': 'one' });
  expect((await stat(scratch.path('out/ja.json'))).ino).toBe(before.ino);
});

it('says of a directory in the place of a file what it is', async () => {
  await scratch.write('out/ja.json/inner', 'x');
  await expect(write({ 'ja.json': 'two' })).rejects.toThrow('is a directory, not a file');
});
