/**
 * Writes gettext. The msgid is the key, the inverse of the reader. If the sources are gettext themselves, the key has
 * the context too, and `.one` and `.other` of one msgid are its plural.
 */
import { onOneLine } from '../source/source-entry';
import { literalKey, Notes, type Target, type TranslatedString, type Writer } from './writer';
import { underscored } from './language-tag';

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
    // The message is placed where the first of the two was.
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

/** Escapes beyond ASCII would be bytes. */
function escaped(text: string): string {
  return text
    .replace(/[\\"]/g, '\\$&')
    .replace(/(?=\p{ASCII})\p{Cc}/gu, (char) => letters[char] ?? `\\${octal(char)}`);
}

const octal = (char: string): string => char.charCodeAt(0).toString(8).padStart(3, '0');

const SLAVIC = 'n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2';

const rules: readonly [languages: string, forms: string, expression: string][] = [
  ['ja ko zh vi th id ms lo my km bo dz ig jv kde kea lkt sah ses sg su to wo yo yue bm', 'other', '0'],
  ['fr pt hy ff kab fa hi bn gu kn as am zu ak ln mg nso pa ti wa doi si', 'one other', 'n > 1'],
  ['pt-pt', 'one other', 'n != 1'],
  ['he iw se', 'one two other', 'n==1 ? 0 : n==2 ? 1 : 2'],
  ['is mk', 'one other', 'n%10!=1 || n%100==11'],
  ['fil tl ceb', 'one other', 'n!=1 && n!=2 && n!=3 && (n%10==4 || n%10==6 || n%10==9)'],
  ['ru uk be', 'one few many', SLAVIC],
  ['sr hr bs sh', 'one few other', SLAVIC],
  ['pl', 'one few many', 'n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2'],
  ['cs sk', 'one few other', 'n==1 ? 0 : n>=2 && n<=4 ? 1 : 2'],
  [
    'lt',
    'one few other',
    'n%10==1 && (n%100<11 || n%100>19) ? 0 : n%10>=2 && n%10<=9 && (n%100<11 || n%100>19) ? 1 : 2',
  ],
  ['lv', 'zero one other', 'n%10==0 || (n%100>=11 && n%100<=19) ? 0 : n%10==1 && n%100!=11 ? 1 : 2'],
  [
    'mt',
    'one two few many other',
    'n==1 ? 0 : n==2 ? 1 : n==0 || (n%100>=3 && n%100<=10) ? 2 : n%100>=11 && n%100<=19 ? 3 : 4',
  ],
  ['ro mo', 'one few other', 'n==1 ? 0 : n==0 || (n!=1 && n%100>=1 && n%100<=19) ? 1 : 2'],
  ['sl', 'one two few other', 'n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3'],
  ['ga', 'one two few many other', 'n==1 ? 0 : n==2 ? 1 : n>=3 && n<=6 ? 2 : n>=7 && n<=10 ? 3 : 4'],
  [
    'ar',
    'zero one two few many other',
    'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5',
  ],
  ['cy', 'zero one two few many other', 'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n==3 ? 3 : n==6 ? 4 : 5'],
];

/** The header `Plural-Forms` of a language, and its forms in the order of msgstr[0], msgstr[1] and so on. */
export function gettextPlurals(language: string): { header: string; forms: readonly string[] } {
  const code = language.toLowerCase();
  const [first = ''] = code.split('-');
  const ruleOf = (name: string): (typeof rules)[number] | undefined =>
    rules.find(([languages]) => languages.split(' ').includes(name));
  const [, forms, expression] = ruleOf(code) ?? ruleOf(first) ?? ['', 'one other', 'n != 1'];
  const names = forms.split(' ');
  return { header: `nplurals=${names.length}; plural=(${expression});`, forms: names };
}
