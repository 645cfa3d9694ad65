import { placeholderFault } from '../../../src/domain/release/announcement-text';
import fc from '../../support/fast-check';

describe('placeholders', () => {
  it.each([
    'No placeholder',
    'Hi {name}, you have {0} and {}',
    'Hi {{name}}',
    'Hi ${name} and #{name}',
    '{count, plural, one {# file} other {# files of {name}}}',
    'Smile :} or :-}}',
    'Smile {-:',
    'Press { to open and } to close',
    "A literal '{' and '{name' and '}'",
    'Louder: \\{Hey! and {name}',
    '} first, then {',
    '',
  ])('of %j are whole', (text) => {
    expect(placeholderFault(text)).toBeNull();
  });

  it.each([
    'Hi {name',
    'Hi {0!',
    '{{name}',
    '{count, plural, one {# file} other {# files}',
    '日本 {名前',
    '{a} {b',
  ])('of %j are not closed', (text) => {
    expect(placeholderFault(text)).toContain('not closed');
  });

  it.each(['Hi name}', '{name}}', 'one # file} other', '日本 名前}', 'a} {b}'])(
    'of %j are not opened',
    (text) => {
      expect(placeholderFault(text)).toContain('not opened');
    },
  );

  it('are whole wherever braces are balanced', () => {
    const { text } = fc.letrec<{ text: string }>((tie) => ({
      text: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('', 'a', ' ', "'", '\\', '日'),
        fc.tuple(tie('text'), tie('text')).map(([a, b]) => a + b),
        tie('text').map((inner) => `{${inner}}`),
      ),
    }));
    fc.assert(fc.property(text, (balanced) => placeholderFault(balanced) === null));
  });
});
