import type { ReadString } from '../../../src/source/source-entry';
import { readSource } from '../../support/read-source';
import fc from '../../support/fast-check';
import { useScratch } from '../../support/scratch';
import { findingsOf, placesOf } from './readings';
import { anyStrings, spelt } from './xml-writing';

const scratch = useScratch();

const resources = (elements: string): string => `<?xml version="1.0" encoding="utf-8"?>
<!-- Copyright of everything below -->
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2" xmlns:tools="http://schemas.android.com/tools">
${elements}
</resources>`;

async function read(elements: string): Promise<ReadString[]> {
  return readSource(await scratch.write('strings.xml', resources(elements)));
}

async function contentOf(text: string): Promise<string | undefined> {
  return (await read(`<string name="a">${text}</string>`))[0]?.content;
}

describe('strings.xml', () => {
  it('has strings, arrays and plurals, with the comments before them', async () => {
    const strings = await read(`
    <!-- The title.
         Keep it short. -->
    <string name="app_name">Rocket</string>
    <string name="plain">Plain</string>
    <!-- Short names -->
    <string-array name="days">
      <item>Mon</item>
      <!-- not Tues --><item>Tue</item>
    </string-array>
    <plurals name="files"><item quantity="one">%d file</item><item quantity="other">%d files</item></plurals>
    <item type="string" name="odd">Odd</item>`);
    expect(strings).toEqual([
      {
        string_id: 'app_name',
        content: 'Rocket',
        note: { comment: expect.stringMatching(/^The title/) as string },
      },
      { string_id: 'plain', content: 'Plain' },
      { string_id: 'days[0]', content: 'Mon', note: { comment: 'Short names' } },
      { string_id: 'days[1]', content: 'Tue', note: { comment: 'not Tues' } },
      { string_id: 'files[one]', content: '%d file' },
      { string_id: 'files[other]', content: '%d files' },
      { string_id: 'odd', content: 'Odd' },
    ]);
  });

  it('leaves out what is not translated, what refers to another string, and what is no string', async () => {
    const strings = await read(`
    <string name="a" translatable="false">a</string>
    <string-array name="b" translatable="false"><item>b</item></string-array>
    <plurals name="c" translatable="false"><item quantity="one">c</item></plurals>
    <string name="d">@string/a</string><string-array name="e"><item>@android:string/ok</item><item>E</item></string-array>
    <color name="f">#f00</color><bool name="g">true</bool><item type="id" name="h"/>
    <string name="i">\\@string/a</string>`);
    expect(strings.map(({ string_id, content }) => [string_id, content])).toEqual([
      ['e[1]', 'E'],
      ['i', '@string/a'],
    ]);
  });

  it.each([
    [String.raw`It\'s \"here\"`, `It's "here"`],
    [String.raw`one\ntwo\tthree`, 'one\ntwo\tthree'],
    [String.raw`caf\u00e9 \uD83D\uDE00`, 'café 😀'],
    [String.raw`\@ \? \# \\n \% \ x`, String.raw`@ ? # \n %  x`],
    ['  one\n      two  ', 'one two'],
    ['"  as  it\n is  "', '  as  it\n is  '],
    ['a " b " c', 'a  b  c'],
    ['non\u00a0breaking', 'non\u00a0breaking'],
    ['Fish &amp; chips &lt; 5 &#169;', 'Fish & chips < 5 ©'],
    ['<![CDATA[<b>Bold</b> & more]]>', '<b>Bold</b> & more'],
    ['Go <b>now</b> &amp; <a href="x&amp;y">here</a>', 'Go <b>now</b> &amp; <a href="x&amp;y">here</a>'],
    ['Hi <xliff:g id="name" example="Ann">%1$s</xliff:g> &amp; all', 'Hi %1$s & all'],
    ['x <!-- no --> y', 'x y'],
  ])('reads %j as an app shows it', async (text, content) => {
    expect(await contentOf(text)).toBe(content);
  });

  it('of any strings reads back', async () => {
    const escaped = (text: string): string =>
      text.replace(/[\\"'@?]/g, String.raw`\$&`).replace(/\n/g, '\\n');
    await fc.assert(
      fc.asyncProperty(anyStrings, async (these) => {
        const elements = these.map(
          ({ string_id, content }) =>
            `<string name="${spelt(string_id)}">"${spelt(escaped(content))}"</string>`,
        );
        expect(await read(elements.join('\n'))).toEqual(these);
      }),
      { numRuns: 50 },
    );
  });

  it('of 20,000 strings is read in seconds, even on a busy machine', async () => {
    const elements = Array.from(
      { length: 20_000 },
      (_, i) => `<!-- Note ${i} -->\n<string name="item_${i}">Some text of a usual length, ${i}.</string>\n`,
    );
    const file = await scratch.write('big.xml', resources(elements.join('')));
    const cpuBefore = process.cpuUsage();
    expect(await readSource(file)).toHaveLength(20_000);
    const { user, system } = process.cpuUsage(cpuBefore);
    expect((user + system) / 1e6).toBeLessThan(6);
  });
});

describe('strings.xml is refused with line and key for', () => {
  it.each([
    ['a name twice', '<string name="a">x</string>\n<string name="a">y</string>', ['5 a']],
    ['plurals without other', '<plurals name="a">\n<item quantity="one">x</item></plurals>', ['4 a']],
    [
      'a quantity that is none',
      '<plurals name="a"><item quantity="other">x</item>\n<item quantity="some">x</item></plurals>',
      ['5 a'],
    ],
    ['a quote that is not closed', '<string name="a">say "hi</string>', ['4 a']],
    ['half an escape', '<string name="a">x\\u12</string>\n<string name="b">x\\</string>', ['4 a', '5 b']],
    ['half a character', '<string name="a">\\ud83d</string>', ['4 a']],
  ])('%s', async (_what, elements, places) => {
    expect(await placesOf(read(elements))).toEqual(places);
  });

  it('another root, with what may be meant', async () => {
    const reading = readSource(await scratch.write('a.xml', '<xliff version="1.2"/>'));
    expect(await findingsOf(reading)).toEqual([
      {
        line: 1,
        key: null,
        message: 'must be the resources element of an Android strings.xml; name an XLIFF file .xlf or .xliff',
      },
    ]);
  });
});
