import { readAppleStrings } from '../../../src/source/formats/apple-strings';
import { readSource } from '../../support/read-source';
import { onOneLine } from '../../../src/source/source-entry';
import fc from '../../support/fast-check';
import { useScratch } from '../../support/scratch';
import { pairsOf, findingsOf } from './readings';

const scratch = useScratch();
const readAs = async (content: string | Uint8Array) =>
  readSource(await scratch.write('Localizable.strings', content));

const sample = `/*
  Localizable.strings
  Created by a tool.
*/

/* On the button */
"Pay now" = "Pay now";

/* No comment provided by engineer. */
"quote" = "Say \\"hi\\"\\n\\tto \\U00e9\\u65e5 C:\\\\";
// Two lines
// of comment
bare.key_1 = "of\ntwo lines"; "next" = plain;
`;

const strings = [
  { string_id: 'Pay now', content: 'Pay now', note: { comment: 'On the button' } },
  { string_id: 'quote', content: 'Say "hi"\n\tto é日 C:\\' },
  { string_id: 'bare.key_1', content: 'of\ntwo lines', note: { comment: 'Two lines\nof comment' } },
  { string_id: 'next', content: 'plain' },
];

describe('a strings file of Apple', () => {
  it('holds its strings, with the comment right above as a note', async () => {
    expect(await readAs(sample)).toEqual(strings);
  });

  it('may be UTF-16 of both kinds, with its mark', async () => {
    const little = Buffer.from(`\uFEFF${sample}`, 'utf16le');
    expect(await readAs(little)).toEqual(strings);
    expect(await readAs(Buffer.from(little).swap16())).toEqual(strings);
    expect(await findingsOf(readAs(little.subarray(0, -1)))).toEqual([
      { line: 1, key: null, message: 'ends in the middle of a UTF-16 character' },
    ]);
    expect(await findingsOf(readAs(little.subarray(2)))).toEqual([
      { line: 1, key: null, message: 'has a NUL character; remove it, or save it as UTF-8' },
    ]);
  });

  it.each([
    ['no equals sign', '"a" = "x";\n"b" "y";\n', '2 b: expected = after the key'],
    ['no semicolon', '"a" = "x"\n"b" = "y";\n', '2 a: expected ; after the value'],
    ['no value', '"a" =\n;\n', '2 a: expected a value in quotes'],
    ['no key', '\n= "x";\n', '2 -: expected a key'],
    ['a text that is not closed', '"a" = "x";\n"b" = "y;\n\n', '2 b: has a quote that is not closed'],
    ['a comment that is not closed', '"a" = "x";\n/* y\n\n', '2 -: has a comment that is not closed'],
    [
      'an escape that is not known',
      '"a" = "x";\n"b" = "\\q";\n',
      '2 b: has an escape that is not known: \\q; write \\\\ for a backslash',
    ],
    [
      'half an escape',
      '"a" =\n"\\U12";\n',
      '2 a: has an escape that is not known: \\U; write \\\\ for a backslash',
    ],
    ['a key twice', '"a" = "x";\n"a" = "y";\n', '2 a: appears twice; the first is on line 1'],
  ])('is refused with line and key for %s', async (_what, text, told) => {
    const [finding] = await findingsOf(readAs(text));
    expect(`${finding?.line} ${finding?.key ?? '-'}: ${finding?.message}`).toBe(told);
  });

  it('of any strings reads back', () => {
    const letters: Record<string, string> = { '\n': 'n', '\t': 't', '\r': 'r', '"': '"', '\\': '\\' };
    const escaped = (text: string): string =>
      text.replace(/[\n\t\r"\\]|[^ -~]/g, (one) =>
        letters[one] === undefined
          ? `\\U${one.charCodeAt(0).toString(16).padStart(4, '0')}`
          : `\\${letters[one]}`,
      );
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text, text)),
        fc.constantFrom('', ' ', '\n', '/* x */', '// y\n'),
        (pairs, gap) => {
          const file = pairs.map(([id, content]) =>
            [`"${escaped(id)}"`, '=', `"${escaped(content)}"`, ';', ''].join(gap),
          );
          const wanted = pairs.map(([id, content]) => [onOneLine(id), content]);
          expect(pairsOf(readAppleStrings, file.join(''))).toEqual(wanted);
        },
      ),
    );
  });
});
