import { FileFault } from './input-error';

export type LineAt = (offset: number) => number;

/**
 * Searches from the last offset on, because readers go in the order of the text, and an index would need as much memory
 * as the text.
 */
export function linesOf(text: string): LineAt {
  let [line, start, end] = [1, 0, text.indexOf('\n')];
  return (offset) => {
    while (end >= 0 && end < offset) [line, start, end] = [line + 1, end + 1, text.indexOf('\n', end + 1)];
    while (offset < start) {
      end = start - 1;
      start = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
      line -= 1;
    }
    return line;
  };
}

/** Six lines for each of more than 150,000 strings. A longer file is probably another kind of file. */
const MOST_LINES = 1_000_000;

/** A cheap check before a text is parsed: whether the marks occur more often than `most`. */
export function hasMoreThan(most: number, text: string, marks: readonly string[]): boolean {
  let left = most;
  for (const mark of marks)
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
      left -= 1;
      if (left < 0) return true;
    }
  return false;
}

/** Like `hasMoreThan`, with line ends: CR and LF each count as one, and CRLF as one too. */
export function hasMoreLinesThan(most: number, text: string, marks: readonly string[] = []): boolean {
  return ['\n', '\r'].some((end) => hasMoreThan(most, text, [...marks, end]));
}

export function* numberedLines(text: string, most = MOST_LINES): Generator<{ source: string; line: number }> {
  if (hasMoreLinesThan(most - 1, text))
    throw new FileFault(`is beyond the ${most} lines that a file may have`, most + 1);
  const end = /\r\n|\r|\n/g;
  let start = 0;
  for (let line = 1; start <= text.length; line += 1) {
    const found = end.exec(text);
    yield { source: text.slice(start, found?.index), line };
    if (found === null) return;
    start = end.lastIndex;
  }
}

/** The end of a sticky pattern's match at an offset; the offset itself if it does not match. */
export function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Where a run ends, however long: a sticky pattern of a piece of it, since V8 stacks a step for each character of one match. */
export function endOfRun(piece: RegExp, text: string, start: number): number {
  for (let at = start; ;) {
    const end = endOf(piece, text, at);
    if (end === at) return at;
    at = end;
  }
}
