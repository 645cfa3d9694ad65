import { readArbStrings } from '../../../src/source/formats/arb-strings';
import type { Finding } from '../../../src/source/input-error';
import { readSource } from '../../support/read-source';
import fc from '../../support/fast-check';
import { useScratch } from '../../support/scratch';
import { pairsOf, findingsOf } from './readings';

const scratch = useScratch();
const write = async (text: string): Promise<string> => scratch.write('app_en.arb', text);

const sample = `{
  "@@locale": "en",
  "@@last_modified": "2026-11-01T10:00:00",
  "helloWorld": "Hello, {name}!",
  "@helloWorld": {
    "description": "On the first page",
    "context": "Greeting",
    "placeholders": { "name": { "type": "String", "example": "Bob" } }
  },
  "wombats": "{count, plural, =0{no wombats} =1{1 wombat} other{{count} wombats}}",
  "@wombats": { "description": "A plural message", "placeholders": { "count": { "type": "num" } } },
  "title": "It's a 'quoted' title"
}`;

describe('an ARB file', () => {
  it('holds its messages, with descriptions as notes', async () => {
    expect(await readSource(await write(sample))).toEqual([
      {
        string_id: 'helloWorld',
        content: 'Hello, {name}!',
        note: { context: 'Greeting', comment: 'On the first page' },
      },
      {
        string_id: 'wombats',
        content: '{count, plural, =0{no wombats} =1{1 wombat} other{{count} wombats}}',
        note: { comment: 'A plural message' },
      },
      { string_id: 'title', content: "It's a 'quoted' title" },
    ]);
  });

  it.each([
    [
      'a plural without other',
      '{"a": "x",\n"b": "{n, plural, one{x}}"}',
      '2 b: content has no form other in {n, plural}',
    ],
    [
      'a message that cannot be read',
      '{"a": "x",\n"b": "{n, number,}} {"}',
      '2 b: content has a placeholder',
    ],
    ['an argument that is none', '{"b": "Hi {a b}"}', '1 b: content is not a valid ICU message'],
    ['a message twice', '{"a": "Hi",\n"a": "Ho"}', '2 a: appears twice; the first is on line 1'],
    ['a list', '[]', '1 -: must map each key to its message'],
  ])('is refused with line and key for %s', async (_what, text, told) => {
    const [finding] = await findingsOf(readSource(await write(text)));
    expect(`${finding?.line} ${finding?.key ?? '-'}: ${finding?.message}`).toContain(told);
  });

  it('is read with a warning for what is described and not there, and used and not described', async () => {
    const doubts: Finding[] = [];
    const text = '{"a": "Hi {x} {y}",\n"@a": {"placeholders": {"x": {},\n"z": {}}},\n"@b": {}}';
    await readSource(await write(text), undefined, (found) => doubts.push(...found));
    expect(doubts.map(({ line, key, message }) => [line, key, message])).toEqual([
      [1, 'a', 'content has {y}, which @a.placeholders does not have'],
      [3, '@a.placeholders.z', 'is not in the message: it has no {z}'],
      [4, '@b', 'describes a message that is not there'],
    ]);
  });

  it('is read whatever is wrong with its descriptions', async () => {
    const text =
      '{"a": "Hi {x}", "@a": {"description": 5, "placeholders": ["x"]}, "@a": "y", "b": "Ho", "@b": [], "b": "Ho"}';
    expect(await readSource(await write(text))).toEqual([
      { string_id: 'a', content: 'Hi {x}' },
      { string_id: 'b', content: 'Ho' },
    ]);
  });

  it('of any messages reads back', () => {
    const message = fc.record({ text: fc.string(), description: fc.string() });
    const key = fc.stringMatching(/^[a-z][A-Za-z0-9]{0,10}$/);
    fc.assert(
      fc.property(fc.dictionary(key, message, { noNullPrototype: true }), (messages) => {
        const file: Record<string, unknown> = { '@@locale': 'en' };
        for (const [id, { text, description }] of Object.entries(messages)) {
          file[id] = text;
          file[`@${id}`] = { description };
        }
        const wanted = Object.entries(messages).map(([id, { text }]) => [id, text]);
        expect(pairsOf(readArbStrings, JSON.stringify(file, null, 2))).toEqual(wanted);
      }),
    );
  });
});
