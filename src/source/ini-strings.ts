/**
 * Strings in INI: a line each, `string_id=content`; below a section such as `[menu]` the id is `menu.string_id`.
 * Content is bare or in double quotes with inner ones doubled; blanks around it do not count. A comment has a
 * line of its own, since a text may hold semicolons. This is the dialect of the exported files, less the texts
 * that run over lines; unlike their reader, this one goes on after a fault, so that all are told.
 */
import type { EscapeMode } from '../localization/vocabulary';
import type { EntryReader } from './source-entry';

const SECTION = /^\[\s*([^=\s][^=]*?)\s*\]$/;
const ENTRY = /^(?:"((?:[^"]|"")*)"|([^"=][^=]*?))\s*=\s*(.*)$/;

/** The escape mode is that of the release's export, so that a text goes out spelt as it came in. */
export const iniStringsReader =
  (escape: EscapeMode): EntryReader =>
  (text, report) => {
    let prefix = '';
    return text.split(/\r\n|\r|\n/).flatMap((untrimmed, index) => {
      const [source, line] = [untrimmed.trim(), index + 1];
      if (source === '' || /^[;#]/.test(source)) return [];
      const section = SECTION.exec(source)?.[1];
      if (section !== undefined) {
        prefix = `${section}.`;
        return [];
      }
      const [, quotedKey, bareKey = '', value] = ENTRY.exec(source) ?? [];
      if (value === undefined) {
        report({ line, key: null, message: 'is not a [section], a ; comment or string_id=content' });
        return [];
      }
      const id = prefix + (quotedKey === undefined ? bareKey : undoubled(quotedKey));
      const content = contentOf(value, escape, (message) => report({ line, key: id, message }));
      return content === null ? [] : [{ id, content, idLine: line, contentLine: line }];
    });
  };

function contentOf(value: string, escape: EscapeMode, refuse: (message: string) => void): string | null {
  const quoted = /^"((?:[^"]|"")*)"$/.exec(value)?.[1];
  // Text that begins with a quote and goes on after the closing one is speech, and meant as it stands.
  if (quoted === undefined && /^"[^"]*$/.test(value)) {
    refuse('has a quote that is not closed');
    return null;
  }
  const content = quoted === undefined ? value : undoubled(quoted);
  if (escape === 'no-escape') return content;
  const unknown = /\\(?![nrt\\])/.exec(content.replaceAll('\\\\', ''));
  if (unknown !== null) {
    refuse('has a backslash before something other than n, r, t or a backslash; write \\\\ for a backslash');
    return null;
  }
  return content.replace(/\\(.)/g, (_escape, letter: string) => escapes[letter] ?? letter);
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

const undoubled = (text: string): string => text.replaceAll('""', '"');
