import {
  count,
  cursor,
  flag,
  id,
  text,
  time,
  verbatim,
  word,
  wordAmong,
  words,
} from '../../../src/http/replies/readers';
import fc from '../../support/fast-check';

describe('an id', () => {
  it.each([
    ['task_1', 'task_1'],
    [42, '42'],
    [' task_1 ', 'task_1'],
  ])('is read of %j', (said, read) => {
    expect(id(said)).toBe(read);
  });

  it.each([null, undefined, '', '  ', {}, [], 'x'.repeat(513)])('is not read of %j', (said) => {
    expect(id(said)).toBeUndefined();
  });
});

it('what people read is cut where no history should hold all of it', () => {
  expect(word('x'.repeat(3_000_000))).toHaveLength(200);
  expect(text('x'.repeat(3_000_000))).toHaveLength(2000);
  expect(text(['x'.repeat(3_000_000)])).toHaveLength(2000);
  expect(words(Array.from({ length: 9000 }, () => 'ja'))).toHaveLength(1000);
});

it('what is sent back is never cut: too much of it cannot be read', () => {
  expect(verbatim('x'.repeat(100_000))).toHaveLength(100_000);
  expect(verbatim('x'.repeat(100_001))).toBeUndefined();
  expect(cursor('x'.repeat(4096))).toHaveLength(4096);
  expect(cursor('x'.repeat(4097))).toBeUndefined();
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
])('a count of %j is %j', (said, read) => {
  expect(count(said)).toBe(read ?? undefined);
});

it.each([
  [true, true],
  [1, true],
  ['TRUE', true],
  [false, false],
  ['0', false],
  [null, null],
  ['perhaps', null],
])('a flag of %j is %j', (said, read) => {
  expect(flag(said)).toBe(read ?? undefined);
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
          expect(time(said)).toBe(iso);
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
    expect(time(said)).toBe(moment);
  });

  it.each([null, undefined, '', 'yesterday', NaN, 1e300, {}])('is none where it says %j', (said) => {
    expect(time(said)).toBeUndefined();
  });
});

it('a word or a text of several lines is one line, for it is quoted in others', () => {
  expect(word('failed\r\n- acc_9: fine')).toBe('failed - acc_9: fine');
  expect(text('a\n\n b\u2028c')).toBe('a b c');
});

it.each([
  ['COMPLETED', 'completed'],
  ['Waiting-Confirmation', 'waiting_confirmation'],
  ['JOB_STATUS_COMPLETED', 'completed'],
  [{ value: 'completed' }, 'completed'],
  ['partially_completed', 'partially_completed'],
  ['on_the_moon', 'on_the_moon'],
  ['', undefined],
  [null, undefined],
])('the word of %j is %j', (said, known) => {
  expect(wordAmong(['completed', 'waiting_confirmation'])(said)).toBe(known);
});

it('a text is the message in an object, and a value may be wrapped once more', () => {
  expect(text({ code: 7, message: 'no media' })).toBe('no media');
  expect(text([{ message: 'no media' }])).toBe('no media');
  expect(text({ kind: 'x', at: 1, of: [] })).toBe('x, 1');
  expect(text({ of: [] })).toBeUndefined();
  expect(id({ $oid: '6f' })).toBe('6f');
  expect(words('ja, ko')).toEqual(['ja', 'ko']);
});

it('a megabyte of blanks costs no more than what is kept of it', () => {
  const blanks = ' '.repeat(1_000_000);
  expect(word(`a${blanks}\nb`)).toBe('a…');
  expect(text([`a${blanks}`])).toBe('a…');
  expect(text({ [blanks]: blanks, why: `b${blanks}` })).toBe('…, b…');
  expect(count(blanks)).toBeUndefined();
  expect(time(`1${blanks}`)).toBeDefined();
});
