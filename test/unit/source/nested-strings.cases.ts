import i18next from 'i18next';
import { dump } from 'js-yaml';
import { readJsonStrings, readYamlStrings } from '../../../src/source/formats/json-strings';
import { readSource } from '../../support/read-source';
import fc from '../../support/fast-check';
import { useScratch } from '../../support/scratch';
import { pairsOf, findingsOf, placesOf } from './readings';

const scratch = useScratch();
const readAs = async (name: string, text: string) => readSource(await scratch.write(name, text));

async function readWithDoubts(name: string, text: string) {
  const doubts: string[] = [];
  const strings = await readSource(await scratch.write(name, text), undefined, (found) =>
    doubts.push(...found.map(({ line, key, message }) => `${line} ${key}: ${message}`)),
  );
  return { strings, doubts };
}

describe('nested strings', () => {
  it('have the keys on the way as their ids, in the order of the file', () => {
    const text = '{"menu": {"start": "Start", "more": {"b": "B", "a": "A"}}, "tips": ["One", {"x": "Two"}]}';
    const strings = [
      ['menu.start', 'Start'],
      ['menu.more.b', 'B'],
      ['menu.more.a', 'A'],
      ['tips.0', 'One'],
      ['tips.1.x', 'Two'],
    ];
    expect(pairsOf(readJsonStrings, text)).toEqual(strings);
    expect(pairsOf(readYamlStrings, text)).toEqual(strings);
  });

  it('are found by i18next under the ids that they have here', async () => {
    const key = fc.string({ minLength: 1 }).filter((one) => !/[.:_@]|__proto__|^\/\//.test(one));
    const content = fc.string({ minLength: 1 });
    const { tree } = fc.letrec((tie) => ({
      tree: fc.dictionary(
        key,
        fc.oneof({ maxDepth: 4 }, content, tie('tree'), fc.array(content, { minLength: 1, maxLength: 3 })),
        { minKeys: 1, maxKeys: 5, noNullPrototype: true },
      ),
    }));
    await i18next.init({ lng: 'en', resources: {} });
    fc.assert(
      fc.property(tree, (nested) => {
        i18next.removeResourceBundle('en', 'translation');
        i18next.addResourceBundle('en', 'translation', nested);
        const ofJson = pairsOf(readJsonStrings, JSON.stringify({ all: nested }));
        for (const [id, text] of ofJson)
          expect(i18next.getResource('en', 'translation', String(id).slice('all.'.length))).toBe(text);
        const yaml = dump({ all: nested }, { noRefs: true });
        expect(pairsOf(readYamlStrings, yaml)).toEqual(ofJson);
      }),
    );
  });

  it('may have empty mappings and lists, which are told and left out', async () => {
    const { strings, doubts } = await readWithDoubts('a.json', '{"a": {}, "b": [\n[]], "c": "x"}');
    expect(strings).toEqual([{ string_id: 'c', content: 'x' }]);
    expect(doubts).toEqual(['1 null: leaves out 2 strings without a text: a, b.0']);
  });

  it.each([
    ['a dotted key and a nested one of the same id', 'a.json', '{"a.b": "x",\n"a": {\n"b": "y"}}', ['3 a.b']],
    ['a mapping twice', 'a.json', '{"a": {"b": "x"},\n"a": {"c": "y"}}', ['2 a']],
    ['a text and a mapping of the same key', 'a.yaml', 'm:\n  a: x\n  a:\n    b: y\n', ['3 m.a']],
    [
      'a key that is too long',
      'a.json',
      `{"${'k'.repeat(10_001)}":\n{"a": "x"}}`,
      [`1 ${'k'.repeat(10_001)}`],
    ],
  ])('are refused with line and key for %s', async (_what, name, text, places) => {
    expect(await placesOf(readAs(name, text))).toEqual(places);
  });

  it('may merge other mappings, with their own texts first', () => {
    const text = 'x: &x\n  a: b\n  c: no\ny: &y {e: f, a: no}\nz:\n  <<: [*x, *y]\n  c: d\n';
    expect(pairsOf(readYamlStrings, text)).toEqual([
      ['x.a', 'b'],
      ['x.c', 'no'],
      ['y.e', 'f'],
      ['y.a', 'no'],
      ['z.c', 'd'],
      ['z.a', 'b'],
      ['z.e', 'f'],
    ]);
  });

  it('may have << as a key where it is in quotes, or has a text', () => {
    expect(pairsOf(readYamlStrings, `x:\n  '<<': [a]\n  y:\n    <<: b\n`)).toEqual([
      ['x.<<.0', 'a'],
      ['x.y.<<', 'b'],
    ]);
  });

  it('name both lines of what appears twice', async () => {
    const [finding] = await findingsOf(readAs('a.yaml', 'a.b: x\na:\n  b: y\n'));
    expect(finding).toEqual({ line: 3, key: 'a.b', message: 'appears twice; the first is on line 1' });
  });

  it('do not multiply a long key until the memory is full', async () => {
    const leaves = Array.from({ length: 20_000 }, (_, i) => `"${i}":"x"`).join(',');
    const [finding] = await findingsOf(readAs('a.json', `{"${'k'.repeat(9000)}":{${leaves}}}`));
    expect(finding?.message).toMatch(/^has ids of more than 134217728 characters in all/);
  });
});

describe('a file of Rails', () => {
  it.each(['en', 'pt-BR', 'zh-Hans', 'zh-Hant-TW', 'es-419', 'fil-PH'])(
    'has no %s in its ids',
    (language) => {
      const text = `${language}:\n  menu:\n    start: Start\n`;
      expect(pairsOf(readYamlStrings, text)).toEqual([['menu.start', 'Start']]);
    },
  );

  it.each([
    ['a second root', 'en:\n  a: x\nmenu:\n  b: y\n', ['en.a', 'menu.b']],
    ['a word that is no language', 'ui:\n  a: x\n', ['ui.a']],
    ['a word of three letters', 'nav:\n  a: x\n', ['nav.a']],
    ['a text', 'en: English\n', ['en']],
    ['a list', 'en: [x]\n', ['en.0']],
  ])('is not taken for one with %s', (_what, text, ids) => {
    expect(pairsOf(readYamlStrings, text).map(([id]) => id)).toEqual(ids);
  });

  it.each('my is it to no so as am or be he id'.split(' '))('is doubtful below %s, a word', async (word) => {
    const { strings, doubts } = await readWithDoubts('a.yaml', `# ids\n${word}:\n  title: x\n`);
    expect(strings).toEqual([{ string_id: 'title', content: 'x' }]);
    expect(doubts).toEqual([
      expect.stringMatching(`^2 ${word}: is the only root key and is treated as a language`),
    ]);
  });

  it('is a matter of YAML alone', () => {
    expect(pairsOf(readJsonStrings, '{"en": {"a": "x"}}')).toEqual([['en.a', 'x']]);
  });
});
