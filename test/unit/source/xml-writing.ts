/** Strings as XML can hold them, and how it spells them. */
import type { SourceString } from '../../../src/localization/requests';
import fc from '../../support/fast-check';

const unit = fc.oneof(
  fc.constantFrom(
    '&',
    '<',
    '>',
    '"',
    "'",
    ']]>',
    '<!--',
    '\n',
    ' ',
    '\\',
    '@',
    '?',
    '日',
    'é',
    '😀',
    '\u00a0',
  ),
  fc.string({ minLength: 1, maxLength: 1 }),
);

/** Without braces, which may be broken placeholders. */
const content = fc
  .array(unit, { minLength: 1, maxLength: 20 })
  .map((units) => units.join(''))
  .filter((text) => text.trim() !== '' && !/[{}]|(?!\n)\p{Cc}/u.test(text));

export const anyStrings: fc.Arbitrary<SourceString[]> = fc.uniqueArray(
  fc.record({ string_id: fc.stringMatching(/^[a-z0-9._"'<&>-]{1,20}$/), content }),
  { minLength: 1, maxLength: 10, selector: ({ string_id }) => string_id },
);

export function spelt(text: string): string {
  return text.replace(/[<>&"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
