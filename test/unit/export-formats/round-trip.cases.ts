/** What a writer wrote is read again: by our own reader of that format, and by the libraries of others. */
import { parse as parseProperties } from 'dot-properties';
import gettextParser from 'gettext-parser';
import { parse as parseYaml } from 'yaml';
import type { ExportFormatName } from '../../../src/domain/release/export-format-names';
import { exportFormats } from '../../../src/export-formats/export-formats';
import type { Target, WrittenText } from '../../../src/export-formats/writer';
import { formatOf } from '../../../src/source/formats/source-formats';
import type { FindingInFile } from '../../../src/source/input-error';
import { onOneLine, type ReadingOptions } from '../../../src/source/source-entry';
import { elementsIn, parseXml, plainText } from '../../../src/source/formats/xml-tree';
import fc, { runs } from '../../support/fast-check';
import { keys, pairs, texts } from './hostile';

type Pairs = [key: string, text: string][];

function write(name: ExportFormatName, strings: Pairs, sourceFormat: string | null = null): WrittenText {
  const all = strings.map(([key, text]) => ({ key, text, source: `source of ${text}` }));
  const target: Target = { language: 'de', sourceFormat };
  const format = exportFormats[name];
  if ('write' in format) return format.write(all, target);
  return format.writeAll([
    { language: 'ja', strings: [] },
    { language: 'de', strings: all },
  ]);
}

function read(extension: string, text: string, options: ReadingOptions = {}): Pairs {
  const format = formatOf(`strings${extension}`);
  if (format === null || !('reader' in format)) throw new Error(`no reader of ${extension}`);
  const faults: FindingInFile[] = [];
  const entries = format.reader(options)(text, (finding) => {
    if (finding.isWarning !== true) faults.push(finding);
  });
  if (faults.length > 0) throw new Error(JSON.stringify(faults));
  return entries.map(({ id, content }) => [id as string, content as string]);
}

const byKey = (strings: Pairs): Pairs => [...strings].sort(([one], [other]) => (one < other ? -1 : 1));
const check = (strings: fc.Arbitrary<Pairs>, test: (strings: Pairs) => void): void =>
  fc.assert(fc.property(strings, test), runs(150));

