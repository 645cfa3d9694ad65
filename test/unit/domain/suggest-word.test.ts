import { nearestWord, whatThereIs } from '../../../src/domain/text/suggest-word';
import fc from '../../support/fast-check';

const known = ['name', 'project', 'source', 'targetLanguages', 'supplementLanguages', 'terms', 'export'];

describe('the nearest word', () => {
  it.each([
    ['projct', 'project'],
    ['porject', 'project'],
    ['target_languages', 'targetLanguages'],
    ['TARGETLANGUAGES', 'targetLanguages'],
    ['languages', null],
    ['exports', 'export'],
    ['nmae', 'name'],
    ['deadline', null],
    ['x', null],
    ['', null],
  ])('to %j is %j', (word, nearest) => {
    expect(nearestWord(word, known)).toBe(nearest);
  });

  it('to a known word is that word', () => {
    fc.assert(fc.property(fc.constantFrom(...known), (word) => nearestWord(word, known) === word));
  });
});

describe('what there is instead of a word', () => {
  it('begins with the nearest', () => {
    expect(whatThereIs('gmae', ['default', 'app', 'game'])).toBe(
      ' Did you mean game? There are: game, app, default.',
    );
    expect(whatThereIs('zzz', ['default'])).toBe(' There is: default.');
    expect(whatThereIs('zzz', [])).toBe(' There is none.');
  });

  it('is no more than a person reads', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `account-${index}`);
    const said = whatThereIs('account-99x', many);
    expect(said).toContain('account-99, ');
    expect(said).toContain('and 99990 more.');
    expect(said.length).toBeLessThan(300);
  });
});
