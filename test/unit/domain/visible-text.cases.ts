import {
  oneLine,
  quotable,
  shortened,
  visibleJson,
  visibleText,
  visibleValue,
  withoutCommands,
  markdownText,
} from '../../../src/domain/text/visible-text';
import fc from '../../support/fast-check';

const UNSEEN = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;
const anyText = fc.string({ unit: 'binary' });

describe('text from elsewhere', () => {
  it.each([
    ['the clipboard of a terminal', '\u001b]52;c;cm0gLXJm\u0007', '\\u001b]52;c;cm0gLXJm\\u0007'],
    ['a cursor that goes back', 'failed\u001b[1A\rdone', 'failed\\u001b[1A\\u000ddone'],
    ['an escape of C1 alone', '\u009b2J', '\\u009b2J'],
    ['letters in another order', 'user\u202etxt.exe', 'user\\u202etxt.exe'],
    ['an isolate', '\u2066admin\u2069', '\\u2066admin\\u2069'],
  ])('shows %s instead of obeying it', (_what, text, written) => {
    expect(visibleText(text)).toBe(written);
  });

  it('keeps letters, emoji, lines and tabs', () => {
    const text = 'ドラゴンの剣 👩‍👩‍👧\tقائمة\nשלום';
    expect(visibleText(text)).toBe(text);
    expect(visibleText('a\r\nb')).toBe('a\nb');
  });

  it('has no line of its own as a value or a quotation', () => {
    expect(visibleValue('fine\n::error::x')).toBe('fine\\n::error::x');
    expect(quotable('  names are\nnot final\u001b[2J ')).toBe('names are not final\\u001b[2J');
  });

  it('has no unseen character left, whatever it was', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(visibleText(text).replace(/[\n\t]/g, '')).not.toMatch(UNSEEN);
        expect(visibleValue(text)).not.toContain('\n');
      }),
    );
  });

  it('is the same JSON with every such character written out', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const json = visibleJson(JSON.stringify({ [text]: `##[add-mask]${text}` }, null, 2));
        expect(json.replaceAll('\n', '')).not.toMatch(UNSEEN);
        expect(json).not.toContain('##[');
        expect(JSON.parse(json)).toEqual({ [text]: `##[add-mask]${text}` });
      }),
    );
  });
});

describe('a line of a log', () => {
  it.each(['::error::x', '  ::stop-commands::x', '\t::add-mask::*', '\u00a0::debug::x'])(
    'with %j is no command of GitHub',
    (line) => {
      expect(withoutCommands(`told:\n${line}`).split('\n')[1]?.trimStart()).toMatch(/^\\u003a:/);
    },
  );

  it.each(['done ##[error]x', '##vso[task.setvariable variable=a]b', "##teamcity[publishArtifacts 'x']"])(
    '%j is no command of another machine',
    (line) => {
      expect(withoutCommands(line)).not.toMatch(/##\w*\[/);
    },
  );

  it.each(['\n', '\r', ' ', '\u2028', ':', '#'])('with a million times %j is looked at once', (sign) => {
    expect(withoutCommands(sign.repeat(1_000_000)).length).toBeGreaterThanOrEqual(1_000_000);
  });

  it('is as it was otherwise', () => {
    const line = '2026-11-16 std::vector ## Heading [a] 10::1';
    expect(withoutCommands(line)).toBe(line);
  });
});

it('as Markdown, a text is a text: no link, picture, HTML, cell or formula', () => {
  expect(markdownText('<img src=x> ![a](http://b) **c** | `d` &lt; $e$\n# f')).toBe(
    '\\<img src=x\\> \\!\\[a\\](http://b) \\*\\*c\\*\\* \\| \\`d\\` \\&lt; \\$e\\$ \\# f',
  );
});

describe('a text of any length', () => {
  it('is cut where it is too long, and never through a character', () => {
    expect(shortened('abc', 3)).toBe('abc');
    expect(shortened('abcd', 3)).toBe('ab…');
    expect(shortened('a😀😀', 3)).toBe('a…');
  });

  it('becomes one line of what is shown', () => {
    expect(oneLine(' a\n\n b\t', 10)).toBe('a b');
    expect(oneLine(`a${' '.repeat(1_000_000)}b`, 10)).toBe('a…');
    expect(oneLine('a  '.repeat(100), 10)).toBe('a a a a a…');
    expect(quotable('\u0000'.repeat(1_000_000), 20)).toHaveLength(20);
  });
});
