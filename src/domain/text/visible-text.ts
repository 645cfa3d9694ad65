/** Text from elsewhere, as a terminal, a log or a page may show it. Letters of every language stay as they are. */
/** Control characters (also those of C1), what turns the order of letters around, and other line ends. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Writes out what would move a cursor, set a clipboard or hide something: ESC as `\u001b`. Lines and tabs stay. */
export function visibleText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(UNSEEN, (sign) => (sign === '\n' || sign === '\t' ? sign : writtenOut(sign)));
}

/** The same for a value within a line: it cannot begin a line of its own. */
export function visibleValue(text: string): string {
  return visibleText(text).replaceAll('\n', '\\n');
}

/** So many characters at most, the last of them an ellipsis where some were cut off. */
export function shortened(text: string, mostChars: number): string {
  if (text.length <= mostChars) return text;
  const shown = text.slice(0, mostChars - 1);
  // Half of a character that is written as two is none.
  return `${/[\uD800-\uDBFF]$/.test(shown) ? shown.slice(0, -1) : shown}…`;
}

/** As one line, of which nothing is looked at that is not shown: it may be of any length. */
export function oneLine(text: string, mostChars: number): string {
  // Blanks that become one leave room for more.
  const first = text.slice(0, 4 * mostChars);
  const line = first.replace(/\s+/g, ' ').trim();
  return shortened(first.length < text.length ? `${line}…` : line, mostChars);
}

/** What a person says as a reason or a comment has fewer. */
const MOST_QUOTED_CHARS = 10_000;

/** What somebody said, as one line to be quoted in others. */
export function quotable(text: string, mostChars = MOST_QUOTED_CHARS): string {
  return shortened(visibleText(oneLine(text, mostChars)), mostChars);
}

/** JSON is the same JSON with these written out, wherever they stand. */
export function visibleJson(json: string): string {
  return json
    .replace(UNSEEN, (sign) => (sign === '\n' ? sign : writtenOut(sign)))
    .replace(SERVICE_MESSAGE, `#${writtenOut('#')}`);
}

/** What GitHub takes for a command at the begin of a line, and it, Azure and TeamCity anywhere in one. */
const WORKFLOW_COMMAND = /^([^\S\r\n\u2028\u2029]*):(?=:)/gm;
const SERVICE_MESSAGE = /##(?=\w*\[)/g;

/** So that no line of a log is obeyed by the machine that runs us. */
export function withoutCommands(text: string): string {
  return text
    .replace(WORKFLOW_COMMAND, (_line, space: string) => space + writtenOut(':'))
    .replace(SERVICE_MESSAGE, `#${writtenOut('#')}`);
}

function writtenOut(sign: string): string {
  return `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

/** A text on one line of Markdown, as text alone: no emphasis, no link, no cell, no HTML. */
export function markdownText(text: string): string {
  return quotable(text).replace(/[\\`*_[\]<>|#~!&$]/g, '\\$&');
}
