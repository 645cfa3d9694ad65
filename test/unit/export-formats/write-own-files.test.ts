import { readdir, readFile } from 'node:fs/promises';
import { textToWrite, writeOwnFiles, WRITTEN_LIST } from '../../../src/export-formats/write-own-files';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();
const write = (files: Readonly<Record<string, string>>, replace = false): Promise<void> =>
  writeOwnFiles(
    scratch.path('out'),
    Object.entries(files).map(([path, text]) => textToWrite({ path, text })),
    { replace },
  );
const textOf = (path: string): Promise<string> => readFile(scratch.path(`out/${path}`), 'utf8');

it('replaces what it wrote itself, and leaves nothing beside it', async () => {
  await write({ 'values-ja/strings.xml': 'one', 'values-ko/strings.xml': 'same' });
  await write({ 'values-ja/strings.xml': 'two', 'values-ko/strings.xml': 'same' });
  expect(await textOf('values-ja/strings.xml')).toBe('two');
  expect(await readdir(scratch.path('out/values-ja'))).toEqual(['strings.xml']);
});

it('keeps what others wrote or edited, and then writes none of the files', async () => {
  await write({ 'ja.json': 'one' });
  await scratch.write('out/ja.json', 'edited');
  await scratch.write('out/ko.json', 'of a person');
  await expect(write({ 'fr.json': 'x', 'ja.json': 'two', 'ko.json': 'two' })).rejects.toThrow(
    /^ja\.json, ko\.json: in .* Nothing was written\..*--replace/,
  );
  expect(await readdir(scratch.path('out'))).toEqual([WRITTEN_LIST, 'ja.json', 'ko.json']);
  await write({ 'ja.json': 'two', 'ko.json': 'two' }, true);
  await write({ 'ja.json': 'three', 'ko.json': 'three' });
  expect(await textOf('ko.json')).toBe('three');
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

it('says of a directory in the place of a file what it is', async () => {
  await scratch.write('out/ja.json/inner', 'x');
  await expect(write({ 'ja.json': 'two' })).rejects.toThrow('is a directory, not a file');
});
