import { parseJson } from '../../../src/http/replies/reply-text';
import fc from '../../support/fast-check';

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
    ['too many values', `[${'1,'.repeat(1_000_000)}1]`],
    ['too many lists', `[${'[],'.repeat(600_000)}[]]`],
    ['without an end', '{"a":'.repeat(1_000_000)],
  ])('is none: %s', (_what, text) => {
    expect(parseJson(text)).toBeUndefined();
  });

  it('is not seen in brackets within texts', () => {
    const text = '[{,\\"'.repeat(200_000);
    expect(parseJson(JSON.stringify({ text }))).toEqual({ text });
    expect(parseJson('['.repeat(100) + ']'.repeat(100))).toBeDefined();
  });
});
