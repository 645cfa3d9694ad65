import { InputError, MOST_FINDINGS, unlessReported } from '../../../src/source/input-error';
import { linesOf, numberedLines } from '../../../src/source/lines';
import fc from '../../support/fast-check';
import { readCsvRows } from '../../../src/source/formats/csv-rows';
import { plainValue } from '../../../src/source/located';
import { parseJson } from '../../../src/source/formats/parse-json';
import type { XmlBounds } from '../../../src/source/formats/xml-events';
import { elementsIn, parseXml } from '../../../src/source/formats/xml-tree';
import { faultOf } from './readings';

describe('input error', () => {
  const finding = { file: 'a.json', line: 3, key: 'menu.start', message: 'content is empty' };

  describe('an input error', () => {
    it('has a line for each finding, with file, line and key as far as there are any', () => {
      const findings = [
        finding,
        { ...finding, key: null },
        { ...finding, line: null, key: null, message: 'is empty' },
      ];
      expect(new InputError(findings).message).toBe(
        'a.json:3: menu.start: content is empty\na.json:3: content is empty\na.json: is empty',
      );
    });

    it('tells twenty findings and counts the rest, and keeps all', () => {
      const error = new InputError(Array.from({ length: 23 }, () => finding));
      expect(error.message.split('\n')).toHaveLength(21);
      expect(error.message).toMatch(/\nand 3 more$/);
      expect(error.findings).toHaveLength(23);
    });

    it('keeps to one line whatever the key holds', () => {
      const messageFor = (key: string): string => new InputError([{ ...finding, key }]).message;
      expect(messageFor('a\nb')).toBe('a.json:3: "a\\nb": content is empty');
      expect(messageFor(' a')).toBe('a.json:3: " a": content is empty');
      expect(messageFor('k'.repeat(5000)).length).toBeLessThan(200);
    });
  });

  describe('a file that is read without a result', () => {
    const findingsOf = (read: Parameters<typeof unlessReported>[1]): unknown => {
      try {
        return unlessReported('a.json', read);
      } catch (error) {
        return error instanceof InputError ? error.findings : error;
      }
    };

    it('is refused, also where nobody said why', () => {
      const unread = { file: 'a.json', line: null, key: null, message: 'cannot be read' };
      expect(findingsOf(() => null)).toEqual([unread]);
      expect(
        findingsOf((report) => {
          report({ line: 1, key: null, message: 'is odd', isWarning: true });
          return null;
        }),
      ).toEqual([unread]);
    });

    it('is refused with what was said where something was', () => {
      expect(
        findingsOf((report) => {
          report({ line: 3, key: 'menu.start', message: 'content is empty' });
          return null;
        }),
      ).toEqual([finding]);
    });
  });
});

describe('lines', () => {
  describe('lines', () => {
    it('of offsets are right in whatever order they are asked for', () => {
      const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r\n') });
      fc.assert(
        fc.property(text, fc.array(fc.nat(60)), (drawn, offsets) => {
          const lineAt = linesOf(drawn);
          for (const offset of offsets)
            expect(lineAt(offset)).toBe(drawn.slice(0, offset).split('\n').length);
        }),
      );
    });

    it('one after the other are those of the text, whatever ends them', () => {
      const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', '\r') });
      fc.assert(
        fc.property(text, (drawn) => {
          const lines = [...numberedLines(drawn)];
          expect(lines.map(({ source }) => source)).toEqual(drawn.split(/\r\n|\r|\n/));
          expect(lines.map(({ line }) => line)).toEqual(lines.map((_, index) => index + 1));
        }),
      );
    });
  });
});

