import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { textToWrite, writeFiles, WRITTEN_LIST } from '../../../src/export-formats/write-files';
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
  await write({ 'game.ini': 'stored' });
  expect(await readdir(scratch.path('out'))).toEqual(['game.ini']);
  await write({ 'game.ini': 'two' });
  expect(await textOf('game.ini')).toBe('two');
});

it('replaces what it wrote itself, although no store has it', async () => {
  await write({ 'values-ja/strings.xml': 'one', 'values-ko/strings.xml': 'same' });
  await write({ 'values-ja/strings.xml': 'two', 'values-ko/strings.xml': 'same' });
  expect(await textOf('values-ja/strings.xml')).toBe('two');
  expect(await readdir(scratch.path('out/values-ja'))).toEqual(['strings.xml']);
  expect(await readdir(scratch.path('out'))).toEqual([WRITTEN_LIST, 'values-ja', 'values-ko']);
});

it('takes a file that has the same text already for its own', async () => {
  await scratch.write('out/ja.json', 'one');
  await write({ 'ja.json': 'one' });
  await write({ 'ja.json': 'two' });
  expect(await textOf('ja.json')).toBe('two');
});

it('a list that is no list protects everything', async () => {
  await write({ 'ja.json': 'one' });
  await scratch.write(`out/${WRITTEN_LIST}`, '[');
  await expect(write({ 'ja.json': 'two' })).rejects.toThrow('Nothing was written.');
});

it('goes on where it was broken off', async () => {
  await write({ 'ja.json': 'one', 'ko.json': 'one' });
  await scratch.write('out/ja.json', 'two');
  await write({ 'ja.json': 'two', 'ko.json': 'two' });
  await write({ 'ja.json': 'three', 'ko.json': 'three' });
  expect([await textOf('ja.json'), await textOf('ko.json')]).toEqual(['three', 'three']);
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
