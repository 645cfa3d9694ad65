import type { FindingInFile } from '../../../src/source/input-error';
import { plainValue } from '../../../src/source/located';
import { parseJson } from '../../../src/source/formats/parse-json';
import fc from '../../support/fast-check';

function read(text: string): { value: unknown; findings: FindingInFile[] } {
  const findings: FindingInFile[] = [];
  const located = parseJson(text, (finding) => findings.push(finding));
  return { value: located === null ? undefined : plainValue(located), findings };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('the JSON reader', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2, '\t'), (text, indent) => {
        const value: unknown = JSON.parse(text);
        expect(read(JSON.stringify(value, null, indent))).toEqual({ value, findings: [] });
      }),
    );
  });

  it('refuses what JSON.parse refuses, and nothing else', () => {
    const damaged = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', '"', '\\', ',', ':', '}', ']', '[', '\n', '\u00a0', 'x', '-'),
      )
      .map(([text, at, mark]) => {
        const cut = at % (text.length + 1);
        return text.slice(0, cut) + mark + text.slice(cut + 1);
      });
    fc.assert(
      fc.property(damaged, (text) => {
        expect(read(text).findings).toHaveLength(isJson(text) ? 0 : 1);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['{\n  "a": "b",\n}', 3, 'expected a key in double quotes'],
    ['{\n  "a": "b"\n  "c": "d"\n}', 3, 'expected a comma or }'],
    ['{\n  "a" "b"\n}', 2, 'expected a colon'],
    ['{\n  "a": tru\n}', 2, 'a value that is not a text'],
    ['{\n  "a": \n}', 3, 'expected a value'],
    ['{\n  "a": "b,\n  "c": "d"\n}', 2, 'a text with a line break'],
    ['{\n  "a": "\\x"\n}', 2, 'an unknown escape'],
    ['{\n  "a": "b', 2, 'a text that is not closed'],
    ['{}\n{}', 2, 'text after the end'],
    ['[1,\n2', 2, 'expected a comma or ]'],
    [`${'['.repeat(101)}${']'.repeat(101)}`, 1, 'nested more than 100 levels deep'],
  ])('tells the line of what is wrong with %j', (text, line, message) => {
    const { findings } = read(text);
    expect(findings).toEqual([{ line, key: null, message: expect.stringContaining(message) as unknown }]);
  });

  it('keeps keys that appear twice, and the line of each', () => {
    expect(parseJson('{\n"a": 1,\n"a":\n2 }', () => undefined)).toEqual({
      kind: 'mapping',
      line: 1,
      members: [
        { key: 'a', line: 2, value: { kind: 'scalar', line: 2, value: 1 } },
        { key: 'a', line: 3, value: { kind: 'scalar', line: 4, value: 2 } },
      ],
    });
  });
});
