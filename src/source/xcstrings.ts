/**
 * Strings in a String Catalog of Xcode. The text is that of the catalogue's own language, or the key where it has none; the
 * cases of a variation and the substitutions are strings of their own.
 */
import { MOST_ID_CHARS, TOO_MANY_ID_CHARS } from './flatten';
import { memberOf, MOST_TRANSLATED_NODES, textIn, type Located, type Member } from './located';
import { parseJson } from './parse-json';
import { noted, onOneLine, type EntryReader, type SourceEntry } from './source-entry';

export const readXcstrings: EntryReader = (text, report) => {
  const root = parseJson(text, report, MOST_TRANSLATED_NODES);
  if (root === null) return null;
  const strings = memberOf(root, 'strings')?.value;
  const language = textIn(root, 'sourceLanguage');
  if (strings?.kind !== 'mapping' || language === '') {
    report({
      line: root.line,
      key: null,
      message: 'must have sourceLanguage and strings, as Xcode writes them',
    });
    return null;
  }
  const entries: SourceEntry[] = [];
  let idChars = 0;
  for (const member of strings.members)
    for (const entry of entriesOf(member, language)) {
      idChars += entry.id.length;
      if (idChars > MOST_ID_CHARS) {
        report({ line: entry.idLine, key: null, message: TOO_MANY_ID_CHARS });
        return null;
      }
      entries.push(entry);
    }
  return entries;
};

type NamedEntry = SourceEntry & { id: string };

function* entriesOf({ key, line, value }: Member, language: string): Generator<NamedEntry> {
  const note = noted('', textIn(value, 'comment'));
  const itself: NamedEntry = { id: onOneLine(key), content: key, idLine: line, contentLine: line, ...note };
  const translated = memberOf(value, 'shouldTranslate')?.value;
  if (translated?.kind === 'scalar' && translated.value === false) {
    yield { ...itself, leftOut: 'marked' };
    return;
  }
  let isLocalized = false;
  for (const entry of textsOf(
    itself.id,
    memberOf(memberOf(value, 'localizations')?.value, language)?.value,
  )) {
    isLocalized = true;
    yield { ...entry, ...note };
  }
  if (!isLocalized) yield itself;
}

function* textsOf(id: string, localized: Located | undefined): Generator<NamedEntry> {
  const text = memberOf(memberOf(localized, 'stringUnit')?.value, 'value');
  if (text?.value.kind === 'scalar')
    yield { id, content: text.value.value, idLine: text.line, contentLine: text.line };
  const variations = memberOf(localized, 'variations')?.value;
  const kinds = variations?.kind === 'mapping' ? variations.members.map(({ value }) => value) : [];
  for (const cases of [...kinds, memberOf(localized, 'substitutions')?.value])
    if (cases?.kind === 'mapping')
      for (const { key, value } of cases.members) yield* textsOf(`${id}.${key}`, value);
}
