/**
 * gettext. The msgid is the key, as sources are read. Where the sources are gettext themselves, the key holds the context too, and
 * `.one` and `.other` of one msgid are its plural.
 */
import { onOneLine } from '../source/source-entry';
import { gettextPlurals } from './gettext-plurals';
import { underscored } from './language-tag';
import { literalKey, Notes, type Target, type TranslatedString, type Writer } from './writer';

export const writePo: Writer = (strings, target) => {
  const { language } = target;
  const isPo = target.sourceFormat === 'po';
  const byKey = new Map(strings.map((string) => [string.key, string]));
  const { header, forms } = gettextPlurals(language);
  const notes = new Notes();
  const plurals = new Set<string>();
  const messages = strings.flatMap((string): string[] => {
    const stem = isPo ? /^(.+)\.(?:one|other)$/s.exec(string.key)?.[1] : undefined;
    const [one, other] = [byKey.get(`${stem ?? ''}.one`), byKey.get(`${stem ?? ''}.other`)];
    if (stem === undefined || one === undefined || other === undefined)
      return [[...head(string, string.key, target), field('msgstr', string.text)].join('')];
    // The message stands where the first of the two does.
    if (plurals.has(stem)) return [];
    plurals.add(stem);
    const texts = forms.map((form) => byKey.get(`${stem}.${form}`)?.text);
    if (texts.includes(undefined)) notes.alter(LACKING, stem);
    return [
      [
        ...head(string, stem, target),
        field('msgid_plural', other.source ?? stem),
        ...texts.map((text, at) => field(`msgstr[${at}]`, text ?? other.text)),
      ].join(''),
    ];
  });
  const about = `Language: ${underscored(language)}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\nPlural-Forms: ${header}\n`;
  return {
    text: [field('msgid', '') + field('msgstr', about), ...messages].join('\n'),
    keys: strings.length,
    notes: notes.sentences(),
  };
};

const LACKING = 'with the text of the form other in plural forms that were not translated';

/** Comments as they were read, then context and msgid. */
function head({ note }: TranslatedString, key: string, target: Target): string[] {
  const { context, comment, maxLength } = note ?? {};
  const before = `${onOneLine(context ?? '')}|`;
  const hasContext = target.sourceFormat === 'po' && context !== undefined && key.startsWith(before);
  const id = hasContext ? key.slice(before.length) : key;
  return [
    ...(comment ?? '').split(/\r\n|\r|\n/).flatMap((line) => (line === '' ? [] : [`${commentText(line)}\n`])),
    ...(maxLength === undefined ? [] : [`#, max-length:${maxLength}\n`]),
    ...(hasContext ? [field('msgctxt', context)] : []),
    field('msgid', literalKey(id, target)),
  ];
}

function commentText(line: string): string {
  const [, places] = /^Used in (.+)$/.exec(line) ?? [];
  if (places !== undefined) return `#: ${places}`;
  return /^[\w-]+-format$/.test(line) ? `#, ${line}` : `#. ${line}`;
}

function field(name: string, text: string): string {
  const lines = text.split(/(?<=\n)/).map((line) => `"${escaped(line)}"\n`);
  return lines.length > 1 ? `${name} ""\n${lines.join('')}` : `${name} ${lines.join('') || '""\n'}`;
}

const letters: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\f': '\\f',
  '\v': '\\v',
  '\b': '\\b',
  '\u0007': '\\a',
};

/** Beyond ASCII, escapes would be bytes. */
function escaped(text: string): string {
  return text
    .replace(/[\\"]/g, '\\$&')
    .replace(/(?=\p{ASCII})\p{Cc}/gu, (char) => letters[char] ?? `\\${octal(char)}`);
}

const octal = (char: string): string => char.charCodeAt(0).toString(8).padStart(3, '0');
