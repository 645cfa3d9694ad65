/**
 * Reads strings in INI: one `string_id=content` per line; below a section such as `[menu]` the id is `menu.string_id`.
 * Content is bare or in double quotes, with inner ones doubled or escaped by a backslash; blanks around it do not
 * count. A comment needs a separate line, since a text may contain semicolons. A file whose first string is `string_id:
 * content` uses colons throughout. This is the dialect of the exported files, without texts over several lines; unlike
 * their reader, this one continues after a fault, so that all are reported.
 */
import type { EscapeMode } from '../../localization/vocabulary';
import { numberedLines } from '../lines';
import type { EntryReader, SourceEntry } from '../source-entry';

type Sign = '=' | ':';

/** The escape mode is that of the release's export, so that a text is written as it was read. */
export const iniStringsReader =
  (escape: EscapeMode): EntryReader =>
  (text, report) => {
    const entries: SourceEntry[] = [];
    let prefix = '';
    let sign: Sign | null = null;
    for (const { source: untrimmed, line } of numberedLines(text)) {
      const source = untrimmed.trim();
      if (source === '' || /^[;#]/.test(source)) continue;
      const section = sectionIn(source);
      if (section !== null) {
        prefix = `${section}.`;
        continue;
      }
      sign ??= /^[^\s:="]{1,1000}[ \t]{0,100}:[^=]*$/.test(source) ? ':' : '=';
      const entry = entryIn(source, sign);
      if (entry === null) {
        const wanted = sign === '=' ? 'string_id=content' : 'string_id: content';
        report({ line, key: null, message: `is not a [section], a ; comment or ${wanted}` });
        continue;
      }
      const id = prefix + entry.key;
      const content = contentOf(entry.value, escape, (message) => report({ line, key: id, message }));
      if (content !== null) entries.push({ id, content, idLine: line, contentLine: line });
    }
    return entries;
  };

// No patterns are used, because those that backtrack take quadratic time for a long line.
function sectionIn(line: string): string | null {
  const name = line.startsWith('[') && line.endsWith(']') ? line.slice(1, -1).trim() : '';
  return name === '' || name.includes('=') ? null : name;
}

function entryIn(line: string, sign: Sign): { key: string; value: string } | null {
  const quoted = quotedIn(line);
  const at = line.indexOf(sign, quoted === null ? 0 : quoted.end);
  if (at < 1 || (quoted === null && line.startsWith('"'))) return null;
  if (quoted !== null && line.slice(quoted.end, at).trim() !== '') return null;
  const key = quoted?.text ?? line.slice(0, at).trimEnd();
  // In a file with colons, an equals sign in an id shows that the line has another form.
  if (sign === ':' && key.includes('=')) return null;
  return { key, value: line.slice(at + 1).trimStart() };
}

/** The quoted text at the beginning, and the offset after its closing quote. */
function quotedIn(text: string): { text: string; end: number } | null {
  if (!text.startsWith('"')) return null;
  let close = text.indexOf('"', 1);
  while (close >= 0 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2);
  return close < 0 ? null : { text: undoubled(text.slice(1, close)), end: close + 1 };
}

/** The inner text of a value that is quoted as a whole, with each inner quote after a backslash. */
function backslashedIn(value: string): string | null {
  if (value.length < 2 || !value.startsWith('"') || !value.endsWith('"')) return null;
  let quote = value.indexOf('"', 1);
  while (value.charAt(quote - 1) === '\\') quote = value.indexOf('"', quote + 1);
  return quote === value.length - 1 ? value.slice(1, -1).replaceAll('\\"', '"') : null;
}

function contentOf(value: string, escape: EscapeMode, refuse: (message: string) => void): string | null {
  const quoted = quotedIn(value);
  const whole = quoted?.end === value.length ? quoted.text : backslashedIn(value);
  // A text that continues after its closing quote is direct speech, and the quotes belong to it.
  if (whole === null && quoted === null && value.lastIndexOf('"') === 0) {
    refuse('has a quote that is not closed');
    return null;
  }
  const content = whole ?? value;
  if (escape === 'no-escape') return content;
  const unknown = /\\(?![nrt"\\])/.exec(content.replaceAll('\\\\', ''));
  if (unknown !== null) {
    refuse(
      'has a backslash before something other than n, r, t, a quote or a backslash; write \\\\ for a backslash',
    );
    return null;
  }
  return content.replace(/\\(.)/g, (_escape, letter: string) => escapes[letter] ?? letter);
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

const undoubled = (text: string): string => text.replaceAll('""', '"');
