import { sentence } from '../../../src/domain/text/sentence';

it.each([
  ['the connection was lost', 'the connection was lost.'],
  ['Nothing was started.', 'Nothing was started.'],
  ['Why?', 'Why?'],
  ['and so on …', 'and so on …'],
])('%j ends once: %j', (text, ended) => {
  expect(sentence(text)).toBe(ended);
});
