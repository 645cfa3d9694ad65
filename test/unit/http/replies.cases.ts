import { shapeOf, bodyText, parseJson } from '../../../src/http/replies/reply-text';
import fc from '../../support/fast-check';
import {
  count,
  cursor,
  flag,
  id,
  text,
  time,
  translations,
  verbatim,
  word,
  wordAmong,
  words,
} from '../../../src/http/replies/readers';

describe('reply shape', () => {
  it.each([
    [null, 'null'],
    ['secret', 'string'],
    [{ code: 0, data: { languages: ['en', 'ja'] } }, '{code: number, data: {languages: [string]}}'],
    [[{ id: 1 }, { id: 'x' }, null], '[{id: number} | {id: string} | null]'],
    [{ a: { b: { c: { d: { e: 1 } } } } }, '{a: {b: {c: {d: {…}}}}}'],
  ])('the shape of %j is %s', (value, shape) => {
    expect(shapeOf(value)).toBe(shape);
  });

  it('tells no value, and never at any length', () => {
    const value = fc.jsonValue({ maxDepth: 6 }).map((json) => ({ kept: json, said: 'TOP-SECRET-7' }));
    fc.assert(
      fc.property(value, (said) => {
        expect(shapeOf(said)).not.toContain('TOP-SECRET-7');
      }),
    );
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key-${index}`, index]));
    expect(shapeOf(wide).length).toBeLessThan(1000);
  });
});

describe('reply text', () => {
  describe('the JSON of a reply', () => {
    it.each<[string, unknown]>([
      ['{"id":9007199254740993}', { id: '9007199254740993' }],
      ['[12345678901234567890,-9007199254740993]', ['12345678901234567890', '-9007199254740993']],
      ['9007199254740993', '9007199254740993'],
      ['{"ms":1793527200000,"n":-1.5e3}', { ms: 1793527200000, n: -1500 }],
      ['[1234567890123456.5,1e20,1234567890123456e2]', [1234567890123456.5, 1e20, 1234567890123456e2]],
      ['{"9007199254740993":"a 9007199254740993, b"}', { '9007199254740993': 'a 9007199254740993, b' }],
      ['["\\\\",9007199254740993,"\\"9007199254740993"]', ['\\', '9007199254740993', '"9007199254740993']],
    ])('keeps the digits of integers, and all else as it is: %s', (text, value) => {
      expect(parseJson(text)).toEqual(value);
    });

    it.each([
      '',
      '{"id":9007199254740993',
      '"9007199254740993',
      '"\\',
      '[09007199254740993]',
      '--9007199254740993',
    ])('is none where the text is none: %s', (text) => {
      expect(parseJson(text)).toBeUndefined();
    });

    it('is what was written, whatever texts stand around an integer', () => {
      const text = fc.oneof(fc.string(), fc.stringMatching(/^["\\0-9,:]*$/));
      const id = fc.bigInt({ min: 10n ** 15n, max: 10n ** 40n });
      fc.assert(
        fc.property(text, text, id, (before, after, integer) => {
          const written = `[${JSON.stringify(before)},${integer},{${JSON.stringify(after)}: -${integer}}]`;
          expect(parseJson(written)).toEqual([before, String(integer), { [after]: `-${integer}` }]);
        }),
      );
    });

    it('of millions of quotes and digits is looked at once', () => {
      const startedMs = performance.now();
      for (const part of ['"', '\\"', '1', '-1', '"1234567890123456'])
        parseJson(`[1234567890123456,${part.repeat(500_000)}`);
      expect(performance.now() - startedMs).toBeLessThan(10_000);
    });
  });

  describe('a reply of millions of brackets', () => {
    test.each([
      ['too deep', '['.repeat(101) + ']'.repeat(101)],
      ['too many values', `[${'1,'.repeat(500_000)}1]`],
      ['too many lists', `[${'[],'.repeat(250_000)}[]]`],
      ['too many keys of one object', `[{"":{${'"":1,'.repeat(50_000)}"":1}}]`],
      ['without an end', '{"a":'.repeat(1_000_000)],
    ])('is none: %s', (_what, text) => {
      expect(parseJson(text)).toBeUndefined();
    });

    it('is told as one, not quoted', () => {
      const told = (text: string) => bodyText(text, parseJson(text));
      expect(told(`[${'1,'.repeat(500_000)}1]`)).toMatch(/^a body of JSON that has more than 500000 values/);
      expect(told('{"a":')).toBe('a body that is not a JSON object: {"a":');
    });

    it('is not one that holds what a service with very many terms sends', () => {
      const languages = Array.from({ length: 30 }, (_, at) => [`x${at}`, 'text']);
      const item = { id: 'term', translations: Object.fromEntries(languages) as unknown };
      const items = Array.from({ length: 5000 }, () => item);
      expect(parseJson(JSON.stringify({ items }))).toEqual({ items });
      const keyed = Object.fromEntries(items.map((one, at) => [`t${at}`, one]));
      expect(parseJson(JSON.stringify(keyed))).toEqual(keyed);
    });

    it('is not seen in brackets within texts', () => {
      const text = '[{,\\"'.repeat(200_000);
      expect(parseJson(JSON.stringify({ text }))).toEqual({ text });
      expect(parseJson('['.repeat(100) + ']'.repeat(100))).toBeDefined();
    });
  });
});

describe('readers', () => {
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

  it.each<[unknown]>([
    ['{"ja":"剣","ko":"검"}'],
    [{ ja: { text: '剣', status: 'new' }, ko: { translation: '검' } }],
    ['[{"language":"ja","text":"剣"},["ko","검"]]'],
  ])('translations are read of %j', (said) => {
    expect(translations(said)).toEqual({ ja: '剣', ko: '검' });
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
});
