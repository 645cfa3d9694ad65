import type { SourceString } from '../localization/requests';
import { placeholderFault } from '../domain/placeholder-fault';
import type { Report } from './input-error';
import { kindOf, repetition } from './located';
import type { SourceEntry, StringNote } from './source-entry';

/** A string with what its file says of it, which is for people and not for the services. */
export interface NotedString extends SourceString {
  note?: StringNote;
}

/** The strings among the entries; whatever could not be translated, or would get lost on the way, is reported. */
export function checkStrings(entries: readonly SourceEntry[], report: Report): NotedString[] {
  const firstLines = new Map<unknown, number>();
  const strings: NotedString[] = [];
  for (const { id, content, idLine, contentLine, note } of entries) {
    const key = typeof id === 'string' && id !== '' ? id : 'string_id';
    const firstLine = firstLines.get(id);
    const wrongId =
      faultOf(id, MOST_CHARS.id, idFault) ?? (firstLine === undefined ? null : repetition(firstLine));
    if (wrongId !== null) report({ line: idLine, key, message: wrongId });
    if (firstLine === undefined) firstLines.set(id, idLine);
    const wrongContent = faultOf(content, MOST_CHARS.content, placeholderFault);
    if (wrongContent !== null) report({ line: contentLine, key, message: `content ${wrongContent}` });
    if (typeof id === 'string' && typeof content === 'string')
      strings.push({ string_id: id, content, ...(note && { note: shortened(note) }) });
  }
  return strings;
}

/** No string of a product is so long: it is some other file, or one that was made to be slow to read. */
const MOST_CHARS = { id: 10_000, content: 100_000 } as const;

/** Longer than a reviewer reads; what is cut off is missed by nobody else. */
const MOST_NOTE_CHARS = 1000;

function shortened({ context, comment, maxLength }: StringNote): StringNote {
  const cut = (text: string): string =>
    (text.length > MOST_NOTE_CHARS ? `${text.slice(0, MOST_NOTE_CHARS)}…` : text).replace(
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
