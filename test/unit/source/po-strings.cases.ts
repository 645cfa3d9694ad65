import { po } from 'gettext-parser';
import type { Finding } from '../../../src/source/input-error';
import { readPoStrings, poMessages } from '../../../src/source/formats/po-strings';
import { readSource } from '../../support/read-source';
import fc from '../../support/fast-check';
import { useScratch } from '../../support/scratch';
import { entriesOf, faultOf, pairsOf, findingsOf } from './readings';

const scratch = useScratch();
const readAs = async (text: string, warn?: (doubts: readonly Finding[]) => void) =>
  readSource(await scratch.write('a.po', text), undefined, warn);

const template = `# Translations for a shop.
# Copyright (C) 2026 A shop
#, fuzzy
msgid ""
msgstr ""
"Project-Id-Version: shop 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#. On the button.
#: src/cart.c:12 src/pay.c:7
msgid "Pay now"
msgstr ""

# Mind the tone.
#: src/cart.c:40
#, c-format, max-length:40
msgctxt "cart"
msgid "%d item"
msgid_plural "%d items"
msgstr[0] ""
msgstr[1] ""

#| msgid "Old words"
msgid ""
"Thank you\\n"
"for \\"all\\" of it"
msgstr ""

#~ msgid "Gone"
#~ msgstr ""
`;

describe('a template of gettext', () => {
  it('holds its strings under their msgid, with context, comments, places, flags and lengths as notes', () => {
    expect(entriesOf(readPoStrings, template)).toEqual([
      {
        id: 'Pay now',
        content: 'Pay now',
        idLine: 12,
        contentLine: 12,
        note: { comment: 'On the button.\nUsed in src/cart.c:12 src/pay.c:7' },
      },
      ...[
        ['one', '%d item', 19],
        ['other', '%d items', 20],
      ].map(([form, content, contentLine]) => ({
        id: `cart|%d item.${form}`,
        content,
        idLine: 19,
        contentLine,
        note: {
          context: 'cart',
          comment: 'Mind the tone.\nc-format\nUsed in src/cart.c:40',
          maxLength: 40,
        },
      })),
      {
        id: 'Thank you\\nfor "all" of it',
        content: 'Thank you\nfor "all" of it',
        idLine: 25,
        contentLine: 25,
      },
    ]);
  });
});

