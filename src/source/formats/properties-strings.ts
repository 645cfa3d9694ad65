/**
 * Reads Java's properties by the rules of `Properties.load`; comment lines right above a key are its note. The parser
 * is our own because `dot-properties` takes a broken `\u` escape for text, which Java refuses.
 */
import { controlEscape, isEscaped, unescaped, unknownEscape, type EscapeTable } from './escapes';
import type { Report } from '../input-error';
import { endOfRun, numberedLines } from '../lines';
import { MOST_CHARS, noteFields, type EntryReader, type SourceEntry } from '../source-entry';

export const readPropertiesStrings: EntryReader = (text, report) => {
  const entries: SourceEntry[] = [];
  let comments: string[] = [];
  let open: { parts: string[]; line: number } | null = null;
  const close = (source: string, line: number): void => {
    entries.push({ ...entryIn(source, line, report), ...noteFields('', comments.join('\n')) });
    comments = [];
  };
  for (const { source, line } of numberedLines(text)) {
    const start = afterBlanks(source, 0);
    const isComment = /[#!]/.test(source.charAt(start));
    if (open === null && (start === source.length || isComment)) {
      if (isComment) comments.push(source.slice(start + 1).trim());
      else comments = [];
      continue;
    }
    open ??= { parts: [], line };
    const goesOn = isEscaped(source, source.length);
    open.parts.push(source.slice(start, goesOn ? -1 : undefined));
    if (goesOn) continue;
    close(open.parts.join(''), open.line);
    open = null;
  }
  if (open !== null) close(open.parts.join(''), open.line);
  return entries;
};

const afterBlanks = (text: string, start: number): number => endOfRun(/[ \t\f]{1,4096}/y, text, start);

function entryIn(source: string, line: number, report: Report): SourceEntry {
  const keyEnd = endOfKey(source);
  let valueStart = afterBlanks(source, keyEnd);
  if (/[=:]/.test(source.charAt(valueStart))) valueStart = afterBlanks(source, valueStart + 1);
  const id = unescaped(source.slice(0, keyEnd), javaEscape);
  const content = unescaped(source.slice(valueStart), javaEscape);
  for (const { unknown } of [id, content])
    if (unknown !== null) report({ line, key: id.text, message: unknownEscape(unknown) });
  return { id: id.text, content: content.text, idLine: line, contentLine: line };
}

/** The key of a line is not parsed beyond the limit, because it is refused then. */
function endOfKey(source: string): number {
  let at = 0;
  while (at < MOST_KEY_CHARS && at < source.length && !'=: \t\f'.includes(source.charAt(at)))
    at += source.charAt(at) === '\\' ? 2 : 1;
  return at < MOST_KEY_CHARS ? at : source.length;
}

const MOST_KEY_CHARS = 6 * MOST_CHARS.id + 6;

/** Any other character stands for itself, as in `\=`; only a `\u` must be complete. */
const javaEscape: EscapeTable = (escape) => {
  if (escape.startsWith('u'))
    return escape.length === 5 ? String.fromCharCode(parseInt(escape.slice(1), 16)) : null;
  return controlEscape(escape, 'ntrf') ?? escape;
};
