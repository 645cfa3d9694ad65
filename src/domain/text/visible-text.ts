/** Makes text from services and users safe for a terminal, a log or a page. */
/** Control characters (including C1), bidirectional controls, and line separators other than the common ones. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Escapes what would move a cursor, set a clipboard or hide text: ESC becomes `\u001b`. Lines and tabs stay. */
export function visibleText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(UNSEEN, (sign) => (sign === '\n' || sign === '\t' ? sign : writtenOut(sign)));
}

/** For a value within a line: its line breaks are escaped too. */
export function visibleValue(text: string): string {
  return visibleText(text).replaceAll('\n', '\\n');
}

/** The limit includes the ellipsis that replaces a cut-off end. */
export function shortened(text: string, mostChars: number): string {
  if (text.length <= mostChars) return text;
  const shown = text.slice(0, mostChars - 1);
  // A surrogate pair is never cut in half.
  return `${/[\uD800-\uDBFF]$/.test(shown) ? shown.slice(0, -1) : shown}…`;
}

/** Only as much of the text is processed as may be shown: it may be of any length. */
export function oneLine(text: string, mostChars: number): string {
  // Collapsed blanks leave room for more text.
  const first = text.slice(0, 4 * mostChars);
  const line = first.replace(/\s+/g, ' ').trim();
  return shortened(first.length < text.length ? `${line}…` : line, mostChars);
}

/** A person's reason or comment is shorter than this. */
const MOST_QUOTED_CHARS = 10_000;

/** Makes a person's text fit to be quoted within one line. */
export function quotable(text: string, mostChars = MOST_QUOTED_CHARS): string {
  return shortened(visibleText(oneLine(text, mostChars)), mostChars);
}

/** Escaping these characters does not change the meaning of JSON. */
export function visibleJson(json: string): string {
  return json
    .replace(UNSEEN, (sign) => (sign === '\n' ? sign : writtenOut(sign)))
    .replace(SERVICE_MESSAGE, `#${writtenOut('#')}`);
}

/** GitHub accepts a command at the beginning of a line, and it, Azure and TeamCity accept one anywhere in a line. */
const WORKFLOW_COMMAND = /^([^\S\r\n\u2028\u2029]*):(?=:)/gm;
const SERVICE_MESSAGE = /##(?=\w*\[)/g;

/** Prevents the CI system that runs this program from executing a line of its log. */
export function withoutCommands(text: string): string {
  return text
    .replace(WORKFLOW_COMMAND, (_line, space: string) => space + writtenOut(':'))
    .replace(SERVICE_MESSAGE, `#${writtenOut('#')}`);
}

function writtenOut(sign: string): string {
  return `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

/** Escapes a text for one line of Markdown: no emphasis, link, cell or HTML. */
export function markdownText(text: string): string {
  return quotable(text).replace(/[\\`*_[\]<>|#~!&$]/g, '\\$&');
}

/** Returns a text as a POSIX shell takes it for one word, whatever is in it. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