describe('a catalogue of gettext', () => {
  it('has the msgstr as content where there is one', () => {
    const text =
      'msgid "menu.start"\nmsgstr "Start"\n\nmsgid "n"\nmsgid_plural "ns"\nmsgstr[0] "a"\nmsgstr[1] "b"\n';
    expect(pairsOf(readPoStrings, text)).toEqual([
      ['menu.start', 'Start'],
      ['n.one', 'a'],
      ['n.other', 'b'],
    ]);
  });

  it.each([
    [
      'with msgstr here and there',
      'msgid "a"\nmsgstr "x"\n\nmsgid "b"\nmsgstr ""\n',
      [4, 'b', 'has no msgstr, so the msgid is its content; others have one, the first on line 1'],
    ],
    [
      'with a msgstr that is not certain',
      '#, fuzzy\nmsgid "a"\nmsgstr "x"\n',
      [2, 'a', 'is marked fuzzy, so its msgstr is left out and the msgid is its content'],
    ],
  ])('%s is read with a warning', async (_what, text, doubt) => {
    const doubts: unknown[] = [];
    await readAs(text, (found) =>
      doubts.push(...found.map(({ line, key, message }) => [line, key, message])),
    );
    expect(doubts).toEqual([doubt]);
  });

  it.each([
    [
      'a msgid twice',
      'msgid "a"\nmsgstr "x"\nmsgid "a"\nmsgstr "y"\n',
      '3 a: appears twice; the first is on line 1',
    ],
    ['no msgstr', 'msgid "a"\n\nmsgid "b"\nmsgstr ""\n', '1 a: has no msgstr'],
    ['no msgid', 'msgid "a"\nmsgstr ""\n\n# x\nmsgstr "y"\n', '5 -: has no msgid'],
    ['a field twice', 'msgid "a"\nmsgstr ""\nmsgstr "x"\n', '3 a: has msgstr twice'],
    ['a text that is not closed', 'msgid "a"\nmsgstr "x\n', '2 a: has a quote that is not closed'],
    ['a text of two lines', 'msgid "a"\nmsgstr "x\ny"\n', '2 a: has a quote that is not closed'],
    ['a bare quote', 'msgid "a"\nmsgstr "x"y"\n', '2 a: has a quote inside a text; write \\" for it'],
    [
      'an escape that is not known',
      'msgid "a"\nmsgstr "\\q"\n',
      '2 a: has an escape that is not known: \\q; write \\\\ for a backslash',
    ],
    [
      'a byte that is not ASCII',
      'msgid "a"\nmsgstr "\\303\\251"\n',
      '2 a: has an escape that is not known: \\303; write \\\\ for a backslash',
    ],
    [
      'half a plural',
      'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "x"\nmsgstr[1] ""\n',
      '3 a: has msgstr[0]; a source has msgstr[0] for one and msgstr[1] for other, or neither',
    ],
    [
      'three forms',
      'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "x"\nmsgstr[1] "y"\nmsgstr[2] "z"\n',
      '3 a: has msgstr[0], msgstr[1], msgstr[2]; a source has msgstr[0] for one and msgstr[1] for other, or neither',
    ],
    ['forms without a plural', 'msgid "a"\nmsgstr[0] "x"\n', '2 a: has msgstr[0], but no msgid_plural'],
    [
      'a plural without forms',
      'msgid "a"\nmsgid_plural "b"\nmsgstr "x"\n',
      '3 a: has msgstr, but a msgid_plural',
    ],
    [
      'anything else',
      'msgid "a"\nmsgstr ""\ndomain "x"\n',
      '3 a: is not a # comment, a text in quotes, or one after msgctxt, msgid, msgid_plural or msgstr',
    ],
    [
      'a text that nothing announces',
      '"a"\nmsgid "a"\nmsgstr ""\n',
      '1 -: is not a # comment, a text in quotes, or one after msgctxt, msgid, msgid_plural or msgstr',
    ],
  ])('is refused with line and key for %s', async (_what, text, told) => {
    const findings = await findingsOf(readAs(text));
    const lines = findings.map(({ line, key, message }) => `${line ?? '-'} ${key ?? '-'}: ${message}`);
    expect(lines[0]).toBe(told);
  });

  it('that gettext-parser writes is read as it was meant', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ' ', '\n', '\t', '"', '\\', 'é', '日', '#', '%', '{'),
    });
    const message = fc.record({
      msgctxt: fc.string({ unit: fc.constantFrom('c', 'd', ' ') }),
      msgid: text.filter((one) => one !== ''),
      msgstr: fc.option(text),
      comment: fc.string({ unit: fc.constantFrom('w', '.', ' ') }),
    });
    const options = { selector: (one: { msgctxt: string; msgid: string }) => `${one.msgctxt}|${one.msgid}` };
    fc.assert(
      fc.property(fc.uniqueArray(message, options), fc.constantFrom(0, 20, 76), (messages, foldLength) => {
        const translations: Record<string, Record<string, object>> = {};
        for (const { msgctxt, msgid, msgstr, comment } of messages) {
          (translations[msgctxt] ??= {})[msgid] = {
            ...(msgctxt !== '' && { msgctxt }),
            msgid,
            msgstr: [msgstr ?? ''],
            comments: { extracted: comment },
          };
        }
        const file = po.compile({ charset: 'utf-8', headers: {}, translations } as never, { foldLength });
        const findings: unknown[] = [];
        const entries = readPoStrings(file.toString('utf8'), ({ isWarning, ...fault }) =>
          isWarning ? undefined : findings.push(fault),
        );
        expect(findings).toEqual([]);
        const wanted = messages.map(({ msgid, msgstr }) =>
          msgstr === null || msgstr === '' ? msgid : msgstr,
        );
        expect(entries.map(({ content }) => content).toSorted()).toEqual(wanted.toSorted());
        expect(new Set(entries.map(({ id }) => id)).size).toBe(messages.length);
      }),
    );
  });
});

it('reads half a million messages of gettext, and tells where more begin', () => {
  const read = (count: number) =>
    Array.from(poMessages('msgid "k"\nmsgstr "v"\n'.repeat(count), jest.fn())).length;
  expect(read(500_000)).toBe(500_000);
  const message = 'is beyond the 500000 messages that a file may have';
  expect(faultOf(() => read(500_001))).toEqual({ line: 1_000_001, key: null, message });
});
