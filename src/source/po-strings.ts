/**
 * Strings of gettext, in .po and .pot files. The id is the msgid, behind its context; the content is the msgstr, or
 * the msgid where that is empty, as in a template. Read by hand: `gettext-parser` loses the lines.
 */
import type { Report } from './input-error';
import { checkPlural, type PluralForm } from './plural-forms';
import { poMessages, type PoField, type PoMessage } from './po-messages';
import { noted, onOneLine, type EntryReader, type SourceEntry, type StringNote } from './source-entry';

export const readPoStrings: EntryReader = (text, report) => {
  const entries: SourceEntry[] = [];
  const first: { filled?: PoField; empty?: PoField } = {};
  for (const message of poMessages(text, report)) {
    const id = message.fields.get('msgid');
    if (id === undefined) {
      const [other] = message.fields.values();
      report({ line: other?.line ?? null, key: null, message: 'has no msgid' });
      continue;
    }
    if (id.text === '' && !message.fields.has('msgctxt')) continue; // The header.
    const key = keyOf(message, id);
    const translations = translationsOf(key, message, report);
    if (translations === null) continue;
    first[translations.length > 0 ? 'filled' : 'empty'] ??= { text: key, line: id.line };
    const forms = formsOf(key, id, message.fields.get('msgid_plural'), translations);
    checkPlural(key, forms, report);
    const note = noteOf(message);
    for (const form of forms)
      entries.push({ id: form.id, content: form.text, idLine: id.line, contentLine: form.line, ...note });
  }
  const { filled, empty } = first;
  if (filled !== undefined && empty !== undefined) {
    const message = `has no msgstr, so the msgid is its content; others have one, the first on line ${filled.line}`;
    report({ line: empty.line, key: empty.text, message, isDoubt: true });
  }
  return entries;
};

/** Two where the message has a plural: gettext has no more forms of a source. */
function formsOf(
  key: string,
  id: PoField,
  plural: PoField | undefined,
  [one = id, other = plural]: readonly PoField[],
): PluralForm[] {
  if (other === undefined) return [{ category: 'other', id: key, ...one }];
  return Object.entries({ one, other }).map(([category, field]) => ({
    category,
    id: `${key}.${category}`,
    ...field,
  }));
}

/** The texts of its msgstr; none where they are empty or not certain, and null after reporting a fault in them. */
function translationsOf(key: string, { fields, flags }: PoMessage, report: Report): PoField[] | null {
  const isPlural = fields.has('msgid_plural');
  const all = [...fields].filter(([keyword]) => keyword.startsWith('msgstr'));
  const line = fields.get('msgid')?.line ?? null;
  const refuse = (message: string): null => {
    report({ line: all[0]?.[1].line ?? line, key, message });
    return null;
  };
  if (all.length === 0) return refuse('has no msgstr');
  const misplaced = all.find(([keyword]) => (keyword === 'msgstr') === isPlural)?.[0];
  if (misplaced !== undefined) return refuse(`has ${misplaced}, but ${isPlural ? 'a' : 'no'} msgid_plural`);
  const filled = all.filter(([, { text }]) => text !== '');
  if (filled.length === 0) return [];
  if (flags.includes('fuzzy')) {
    const message = 'is marked fuzzy, so its msgstr is left out and the msgid is its content';
    report({ line, key, message, isDoubt: true });
    return [];
  }
  const names = filled.map(([keyword]) => keyword).join(', ');
  if (isPlural && names !== 'msgstr[0], msgstr[1]')
    return refuse(`has ${names}; a source has msgstr[0] for one and msgstr[1] for other, or neither`);
  return filled.map(([, field]) => field);
}

function keyOf({ fields }: PoMessage, id: PoField): string {
  const context = fields.get('msgctxt');
  return context === undefined ? onOneLine(id.text) : `${onOneLine(context.text)}|${onOneLine(id.text)}`;
}

function noteOf({ fields, comments, references, flags }: PoMessage): { note?: StringNote } {
  const formats = flags.filter((flag) => flag.endsWith('-format') && !flag.startsWith('no-'));
  const used = references.length === 0 ? [] : [`Used in ${references.join(', ')}`];
  const limit = flags.map((flag) => /^max-length:\s*(\d{1,6})$/.exec(flag)?.[1]).find(Boolean);
  return noted(
    fields.get('msgctxt')?.text ?? '',
    [...comments, ...formats, ...used].filter((line) => line !== '').join('\n'),
    limit === undefined ? undefined : Number(limit),
  );
}
