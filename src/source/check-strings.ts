import { placeholderFault } from '../domain/placeholder-fault';
import { hasIcuChoice, readIcu } from './icu-message';
import type { Report } from './input-error';
import { kindOf, repetition } from './located';
import { MOST_CHARS, type ReadString, type SourceEntry, type StringNote } from './source-entry';

/** The strings among the entries; whatever could not be translated, or would get lost on the way, is reported. */
export function checkStrings(entries: readonly SourceEntry[], report: Report): ReadString[] {
  const firstLines = new Map<unknown, number>();
  const strings: ReadString[] = [];
  for (const { id, content, idLine, contentLine, note, isIcu } of entries) {
    const key = typeof id === 'string' && id !== '' ? id : 'string_id';
    const firstLine = firstLines.get(id);
    const wrongId =
      faultOf(id, MOST_CHARS.id, idFault) ?? (firstLine === undefined ? null : repetition(firstLine));
    if (wrongId !== null) report({ line: idLine, key, message: wrongId });
    if (firstLine === undefined) firstLines.set(id, idLine);
    const tell = (message: string, isDoubt?: true): void =>
      report({ line: contentLine, key, message: `content ${message}`, ...(isDoubt && { isDoubt }) });
    const wrongContent = faultOf(content, MOST_CHARS.content, (text) =>
      contentFault(text, isIcu === true, tell),
    );
    if (wrongContent !== null) tell(wrongContent);
    if (typeof id === 'string' && typeof content === 'string')
      strings.push({ string_id: id, content, ...(note && { note: shortened(note) }) });
  }
  return strings;
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

function shortened({ context, comment, maxLength }: StringNote): StringNote {
  // Half a character could not be kept as UTF-8.
  const cut = (text: string): string =>
    (text.length > MOST_CHARS.note ? `${text.slice(0, MOST_CHARS.note)}…` : text).replace(
      /\p{Surrogate}/gu,
      '\uFFFD',
    );
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
  if (value === undefined) return 'is missing';
  if (value === null) return 'is empty';
  if (typeof value === 'object') return `must be text, not ${kindOf(value)}`;
  if (typeof value !== 'string') return `must be text, not ${kindOf(value)}; put it in quotes`;
  if (value.length > mostChars) return `is longer than ${mostChars} characters`;
  if (value.trim() === '') return 'is empty';
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
