import { z } from 'zod';
import {
  countOrNull,
  cursor,
  flagOrNull,
  holding,
  identifier,
  listOf,
  textOrNull,
  timeOrNull,
  verbatim,
  wholeListOf,
  word,
  words,
} from '../../../src/http/lenient';
import fc from '../../support/fast-check';

describe('an id', () => {
  it.each([
    ['task_1', 'task_1'],
    [42, '42'],
    [' task_1 ', 'task_1'],
  ])('is read of %j', (said, id) => {
    expect(identifier.parse(said)).toBe(id);
  });

  it.each([null, undefined, '', '  ', {}, [], 'x'.repeat(513)])('is not read of %j', (said) => {
    expect(identifier.safeParse(said).success).toBe(false);
  });
});

it('what people read is cut where no history should hold all of it', () => {
  expect(word.parse('x'.repeat(3_000_000))).toHaveLength(201);
  expect(textOrNull.parse('x'.repeat(3_000_000))).toHaveLength(2001);
  expect(words.parse(Array.from({ length: 9000 }, () => 'ja'))).toHaveLength(1000);
});

it('what is sent back is never cut: too much of it cannot be read', () => {
  expect(verbatim.safeParse('x'.repeat(100_000)).success).toBe(true);
  expect(verbatim.safeParse('x'.repeat(100_001)).success).toBe(false);
  expect(cursor.safeParse('x'.repeat(4096)).success).toBe(true);
  expect(cursor.safeParse('x'.repeat(4097)).success).toBe(false);
});

it.each([
  [7, 7],
  ['7', 7],
  ['7.5', 7.5],
  [null, null],
  [undefined, null],
  ['', null],
  ['many', null],
  [Infinity, null],
  [1e300, null],
])('a count of %j is %j', (said, count) => {
  expect(countOrNull.parse(said)).toBe(count);
});

it.each([
  [true, true],
  [1, true],
  ['TRUE', true],
  [false, false],
  ['0', false],
  [null, null],
  ['perhaps', null],
])('a flag of %j is %j', (said, flag) => {
  expect(flagOrNull.parse(said)).toBe(flag);
});

describe('a time', () => {
  it('is the same in whatever unit it comes', () => {
    const moments = fc.date({
      min: new Date('2001-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, (moment) => {
        const ms = Math.floor(moment.getTime() / 1000) * 1000;
        const iso = new Date(ms).toISOString();
        for (const said of [iso, ms, String(ms), ms / 1000, String(ms / 1000)]) {
          expect(timeOrNull.parse(said)).toBe(iso);
        }
      }),
    );
  });

  it.each([
    ['2026-11-15T10:00:00+00:00', '2026-11-15T10:00:00.000Z'],
    ['2026-11-15T10:00:00.250+02:00', '2026-11-15T08:00:00.250Z'],
    ['2026-11-15T10:00-05:30', '2026-11-15T15:30:00.000Z'],
    ['2026-11-15T10:00:00', '2026-11-15T10:00:00.000Z'],
    ['2026-11-15 10:00:00.5', '2026-11-15T10:00:00.500Z'],
    ['2026-11-15', '2026-11-15T00:00:00.000Z'],
  ])('is %s as it is meant, and UTC where no zone is named', (said, moment) => {
    expect(timeOrNull.parse(said)).toBe(moment);
  });

  it.each([null, undefined, '', 'yesterday', NaN, 1e300, {}])('is none where it says %j', (said) => {
    expect(timeOrNull.parse(said)).toBeNull();
  });
});

describe('a list', () => {
  const item = z.looseObject({ id: identifier });
  const items = [{ id: '1' }, { id: '2' }];

  it.each([
    [items],
    [{ things: items }],
    [{ data: { things: items } }],
    [{ total: 2, rows: items }],
    [{ 1: { id: '1' }, 2: { id: '2' } }],
  ])('is read of %j', (said) => {
    expect(listOf(item, ['things', 'data']).parse(said)).toMatchObject(items);
  });

  it('leaves out what cannot be read, and is none where nothing can', () => {
    expect(listOf(item).parse([null, { id: 1 }, 'x'])).toEqual([{ id: '1' }]);
    expect(listOf(item).parse([])).toEqual([]);
    for (const said of [null, undefined, 'x', {}, [null], { total: 3 }]) {
      expect(listOf(item).safeParse(said).success).toBe(false);
    }
  });

  it('is refused where all of it matters and one cannot be read', () => {
    expect(wholeListOf(item).parse(items)).toEqual(items);
    expect(wholeListOf(item).safeParse([...items, null]).success).toBe(false);
    expect(wholeListOf(item).safeParse(undefined).success).toBe(false);
  });
});

it('what is wrapped once more is found by what it holds', () => {
  const task = holding(['status'], z.looseObject({ status: word }));
  for (const said of [{ status: 'running' }, { task: { status: 'running' } }]) {
    expect(task.parse(said)).toEqual({ status: 'running' });
  }
  expect(task.safeParse({ a: { b: { status: 'running' } } }).success).toBe(false);
});

it('a word or a text of several lines is one line, for it is quoted in others', () => {
  expect(word.parse('failed\r\n- acc_9: fine')).toBe('failed - acc_9: fine');
  expect(textOrNull.parse('a\n\n b\u2028c')).toBe('a b c');
});
