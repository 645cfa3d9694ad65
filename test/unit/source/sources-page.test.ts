import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFormats } from '../../../src/source/formats';
import { readSource } from '../../../src/source/read-source';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();
const page = readFileSync(join(__dirname, '../../../docs/sources.md'), 'utf8');

describe('docs/sources.md', () => {
  it.each(sourceFormats.map(({ name, extensions }) => [name, extensions] as const))(
    'has a row for %s with all its endings',
    (name, extensions) => {
      const row = page.split('\n').find((line) => line.startsWith(`| ${name} `)) ?? '';
      expect(extensions.filter((extension) => !row.includes(`\`${extension}\``))).toEqual([]);
    },
  );

  /** A line with the name of a file, and the file in the block below it. */
  const examples = [...page.matchAll(/^`([\w.]+)`:\n\n```\w+\n([^]*?)^```/gm)].map(
    ([, name = '', text = '']) => [name, text] as const,
  );

  it('has an example of most formats', () => {
    expect(examples.length).toBeGreaterThan(7);
  });

  it.each(examples)('has an example that is read without a doubt: %s', async (name, text) => {
    const file = await scratch.write(name, text);
    const strings = await readSource(file, undefined, (doubts) => expect(doubts).toEqual([]));
    const told = /The ids are (.*)\.$/m.exec(page.slice(page.indexOf(text) + text.length))?.[1];
    const isToldHere = page.slice(page.indexOf(text) + text.length).startsWith('```\n\nThe ids are');
    if (isToldHere)
      expect([...(told ?? '').matchAll(/`([^`]+)`/g)].map(([, id]) => id)).toEqual(
        strings.map(({ string_id }) => string_id),
      );
  });
});
