import { callWords } from '../../../src/domain/problems/call-words';
import { activityInputs } from '../../../src/protocol/activity-inputs';
import { counted } from '../../../src/domain/text/counted';
import { countWords } from '../../../src/domain/cost';
import { sentence } from '../../../src/domain/text/sentence';
import { nearestWord, whatThereIs } from '../../../src/domain/text/suggest-word';
import fc from '../../support/fast-check';
import { textLength, textLengthFault } from '../../../src/domain/release/announcement-text';

describe('call words', () => {
  it.each(Object.keys(activityInputs))('there are words for %s', (call) => {
    expect(callWords(call)).toMatch(/^[a-z]+( [a-z]+)+$/);
  });

  it('a call of other code keeps its name', () => {
    expect(callWords('somethingNew')).toBe('somethingNew');
  });
});

describe('counted', () => {
  it.each([
    [0, '0 terms'],
    [1, '1 term'],
    [2, '2 terms'],
    [5000, '5,000 terms'],
  ])('%d is %j', (count, text) => {
    expect(counted(count, 'term')).toBe(text);
  });
});

describe('count words', () => {
  it.each([
    ['', 0],
    ['…!?', 0],
    ['Start Game', 2],
    ["Don't  stop,\nnow", 3],
    ['A {placeholder} here', 3],
    ['开始游戏', 2],
  ])('"%s" has %d words', (text, count) => {
    expect(countWords(text)).toBe(count);
  });
});

describe('sentence', () => {
  it.each([
    ['the connection was lost', 'the connection was lost.'],
    ['Nothing was started.', 'Nothing was started.'],
    ['Why?', 'Why?'],
    ['and so on …', 'and so on …'],
  ])('%j ends once: %j', (text, ended) => {
    expect(sentence(text)).toBe(ended);
  });
});

describe('suggest word', () => {
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
});

describe('text limits', () => {
  it('a text is as long as its platform counts it', () => {
    expect(textLength('hello', 'threads')).toEqual({ length: 5, most: 500 });
    // Two for a wide character, 23 for a link.
    expect(textLength('你好 https://example.com/a/very/long/way', 'x')).toEqual({ length: 28, most: 280 });
    expect(textLength('hello', 'elsewhere')).toEqual({ length: 5, most: null });
  });

  it('a text that is too long is a fault on that platform alone', () => {
    const text = 'a'.repeat(281);
    expect(textLengthFault(text, 'X')).toContain('has 281 characters, and X takes 280');
    expect(textLengthFault(text, 'threads')).toBeNull();
    expect(textLengthFault(text, 'elsewhere')).toBeNull();
  });
});
