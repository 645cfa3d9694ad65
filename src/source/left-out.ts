/**
 * Entries that hold nothing to translate are left out and counted, and stop no other. A reader marks what only its format
 * can tell; what shows in the entry itself is found here.
 */
import { counted } from '../domain/counted';
import { shownKey, type Report } from './input-error';
import { looksLikeKey, type LeftOut, type SourceEntry } from './source-entry';

const words: Readonly<Record<LeftOut, string>> = {
  empty: 'without a text',
  notText: 'with a number, a flag or a list instead of a text',
  marked: 'marked as not to be translated',
  reference: 'with only a reference or a symbol',
  key: 'with a key instead of a text',
  description: 'with only a description',
  nameless: 'without an id',
};

/** In the notations of Home Assistant, i18next, vue-i18n, Apple's plurals and the symbols of Ruby. */
const REFERENCE =
  /^\s*(?:\[%key:[^%\]]{1,1000}%\]|\$t\([^()]{1,1000}\)|@(?:\.\w{1,50})?:[\w.]{1,1000}|%#@\w{1,200}@|:[a-z]\w{2,100})\s*$/;

export function whyLeftOut({ id, content, leftOut }: SourceEntry): LeftOut | null {
  if (leftOut !== undefined) return leftOut;
  if (content === undefined || content === null) return 'empty';
  if (typeof content !== 'string') return 'notText';
  if (content.trim() === '') return 'empty';
  if (id === undefined || (typeof id === 'string' && id.trim() === '')) return 'nameless';
  if (REFERENCE.test(content)) return 'reference';
  return typeof id === 'string' && looksLikeKey(content) && endsIn(id, content) ? 'key' : null;
}

/** A key that stands where its text should stand, alone or behind the keys above it. */
const endsIn = (id: string, key: string): boolean =>
  id === key || id.endsWith(`.${key}`) || id.endsWith(`|${key}`);

const MOST_NAMED = 3;

/** Tells how many were left out for each reason, and names the first. */
export class LeftOutEntries {
  readonly #found = new Map<LeftOut, { count: number; line: number; named: string[] }>();
  count = 0;

  add(reason: LeftOut, { id, idLine }: SourceEntry): void {
    const found = this.#found.get(reason) ?? { count: 0, line: idLine, named: [] };
    this.#found.set(reason, found);
    found.count += 1;
    this.count += 1;
    if (found.named.length < MOST_NAMED)
      found.named.push(typeof id === 'string' && id !== '' ? shownKey(id) : `line ${idLine}`);
  }

  tell(report: Report): void {
    for (const [reason, { count, line, named }] of this.#found) {
      const more = count > named.length ? ` and ${count - named.length} more` : '';
      const message = `leaves out ${counted(count, 'string')} ${words[reason]}: ${named.join(', ')}${more}`;
      report({ line, key: null, message, isDoubt: true });
    }
  }
}
