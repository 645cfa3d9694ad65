import { placeholderFault } from '../domain/announcement-text';
import { shortened } from '../domain/visible-text';
import { hasIcuChoice, readIcu } from './icu-message';
import type { Report } from './input-error';
import { LeftOutEntries, whyLeftOut } from './left-out';
import { kindOf, repetition } from './located';
import { MOST_CHARS, type ReadString, type SourceEntry, type StringNote } from './source-entry';

interface CheckedStrings {
  strings: ReadString[];
  /** Of each string. */
  lines: number[];
  /** How many entries have nothing to translate. */
  leftOut: number;
  shape: SourceEntry['shape'];
}

/** The strings among the entries; whatever is wrong with one, or would get lost on the way, is reported. */
export function checkStrings(entries: readonly SourceEntry[], report: Report): CheckedStrings {
  const places = new Map<string, number>();
  const [strings, lines]: [ReadString[], number[]] = [[], []];
  const leftOut = new LeftOutEntries();
  for (const entry of entries) {
    const reason = whyLeftOut(entry);
    if (reason !== null) {
      leftOut.add(reason, entry);
      continue;
    }
    const { id, content, idLine, contentLine, note, isIcu } = entry;
    const key = typeof id === 'string' ? id : 'string_id';
    const wrongId = faultOf(id, MOST_CHARS.id, idFault);
    if (wrongId !== null) report({ line: idLine, key, message: wrongId });
    const tell = (message: string, isDoubt?: true): void =>
      report({ line: contentLine, key, message: `content ${message}`, ...(isDoubt && { isDoubt }) });
    const wrongContent = faultOf(content, MOST_CHARS.content, (text) =>
      contentFault(text, isIcu === true, tell),
    );
    if (wrongContent !== null) tell(wrongContent);
    if (typeof id !== 'string' || typeof content !== 'string') continue;
    const place = places.get(id);
    if (place === undefined) {
      places.set(id, strings.length);
      strings.push({ string_id: id, content, ...(note && { note: boundNote(note) }) });
      lines.push(idLine);
    } else if (strings[place]?.content !== content)
      report({ line: idLine, key, message: repetition(lines[place] ?? 1) });
  }
  if (strings.length === 0) report({ line: null, key: null, message: 'has no strings', isDoubt: true });
  leftOut.tell(report);
  return { strings, lines, leftOut: leftOut.count, shape: entries[0]?.shape };
}

function contentFault(
  text: string,
  isIcu: boolean,
  tell: (message: string, isDoubt: true) => void,
): string | null {
  const fault = placeholderFault(text);
  if (fault !== null || !text.includes('{') || !(isIcu || hasIcuChoice(text))) return fault;
  const icu = readIcu(text);
  if (icu.doubt !== null) tell(icu.doubt, true);
  return icu.fault;
}

function boundNote({ context, comment, maxLength }: StringNote): StringNote {
  // Half a character could not be kept as UTF-8.
  const cut = (text: string): string => shortened(text, MOST_CHARS.note).replace(/\p{Surrogate}/gu, '\uFFFD');
  return {
    ...(context !== undefined && { context: cut(context) }),
    ...(comment !== undefined && { comment: cut(comment) }),
    ...(maxLength !== undefined && { maxLength }),
  };
}

function faultOf(
  value: unknown,
  mostChars: number,
  textFault: (text: string) => string | null,
): string | null {
  if (typeof value !== 'string') return `must be text, not ${kindOf(value)}`;
  if (value.length > mostChars) return `is longer than ${mostChars} characters`;
  return halfCharacterFault(value) ?? textFault(value);
}

/** It could not be written as UTF-8. */
export function halfCharacterFault(text: string): string | null {
  return /\p{Surrogate}/u.test(text) ? 'contains half a character (a lone surrogate)' : null;
}

/** Ids come back in exported files, where blanks at their ends and line breaks would be lost. */
export function idFault(id: string): string | null {
  if (id !== id.trim()) return 'starts or ends with white space';
  return /\p{Cc}/u.test(id) ? 'contains a control character' : null;
}
