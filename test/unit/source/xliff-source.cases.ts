import type { ReadString } from '../../../src/source/source-entry';
import { readSource } from '../../support/read-source';
import fc, { runs } from '../../support/fast-check';
import { useScratch } from '../../support/scratch';
import { findingsOf, placesOf } from './readings';
import { anyStrings, spelt } from './xml-writing';

const scratch = useScratch();

async function readAs(name: string, text: string): Promise<ReadString[]> {
  return readSource(await scratch.write(name, text));
}

const one = (units: string, attributes = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="app" source-language="en" datatype="plaintext"${attributes}><body>
${units}
</body></file></xliff>`;

const two = (units: string, more = ''): string =>
  `<xliff version="2.0" srcLang="en" xmlns="urn:oasis:names:tc:xliff:document:2.0"
 xmlns:slr="urn:oasis:names:tc:xliff:sizerestriction:2.0">
<file id="f1">${more}${units}</file></xliff>`;

describe('XLIFF 1.2', () => {
  it('as Xcode writes it: the id is the key, and a note is a comment', async () => {
    const units = `<trans-unit id="Welcome, %@" xml:space="preserve">
        <source>Welcome, %@</source><target>Willkommen, %@</target><note>On the first screen</note>
      </trans-unit>`;
    expect(await readAs('a.xliff', one(units))).toEqual([
      { string_id: 'Welcome, %@', content: 'Welcome, %@', note: { comment: 'On the first screen' } },
    ]);
  });

  it('as Symfony writes it: the name of the resource goes before the id', async () => {
    const units = '<trans-unit id="k3rt5" resname="menu.start"><source>Start &amp; go</source></trans-unit>';
    expect(await readAs('a.xlf', one(units))).toEqual([{ string_id: 'menu.start', content: 'Start & go' }]);
  });

  it('as Angular writes it: elements in the text stay as they are written, and the text is XML', async () => {
    const text = 'Hi <x id="INTERPOLATION" equiv-text="{{name}}"/> &amp; <g id="1">all</g>!';
    const units = `<trans-unit id="a"><source>${text}</source></trans-unit>
      <trans-unit id="b"><source>Fish &amp; chips<!-- --> &lt; <![CDATA[<b>]]></source></trans-unit>`;
    expect(await readAs('a.xlf', one(units))).toEqual([
      { string_id: 'a', content: text },
      { string_id: 'b', content: 'Fish & chips < <b>' },
    ]);
  });

  it('leaves out what is not translated, and takes again what is within it', async () => {
    const unit = (id: string, more = ''): string =>
      `<trans-unit id="${id}"${more}><source>x</source></trans-unit>`;
    const units = `${unit('a')}${unit('b', ' translate="no"')}
      <group translate="no">${unit('c')}<group>${unit('d', ' translate="yes"')}</group></group>
      <bin-unit id="e" mime-type="image/png"><bin-source/></bin-unit>`;
    const strings = await readAs('a.xlf', one(units));
    expect(strings.map(({ string_id }) => string_id)).toEqual(['a', 'd']);
  });

  it('has a length only where it is in characters, and notes on the source only', async () => {
    const units = `<trans-unit id="a" maxwidth="20" size-unit="char"><source>x</source>
        <note annotates="target">no</note><note> one </note><note>two</note></trans-unit>
      <trans-unit id="b" maxwidth="20"><source>y</source></trans-unit>`;
    expect(await readAs('a.xlf', one(units))).toEqual([
      { string_id: 'a', content: 'x', note: { comment: 'one\ntwo', maxLength: 20 } },
      { string_id: 'b', content: 'y' },
    ]);
  });
});

describe('XLIFF 2', () => {
  it('has a string for each unit, of all its segments', async () => {
    const units = `<group id="g"><unit id="1" name="intro" slr:sizeRestriction="3,80">
        <notes><note category="x">Read aloud</note><note appliesTo="target">no</note></notes>
        <segment id="s1"><source>One.</source><target>Eins.</target></segment>
        <ignorable><source> </source></ignorable>
        <segment><source>Two &amp; three.</source></segment></unit></group>`;
    const sized = '<slr:profiles generalProfile="xliff:codepoints"/>';
    const string = { string_id: 'intro', content: 'One. Two & three.' };
    expect(await readAs('a.xlf', two(units, sized))).toEqual([
      { ...string, note: { comment: 'Read aloud', maxLength: 80 } },
    ]);
    expect(await readAs('a.xlf', two(units).replace('version="2.0"', 'version="2.1"'))).toEqual([
      { ...string, note: { comment: 'Read aloud' } },
    ]);
  });

  it('keeps codes in the text as they are written', async () => {
    const text = 'A <pc id="1" dataRefStart="d1">b</pc> &amp; <ph id="2" disp="{n}"/>';
    const units = `<unit id="a"><originalData><data id="d1">&lt;b></data></originalData>
      <segment><source>${text}</source></segment></unit>`;
    expect(await readAs('a.xlf', two(units))).toEqual([{ string_id: 'a', content: text }]);
  });
});

describe('XLIFF with several files in it', () => {
  const idsOf = async (text: string): Promise<string[]> =>
    (await readAs('a.xlf', text)).map(({ string_id }) => string_id);
  const file = (attributes: string, id = '1', more = ''): string =>
    `<file ${attributes}><body><trans-unit id="${id}"${more}><source>x</source></trans-unit></body></file>`;
  const document = (...files: string[]): string => `<xliff version="1.2">\n${files.join('\n')}\n</xliff>`;

  it('has their names before the ids, which are unique within a file only', async () => {
    const files = [
      file('original="a.c"'),
      file('original="b/c.c"'),
      file('original="d.c"', '1', ' resname="ok"'),
    ];
    expect(await idsOf(document(...files))).toEqual(['a.c:1', 'b/c.c:1', 'd.c:ok']);
    const unit = '<unit id="1"><segment><source>x</source></segment></unit>';
    const second = `<xliff version="2.0"><file id="f1">${unit}</file><file id="f2"><group id="g">${unit}</group></file></xliff>`;
    expect(await idsOf(second)).toEqual(['f1:1', 'f2:1']);
  });

  it('has them always, so that a file more changes no ids', async () => {
    const files = [file('original="a"', '1'), file('original="b"', '2')];
    expect(await idsOf(document(...files))).toEqual(['a:1', 'b:2']);
    expect(await idsOf(document(...files, file('original="c" translate="no"', '1')))).toEqual(['a:1', 'b:2']);
    expect(await idsOf(document(file('original="a"')))).toEqual(['1']);
  });

  it('has plain ids where a file has no name', async () => {
    expect(await idsOf(document(file(''), file('original="b"')))).toEqual(['1', 'b:1']);
  });

  it('is refused for the same id in two files of one name, and for a name without end', async () => {
    const twice = document(file('original="a"'), file('original="a"').replace('>x<', '>y<'));
    expect(await placesOf(readAs('a.xlf', twice))).toEqual(['3 a:1']);
    const long = document(file('original="a"'), file(`original="${'b'.repeat(501)}"`, '2'));
    expect(await findingsOf(readAs('a.xlf', long))).toEqual([
      { line: 3, key: 'original', message: 'is longer than 500 characters, and is part of the ids' },
    ]);
  });
});

describe('any strings read back', () => {
  it('from both editions', async () => {
    await fc.assert(
      fc.asyncProperty(anyStrings, async (these) => {
        const units = (write: (id: string, text: string) => string): string =>
          these.map(({ string_id, content }) => write(spelt(string_id), spelt(content))).join('\n');
        const first = units((id, text) => `<trans-unit id="${id}"><source>${text}</source></trans-unit>`);
        expect(await readAs('a.xlf', one(first))).toEqual(these);
        const second = units(
          (id, text) => `<unit id="${id}"><segment><source>${text}</source></segment></unit>`,
        );
        expect(await readAs('a.xlf', two(second))).toEqual(these);
      }),
      runs(50),
    );
  });

  it('of 20,000 in seconds, even on a busy machine', async () => {
    const units = Array.from(
      { length: 20_000 },
      (_, i) =>
        `<trans-unit id="menu.item.${i}"><source>Some text of a usual length, ${i}.</source><note>A note.</note></trans-unit>\n`,
    );
    const file = await scratch.write('big.xlf', one(units.join('')));
    const cpuBefore = process.cpuUsage();
    expect(await readSource(file)).toHaveLength(20_000);
    const { user, system } = process.cpuUsage(cpuBefore);
    expect((user + system) / 1e6).toBeLessThan(6);
  });
});

it('XLIFF 2 of four times as many units costs about four times as much', async () => {
  const costOf = async (many: number): Promise<number> => {
    const units = Array.from(
      { length: many },
      (_, i) => `<unit id="u${i}"><segment><source>Text ${i}</source></segment></unit>`,
    );
    const file = await scratch.write('many.xlf', two(units.join('')));
    const cpuBefore = process.cpuUsage();
    expect(await readSource(file)).toHaveLength(many);
    return process.cpuUsage(cpuBefore).user;
  };
  const few = await costOf(5_000);
  expect(await costOf(20_000)).toBeLessThan(10 * few);
});

describe('XLIFF is refused with line and key for', () => {
  it.each([
    [
      'an id twice',
      one(
        '<trans-unit id="a"><source>x</source></trans-unit>\n<trans-unit id="a"><source>y</source></trans-unit>',
      ),
      ['5 a'],
    ],
    ['another root', '<resources/>', ['1 -']],
    ['another version', '\n<xliff version="3.0"/>', ['2 -']],
    ['no version', '<xliff/>', ['1 -']],
    ['an element that is not closed', one('<trans-unit id="a">'), ['4 -']],
    ['an entity of its own', one('\n<trans-unit id="a"><source>&nbsp;</source></trans-unit>'), ['5 -']],
    ['an attribute without quotes', one('<trans-unit id=a/>'), ['4 -']],
    ['a prefix that stands for nothing', one('<x:y/>'), ['4 -']],
    ['another encoding', '<?xml version="1.0" encoding="ISO-8859-1"?>\n<xliff/>', ['1 -']],
    ['text behind its end', '<xliff version="1.2"/>\nx', ['2 -']],
  ])('%s', async (_what, text, places) => {
    expect(await placesOf(readAs('a.xlf', text))).toEqual(places);
  });

  it.each([
    ['resname', one, '<trans-unit id="1" resname="ok"><source>TEXT</source></trans-unit>\n', 5],
    ['name', two, '<unit id="1" name="ok"><segment><source>TEXT</source></segment></unit>\n', 4],
  ])('units with the same %s and other texts', async (_name, document, unit, line) => {
    const units = ['x', 'y'].map((text) => unit.replace('TEXT', text)).join('');
    expect(await findingsOf(readAs('a.xlf', document(units)))).toEqual([
      { line, key: 'ok', message: `appears twice; the first is on line ${line - 1}` },
    ]);
  });

  const laughs = `<!-- ha -->\n<!DOCTYPE lolz [<!ENTITY a "lol">${Array.from({ length: 20 }, (_, i) => `<!ENTITY a${i} "${`&a${i - 1};`.repeat(10)}">`).join('')}]>\n<xliff version="1.2">&a19;</xliff>`;
  it.each([
    [
      'a billion laughs',
      laughs,
      2,
      'has a DOCTYPE with declarations, which can define entities without end; remove it',
    ],
    ['a DOCTYPE without end', `<!DOCTYPE a [${'<!ENTITY a "b">'.repeat(500_000)}`, 1, /has a DOCTYPE/],
    ['quotes without end', `<!DOCTYPE a ${'"b" '.repeat(500_000)}`, 1, /has a DOCTYPE/],
    ['a DOCTYPE within', '<xliff version="1.2">\n<!DOCTYPE a></xliff>', 2, /is not valid XML/],
    ['elements without end', '<a>'.repeat(1_000_000), 1, 'is nested more than 100 levels deep'],
    [
      'attributes without end',
      `<a ${Array.from({ length: 200_000 }, (_, i) => `a${i}="x"`).join(' ')}/>`,
      1,
      'has an element with more than 1000 attributes',
    ],
    ['namespaces without end', `<a ${'xmlns:a="b" '.repeat(200_000)}/>`, 1, /1000 attributes/],
  ])('%s, at once', async (_what, text, line, message) => {
    const file = await scratch.write('a.xlf', text);
    const cpuBefore = process.cpuUsage();
    const findings = await findingsOf(readSource(file));
    expect(process.cpuUsage(cpuBefore).user / 1e6).toBeLessThan(10);
    expect(findings).toEqual([
      {
        line,
        key: null,
        message: typeof message === 'string' ? message : (expect.stringMatching(message) as string),
      },
    ]);
  });
});
