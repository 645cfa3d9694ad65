import { textLength, textLengthFault } from '../../../src/domain/release/announcement-text';

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
