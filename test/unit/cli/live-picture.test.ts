import { LivePicture } from '../../../src/cli/live-picture';

const written: string[] = [];
const stream = { rows: 4, write: (text: string) => written.push(text) > 0 };
const picture = new LivePicture(stream);

it('draws over what it drew, in one go, and only where something changed', () => {
  picture.draw('a\nb');
  picture.draw('a\nb');
  picture.draw('c');
  picture.clear();
  expect(written).toEqual([
    '\u001b[?7la\nb\n\u001b[?7h',
    '\u001b[2A\u001b[0J\u001b[?7lc\n\u001b[?7h',
    '\u001b[1A\u001b[0J',
  ]);
});

it('lets no text move its cursor', () => {
  written.length = 0;
  picture.draw('handle \u001b[9A\u001b[0J');
  expect(written.join('')).toContain('handle \\u001b[9A\\u001b[0J\n');
  picture.clear();
});

it('draws no more lines than it can reach again', () => {
  written.length = 0;
  picture.draw('1\n2\n3\n4\n5');
  expect(written).toEqual(['\u001b[?7l1\n2\n3\n\u001b[?7h']);
});
