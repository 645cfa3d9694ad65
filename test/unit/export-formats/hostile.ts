/** Strings with everything in them that some format takes for a sign of its own. */
import { idFault } from '../../../src/source/check-strings';
import fc from '../../support/fast-check';

const signs =
  '" "" \' \\ \\\\ \\n \\u0041 \\U0041 \n \r \r\n \t \f \v \0 \u0007 \u001b \u007f \u0085 \u009f \u00a0 \u2028 \u2029 \u3000 \ufeff \ufffe = : # ! ; , . @ ? % %s %1$s %% {name} { } < > <b> </b> <x/> & &amp; ]]> --> */ // - ? ~ | [ ] [x] [one] [0] * & ! yes no null 1e3 0x1F 12:30 _ $schema'.split(
    ' ',
  );

const pieces = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...signs, ' ', '  ') },
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
);
const anything = fc.array(pieces, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));

/** As an exported file has them: never without anything that can be seen. */
export const texts = anything.filter((text) => /[^\s\p{Cc}\p{Cf}]/u.test(text));

/** As sources have them. Those of which JSON and YAML say that they are no strings are not among them. */
export const keys = anything
  .map((text) => text.replace(/\p{Cc}/gu, '').trim())
  .filter(
    (key) => key !== '' && idFault(key) === null && !/^(?:\$schema|\/\/.{0,200}|_{1,2}comments?)$/.test(key),
  );

export const pairs = (key = keys, text = texts): fc.Arbitrary<[string, string][]> =>
  fc.uniqueArray(fc.tuple(key, text), { selector: ([one]) => one, minLength: 1, maxLength: 6 });
