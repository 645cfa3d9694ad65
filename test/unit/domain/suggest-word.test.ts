import { nearestWord } from '../../../src/domain/suggest-word';
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
