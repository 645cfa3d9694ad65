import {
  announcementTextFault,
  fillAnnouncementText,
  type AnnouncementFacts,
} from '../../../src/domain/release/announcement-text';
import fc from '../../support/fast-check';

const facts: AnnouncementFacts = {
  name: 'game-2.4.0',
  project: 'default',
  languages: ['Chinese', 'Japanese', 'Korean'],
  strings: 1200,
};

describe('an announcement', () => {
  it('is filled with the facts of its release, each as often as it is asked for', () => {
    const text =
      '{name} of {project} speaks {languages}: {languageCount} languages, {strings} strings. {name}!';
    expect(fillAnnouncementText(text, facts)).toBe(
      'game-2.4.0 of default speaks Chinese, Japanese and Korean: 3 languages, 1200 strings. game-2.4.0!',
    );
  });

  it.each([
    [['Korean'], 'Korean'],
    [['Korean', 'Thai'], 'Korean and Thai'],
  ])('lists %j as %j', (languages, listed) => {
    expect(fillAnnouncementText('{languages}', { ...facts, languages })).toBe(listed);
  });

  it('takes a fact as it is, whatever it holds', () => {
    const name = '$& {project} $1';
    expect(fillAnnouncementText('{name}', { ...facts, name })).toBe(name);
  });

  it('leaves text without placeholders alone', () => {
    const plain = fc.string({ unit: 'grapheme' }).filter((text) => !/[{}]/.test(text));
    fc.assert(fc.property(plain, (text) => fillAnnouncementText(text, facts) === text));
  });

  it.each([
    ['', 'is empty'],
    [' \n', 'is empty'],
    ['Hi {nam}', 'has the unknown placeholder {nam}'],
    ['Hi {}', 'has the unknown placeholder {}'],
    ['Hi { name }', 'has the unknown placeholder { name }'],
    ['Hi {constructor}', 'has the unknown placeholder {constructor}'],
    ['Hi {name', 'has a placeholder that is not closed'],
    ['Hi name}', 'has a placeholder that is not opened'],
  ])('%j is refused: %s', (text, fault) => {
    expect(announcementTextFault(text)).toContain(fault);
  });

  it.each(['Hi', '{name}', 'Smile :}', '{name} { is a brace'])('%j is good', (text) => {
    expect(announcementTextFault(text)).toBeNull();
  });

  it('that is good has no known placeholder left when it is filled', () => {
    const pieces = fc.constantFrom('{name}', '{languages}', '{strings}', '{foo}', '{', '}', ' ', 'a');
    fc.assert(
      fc.property(fc.array(pieces), (these) => {
        const text = these.join('');
        fc.pre(announcementTextFault(text) === null);
        expect(fillAnnouncementText(text, facts)).not.toMatch(/\{[A-Za-z]+\}/);
      }),
    );
  });
});