describe('our own reader reads what was written, key by key', () => {
  const columns = { id: 'string_id', content: 'de' };
  const readers: Partial<Record<ExportFormatName, (text: string) => Pairs>> = {
    json: (text) => read('.json', text),
    'json-list': (text) => read('.json', text),
    yaml: (text) => read('.yaml', text),
    properties: (text) => read('.properties', text),
    ini: (text) => read('.ini', text, { escape: 'escape' }),
    csv: (text) => read('.csv', text, { columns }),
    tsv: (text) => read('.tsv', text, { columns }),
  };
  it.each(Object.entries(readers) as [ExportFormatName, (text: string) => Pairs][])('%s', (name, reader) => {
    check(pairs(), (strings) => {
      const { text, ...told } = write(name, strings);
      expect(reader(text)).toEqual(strings);
      expect(told).toEqual({ keys: strings.length, notes: [] });
    });
  });

  it('arb', () => {
    check(pairs(), (strings) => {
      const { text, notes } = write('arb', strings);
      const left = strings.filter(([key]) => !key.startsWith('@'));
      expect(read('.arb', text)).toEqual(left);
      expect(notes).toHaveLength(left.length === strings.length ? 0 : 1);
    });
  });

  it.each(['po', 'apple'] as const)('%s, from a source with other keys and from one of its own', (name) => {
    const extension = name === 'po' ? '.po' : '.strings';
    check(pairs(), (strings) => {
      const spelt = strings.map(([key, text]): [string, string] => [onOneLine(key), text]);
      expect(read(extension, write(name, strings).text)).toEqual(spelt);
      expect(read(extension, write(name, spelt, name).text)).toEqual(spelt);
    });
  });

  const names = fc.stringMatching(/^[a-z_][a-z0-9_.-]{0,8}$/);
  it('android', () => {
    check(pairs(names), (strings) => {
      expect(read('.xml', write('android', strings).text)).toEqual(strings);
    });
  });

  it('android, with arrays and plurals', () => {
    const items = fc.constantFrom('[0]', '[1]', '[2]', '[one]', '[few]', '[other]', '');
    const item = fc.tuple(fc.constantFrom('a', 'b'), items).map((parts) => parts.join(''));
    check(pairs(item), (strings) => {
      const { text, keys: count, notes } = write('android', strings);
      const found = read('.xml', text);
      expect(strings).toEqual(expect.arrayContaining(found));
      expect(found).toHaveLength(count);
      expect(notes.length > 0).toBe(count < strings.length);
    });
  });

  it.each(['json-nested', 'yaml-nested', 'yaml-rails'] as const)('%s', (name) => {
    const part = fc.constantFrom('a', 'b', '0', '1', 'yes', 'no', 'c d', 'ü', '#', '- x', '10');
    const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => ['z', ...parts].join('.'));
    check(pairs(fc.oneof(path, keys, fc.constantFrom('z', 'a..b', '.a', '0', '1'))), (strings) => {
      const { text } = write(name, strings);
      expect(byKey(read(name === 'json-nested' ? '.json' : '.yml', text))).toEqual(byKey(strings));
    });
  });

  const inXml = texts.map((text) => text.replace(/(?=\p{ASCII})(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, ''));
  const inKeys = keys.map((key) => key.replace(/[\ufffe\uffff]/g, 'x'));
  const seen = inXml.filter((text) => text.trim() !== '');
  it('xliff: the targets', () => {
    check(pairs(inKeys, seen), (strings) => {
      const { text, keys: count } = write('xliff', strings);
      // Of a document in one language, the targets are read.
      expect(read('.xlf', text.replace('source-language="und"', 'source-language="de"'))).toEqual(strings);
      expect(read('.xlf', text).map(([, source]) => source)).toEqual(
        strings.map(([, target]) => `source of ${target}`),
      );
      expect(count).toBe(strings.length);
    });
  });

  it('resx', () => {
    check(pairs(inKeys, seen), (strings) => {
      const root = parseXml(write('resx', strings).text);
      const data = elementsIn(root).filter(({ tag }) => tag.name === 'data');
      expect(data.map((one) => [one.tag.attribute('name'), plainText(one).slice(5, -3)])).toEqual(strings);
    });
  });
});

describe('so do the libraries of others', () => {
  it.each(['1.1', '1.2'] as const)('yaml %s', (version) => {
    check(pairs(), (strings) => {
      const read = parseYaml(write('yaml', strings).text, {
        version,
        mapAsMap: true,
        merge: false,
      }) as unknown;
      expect(read).toEqual(new Map(strings));
    });
  });

  it('properties', () => {
    // It makes an object of them.
    check(pairs(keys.filter((key) => key !== '__proto__')), (strings) => {
      expect(parseProperties(write('properties', strings).text)).toEqual(Object.fromEntries(strings));
    });
  });

  it('po', () => {
    // It reads no escapes but these three.
    const plain = texts.map((text) => text.replace(/(?=\p{ASCII})(?![\t\n\r])\p{Cc}/gu, '?'));
    check(
      pairs(
        keys.filter((key) => key !== '__proto__'),
        plain,
      ),
      (strings) => {
        const { translations } = gettextParser.po.parse(write('po', strings).text);
        const read = Object.values(translations[''] ?? {}).filter(({ msgid }) => msgid !== '');
        expect(byKey(read.map(({ msgid, msgstr }) => [msgid, msgstr[0] ?? '']))).toEqual(byKey(strings));
      },
    );
  });

  it.each(['json', 'json-nested', 'arb'] as const)('%s is JSON', (name) => {
    check(pairs(), (strings) => {
      expect(() => JSON.parse(write(name, strings).text) as unknown).not.toThrow();
    });
  });
});