describe('csv rows', () => {
  describe('rows of CSV', () => {
    it.each([
      ['LF', '\n'],
      ['CRLF', '\r\n'],
      ['CR', '\r'],
    ])('that end in %s have as many cells as are allowed', (_name, end) => {
      const read = (text: string) => readCsvRows(text, ',', { mostCells: 4 });
      expect(read(`a,b${end}c,d${end}`)).toHaveLength(2);
      expect(read(`a,b${end}c,d${end}e`)).toHaveLength(3);
      const message = 'has more than 4 cells and lines';
      expect(faultOf(() => read(`a,b${end}c,d${end}e,f`))).toEqual({ line: null, key: null, message });
    });

    it('are as many as are allowed', () => {
      const read = (text: string) => readCsvRows(text, ',', { mostRows: 2 });
      expect(read('a,b\nc,d\n')).toHaveLength(2);
      const message = 'is beyond the 2 rows that a file may have';
      expect(faultOf(() => read('a,b\nc,d\ne,f\n'))).toEqual({ line: 3, key: null, message });
    });

    it('are no wider than is allowed, and separators in quotes do not count', () => {
      const read = (text: string) => readCsvRows(text, ',', { mostColumns: 3 });
      expect(read('a,b,c\n"d,d\n,,,,d",e\n')).toHaveLength(2);
      const message = 'has more than the 3 columns that a file may have';
      const wide = 'a,b,c\r\n"d\r\nd",e\r\nf,,,\r\n';
      expect(faultOf(() => read(wide))).toEqual({ line: 4, key: null, message });
    });

    it('of nothing but separators are refused', () => {
      expect(faultOf(() => readCsvRows(','.repeat(5_000_000), ','))).toMatchObject({ line: 1 });
    });

    it('are left out after more of a greater length than anyone is told of', () => {
      const rows = readCsvRows(`a,b\nc,d\n${'e,f,g\n'.repeat(MOST_FINDINGS + 10)}f,g\n`, ',');
      expect(rows).toHaveLength(2 + MOST_FINDINGS);
    });
  });
});

describe('parse json', () => {
  const read = (text: string): unknown => plainValue(parseJson(text));

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
          expect(read(JSON.stringify(value, null, indent))).toEqual(value);
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
          expect(faultOf(() => read(text)) === null).toBe(isJson(text));
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
      const fault = { line, key: null, message: expect.stringContaining(message) as unknown };
      expect(faultOf(() => read(text))).toEqual(fault);
    });

    it('keeps keys that appear twice, and the line of each', () => {
      expect(parseJson('{\n"a": 1,\n"a":\n2 }')).toEqual({
        kind: 'mapping',
        line: 1,
        members: [
          { key: 'a', line: 2, value: { kind: 'scalar', line: 2, value: 1 } },
          { key: 'a', line: 3, value: { kind: 'scalar', line: 4, value: 2 } },
        ],
      });
    });
  });
});

describe('xml tree', () => {
  const faultUnder = (text: string, most: Partial<XmlBounds>) =>
    faultOf(() => parseXml(text, { elements: Infinity, brackets: Infinity, attributes: Infinity, ...most }));

  describe('a tree of XML', () => {
    it('has as many elements as are allowed, whatever text is between them', () => {
      expect(faultUnder('<a>x<b/>y<!-- z --><b/>\n</a>', { elements: 3 })).toBeNull();
      expect(faultUnder('<a>\n<b/><b/>\n<b/></a>', { elements: 3 })).toEqual({
        line: 3,
        key: null,
        message: 'holds more than 3 elements',
      });
    });

    it('has as many tags and attributes as are allowed, and no endless text except in Base64', () => {
      expect(faultUnder('<a><b/><b/></a>', { brackets: 4 })).toBeNull();
      expect(faultUnder('<a><b/><b/></a>', { brackets: 2 })).toMatchObject({
        message: 'holds more than 2 tags',
      });
      expect(faultUnder('<a c=""><b d="" e=""/></a>', { attributes: 3 })).toBeNull();
      expect(faultUnder('<a c="">\n<b d="" e=""/></a>', { attributes: 2 })).toMatchObject({
        message: 'holds more than 2 attributes',
      });
      expect(faultUnder('<a c= "">\n<b d= "" e= ""/></a>', { attributes: 2 })).toMatchObject({
        line: 2,
        message: 'holds more than 2 attributes',
      });
      expect(faultUnder(`<a>${'x'.repeat(5_000_000)}</a>`, {})).toBeNull();
      expect(faultUnder(`<a>${'x'.repeat(40_000_000)}</a>`, {})).toMatchObject({
        message: 'has more than 4 MB without a tag',
      });
      expect(faultUnder(`<a>${'&lt;'.repeat(2_000_000)}</a>`, {})).toMatchObject({
        message: 'has more than 4 MB without a tag',
      });
    });

    it('has its elements in their order', () => {
      const names = elementsIn(parseXml('<a><b/>x<c/></a>')).map(({ tag }) => tag.name);
      expect(names).toEqual(['b', 'c']);
    });
  });
});
