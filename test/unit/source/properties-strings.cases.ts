import { stringify } from 'dot-properties';
import { readPropertiesStrings } from '../../../src/source/formats/properties-strings';
import { readSource } from '../../support/read-source';
import fc from '../../support/fast-check';
import { useScratch } from '../../support/scratch';
import { entriesOf, pairsOf, findingsOf } from './readings';

const scratch = useScratch();
const readAs = async (content: string | Uint8Array) =>
  readSource(await scratch.write('messages.properties', content));

describe('a properties file', () => {
  it('is read as Java reads it', () => {
    const text = [
      '# About the file',
      '',
      '! On the button',
      '# of the shop',
      'pay=Pay now',
      'colon : a = b',
      '  blank\ta=b:c  ',
      'key\\ with\\=signs\\:=x',
      'long = one, \\',
      '       two, \\\r\n\t# three',
      'slashes = a\\\\',
      'escapes = \\t\\n\\u00e9\\u65E5\\q\\1',
      'none',
    ].join('\n');
    expect(pairsOf(readPropertiesStrings, text)).toEqual([
      ['pay', 'Pay now'],
      ['colon', 'a = b'],
      ['blank', 'a=b:c  '],
      ['key with=signs:', 'x'],
      ['long', 'one, two, # three'],
      ['slashes', 'a\\'],
      ['escapes', '\t\né日q1'],
      ['none', ''],
    ]);
    const [pay, ...others] = entriesOf(readPropertiesStrings, text);
    expect(pay).toMatchObject({ idLine: 5, note: { comment: 'On the button\nof the shop' } });
    expect(others.every(({ note }) => note === undefined)).toBe(true);
  });

  it('is UTF-8, or else ISO-8859-1', async () => {
    const strings = [{ string_id: 'a', content: 'café' }];
    expect(await readAs('a=café')).toEqual(strings);
    expect(await readAs(Buffer.from('a=café', 'latin1'))).toEqual(strings);
    expect(await findingsOf(readAs(Buffer.from('a=caf\xe9\nb=\0', 'latin1')))).toEqual([
      { line: 1, key: null, message: 'is not UTF-8; save it as UTF-8' },
    ]);
  });

  it.each([
    [
      'half an escape',
      'a=x\nb=y \\\n \\u12\n',
      '2 b: has an escape that is not known: \\u; write \\\\ for a backslash',
    ],
    ['a key twice', 'a=x\n\n# y\na:y\n', '4 a: appears twice; the first is on line 1'],
  ])('is refused with line and key for %s', async (_what, text, told) => {
    const [finding] = await findingsOf(readAs(text));
    expect(`${finding?.line} ${finding?.key ?? '-'}: ${finding?.message}`).toBe(told);
  });

  it('that dot-properties writes is read as it was meant', () => {
    const unit = fc.constantFrom('a', ' ', '\n', '\t', '\f', '\r', '=', ':', '\\', '#', '!', 'é', '日', 'u');
    const key = fc.string({ unit, minLength: 1 });
    const pairs = fc.uniqueArray(fc.tuple(key, fc.string({ unit, maxLength: 200 })), {
      selector: ([id]) => id,
    });
    fc.assert(
      fc.property(pairs, fc.boolean(), fc.constantFrom('\n', '\r\n', '\r'), (these, latin1, newline) => {
        const file = stringify(these, { latin1, newline, keySep: ' = ' });
        expect(pairsOf(readPropertiesStrings, file)).toEqual(these);
      }),
    );
  });
});
