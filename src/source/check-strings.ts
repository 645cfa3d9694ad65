import { placeholderFault } from '../domain/release/announcement-text';
import { hasIcuChoice, readIcu } from './formats/icu-message';
import { firstNamed, type Report, shownKey } from './input-error';
import { kindOf } from '../config/fault-words';
import { repetition } from './located';
import { MOST_CHARS, type ReadString, type SourceEntry, looksLikeKey, type LeftOut } from './source-entry';
import { counted } from '../domain/text/counted';

interface CheckedStrings {
  strings: ReadString[];
  lines: number[];
  leftOut: number;
  shape: SourceEntry['shape'];
}

/** Returns the strings among the entries, and reports faults and anything that would get lost on the way. */
export function checkStrings(entries: readonly SourceEntry[], report: Report): CheckedStrings {
  const places = new Map<string, number>();
  const [strings, lines]: [ReadString[], number[]] = [[], []];
  const leftOut = new Map<LeftOut, SourceEntry[]>();
  for (const entry of entries) {
    const reason = whyLeftOut(entry);
    if (reason !== null) {
      const others = leftOut.get(reason);
      if (others === undefined) leftOut.set(reason, [entry]);
      else others.push(entry);
      continue;
    }
    const { id, content, idLine, contentLine, note, isIcu } = entry;
    const key = typeof id === 'string' ? id : 'string_id';
    const wrongId = faultOf(id, MOST_CHARS.id, idFault);
    if (wrongId !== null) report({ line: idLine, key, message: wrongId });
    const reportContent = (message: string, isWarning?: true): void =>
      report({ line: contentLine, key, message: `content ${message}`, ...(isWarning && { isWarning }) });
    const wrongContent = faultOf(content, MOST_CHARS.content, (text) =>
      contentFault(text, isIcu === true, reportContent),
    );
    if (wrongContent !== null) reportContent(wrongContent);
    if (typeof id !== 'string' || typeof content !== 'string') continue;
    const place = places.get(id);
    if (place === undefined) {
      places.set(id, strings.length);
      strings.push({ string_id: id, content, ...(note && { note }) });
      lines.push(idLine);
    } else if (strings[place]?.content !== content)
      report({ line: idLine, key, message: repetition(lines[place] ?? 1) });
  }
  if (strings.length === 0) report({ line: null, key: null, message: 'has no strings', isWarning: true });
  reportLeftOut(leftOut, report);
  return { strings, lines, leftOut: [...leftOut.values()].flat().length, shape: entries[0]?.shape };
}

function contentFault(
  text: string,
  isIcu: boolean,
  report: (message: string, isWarning: true) => void,
): string | null {
  const fault = placeholderFault(text);
  if (fault !== null || !text.includes('{') || !(isIcu || hasIcuChoice(text))) return fault;
  const icu = readIcu(text);
  if (icu.warning !== null) report(icu.warning, true);
  return icu.fault;
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

/** A lone surrogate cannot be written as UTF-8. */
export function halfCharacterFault(text: string): string | null {
  return /\p{Surrogate}/u.test(text) ? 'contains half a character (a lone surrogate)' : null;
}

/** Ids come back in exported files, where blanks at their ends and line breaks would be lost. */
export function idFault(id: string): string | null {
  if (id !== id.trim()) return 'starts or ends with white space';
  return /\p{Cc}/u.test(id) ? 'contains a control character' : null;
}

/**
 * Entries that have nothing to translate are left out and counted, and stop no other. A reader marks those that only
 * its format can recognise; the others are found here.
 */
const words: Readonly<Record<LeftOut, string>> = {
  empty: 'without a text',
  notText: 'with a number, a flag or a list instead of a text',
  marked: 'marked as not to be translated',
  reference: 'with only a reference or a symbol',
  key: 'with a key instead of a text',
  description: 'with only a description',
  nameless: 'without an id',
};

/** References in the notations of Home Assistant, i18next, vue-i18n, Apple's plurals and the symbols of Ruby. */
const REFERENCE =
  /^\s*(?:\[%key:[^%\]]{1,1000}%\]|\$t\([^()]{1,1000}\)|@(?:\.\w{1,50})?:[\w.]{1,1000}|%#@\w{1,200}@|:[a-z]\w{2,100})\s*$/;

function whyLeftOut({ id, content, leftOut }: SourceEntry): LeftOut | null {
  if (leftOut !== undefined) return leftOut;
  if (content === undefined || content === null) return 'empty';
  if (typeof content !== 'string') return 'notText';
  if (content.trim() === '') return 'empty';
  if (id === undefined || (typeof id === 'string' && id.trim() === '')) return 'nameless';
  if (REFERENCE.test(content)) return 'reference';
  return typeof id === 'string' && looksLikeKey(content) && endsIn(id, content) ? 'key' : null;
}

/** Whether a key is in the place of its text, alone or after the keys above it. */
const endsIn = (id: string, key: string): boolean =>
  id === key || id.endsWith(`.${key}`) || id.endsWith(`|${key}`);

/** Reports the number of entries left out for each reason, and names the first. */
function reportLeftOut(leftOut: ReadonlyMap<LeftOut, readonly SourceEntry[]>, report: Report): void {
  for (const [reason, entries] of leftOut) {
    const named = firstNamed(entries, ({ id, idLine }) =>
      typeof id === 'string' && id !== '' ? shownKey(id) : `line ${idLine}`,
    );
    const message = `leaves out ${counted(entries.length, 'string')} ${words[reason]}: ${named}`;
    report({ line: entries[0]?.idLine ?? null, key: null, message, isWarning: true });
  }
}
