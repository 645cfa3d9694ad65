import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFormats } from '../../../src/source/formats';
import { readSource } from '../../../src/source/read-source';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();
const page = readFileSync(join(__dirname, '../../../docs/sources.md'), 'utf8');

describe('docs/sources.md', () => {
  it.each(sourceFormats)('has a row for $name with all its endings', ({ name, extensions }) => {
    const row = page.split('\n').find((line) => line.startsWith(`| ${name} `)) ?? '';
    expect(extensions.filter((extension) => !row.includes(`\`${extension}\``))).toEqual([]);
  });

  /** A line with the name of a file, the file in the block below it, and sometimes its ids. */
  const EXAMPLE = /^`([\w.]+)`:\n\n```\w+\n([^]*?)^```\n(?:\nThe ids are (.*)\.\n)?/gm;
  const examples = [...page.matchAll(EXAMPLE)].map(([, name = '', text = '', ids]) => ({ name, text, ids }));

  it('has an example of most formats', () => {
    expect(examples.length).toBeGreaterThan(7);
  });

  it.each(examples)('has an example that is read without a doubt: $name', async ({ name, text, ids }) => {
    const warn = jest.fn();
    const strings = await readSource(await scratch.write(name, text), undefined, warn);
    expect(warn).not.toHaveBeenCalled();
    const told = ids && [...ids.matchAll(/`([^`]+)`/g)].map(([, id]) => id);
    if (told) expect(strings.map(({ string_id }) => string_id)).toEqual(told);
  });
});
