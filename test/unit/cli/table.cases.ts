import { Command } from 'commander';
import { Table, type TableOptions, cutToWidth, textWidth } from '../../../src/cli/terminal/table';
import { timeText } from '../../../src/cli/terminal/terminal-form';
import fc from '../../support/fast-check';

interface Row {
  id: string;
  count: number;
  text: string;
}

const table = new Table<Row>([
  'id',
  'count',
  { name: 'text', flexible: true },
  { name: 'length', value: ({ text }) => String(text.length), hidden: true },
]);
const rows: Row[] = [
  { id: 'a', count: 10, text: 'ミラ' },
  { id: 'long-id', count: 9, text: 'Elder Mira has waited for you.' },
];

describe('a table', () => {
  it('has headers and aligned columns, numbers to the right, and cuts nothing for a program', () => {
    expect(table.text(rows, {}, Infinity).split('\n')).toEqual([
      'ID       COUNT  TEXT',
      'a           10  ミラ',
      'long-id      9  Elder Mira has waited for you.',
    ]);
  });

  it('cuts what may be cut at the width of the terminal', () => {
    expect(table.text(rows, {}, 30).split('\n').at(-1)).toBe('long-id      9  Elder Mira ha…');
  });

  it('shows the columns that are named, in their order', () => {
    expect(table.text(rows, { columns: ['length', 'id'] }, Infinity).split('\n')[0]).toBe('LENGTH  ID');
  });

  it('does not make a file of blanks of one long text', () => {
    const long = { id: 'b', count: 1, text: 'x'.repeat(100_000) };
    const wide = new Table<Row>([{ name: 'text', flexible: true }, 'id']);
    const [, first = '', second = ''] = wide.text([...rows, long], {}, Infinity).split('\n');
    expect([first.length, second.length]).toEqual([61, 69]);
  });

  it('is never wider than the terminal, and never loses an id that fits', () => {
    const row = fc.record({
      id: fc.stringMatching(/^[a-z]{1,8}$/),
      count: fc.nat(),
      text: fc.string({ unit: 'grapheme' }),
    });
    fc.assert(
      fc.property(fc.array(row), fc.integer({ min: 20, max: 200 }), (rows, width) => {
        const lines = table.text(rows, {}, width).split('\n');
        expect(lines.filter((line) => textWidth(line) > width)).toEqual([]);
        expect(lines.slice(1).every((line, place) => line.startsWith(rows[place]?.id ?? ''))).toBe(true);
      }),
    );
  });
});

describe('its options', () => {
  const parsed = (...args: string[]): TableOptions =>
    new Command()
      .exitOverride()
      .configureOutput({ writeErr: () => undefined })
      .addOption(table.options.columns.named('columns'))
      .addOption(table.options.sort.named('sort'))
      .parse(args, { from: 'user' })
      .opts();

  it('sort by numbers as numbers, either way', () => {
    const ids = (...args: string[]): string[] => table.sorted(rows, parsed(...args)).map(({ id }) => id);
    expect([ids(), ids('--sort', 'count'), ids('--sort', '-count')]).toEqual([
      ['a', 'long-id'],
      ['long-id', 'a'],
      ['a', 'long-id'],
    ]);
  });

  it.each([
    [['--columns', 'id,txt'], '"txt" must be one of id, count, text, length (did you mean text?).'],
    [['--sort', '-nothing'], '"nothing" must be one of id, count, text, length.'],
  ])('%j name those that there are', (args, words) => {
    expect(() => parsed(...args)).toThrow(words);
  });
});

describe('the width of a text', () => {
  it.each([
    ['Mira', 4],
    ['ミラ', 4],
    ['장로', 4],
    ['é', 1],
    ['👩‍👩‍👧', 2],
    ['🇯🇵', 2],
    ['❤️', 2],
    ['\u200b', 0],
  ])('of %s is %i', (text, width) => {
    expect(textWidth(text)).toBe(width);
  });

  it('is kept where a text is cut, and no sign is torn', () => {
    const signs = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, most) => {
        const cut = cutToWidth(text, most);
        expect(textWidth(cut)).toBeLessThanOrEqual(most);
        if (cut === text) return;
        const kept = [...signs.segment(text)].map(({ segment }) => segment);
        expect(kept.some((_, end) => kept.slice(0, end).join('').trimEnd() === cut.slice(0, -1))).toBe(true);
      }),
    );
  });
});

it.each([
  ['2026-11-16T11:41:52.123Z', '2026-11-16T11:41:52Z'],
  ['2026-11-16T12:41:52+01:00', '2026-11-16T11:41:52Z'],
  ['2026-11-16 11:41', '2026-11-16 11:41'],
  ['soon', 'soon'],
  [null, ''],
])('the time %s is shown as "%s"', (time, text) => {
  expect(timeText(time)).toBe(text);
});
