import { elementsIn, parseXml, type XmlElement } from '../source/formats/xml-tree';
import { orReported } from '../source/input-error';
import { Notes, type Writer, type TranslatedString } from './writer';
import { languageTag } from './language-tag';

/** Characters that XML 1.0 cannot have, even escaped. */
const isInXml = (text: string): boolean =>
  !/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(text);

const NOT_IN_XML = 'with control characters, which XML cannot have';

export function xmlText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

export function xmlAttribute(text: string): string {
  return xmlText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/** The elements in a text that is XML, as a source with markup is read; empty: it is plain text. */
export function elementsWithin(text: string): XmlElement[] {
  if (!/<[A-Za-z]/.test(text)) return [];
  const root = orReported(
    () => undefined,
    () => parseXml(`<text>${text}</text>`),
  );
  return root === null ? [] : allIn(root);
}

function allIn(parent: XmlElement): XmlElement[] {
  return elementsIn(parent).flatMap((element) => [element, ...allIn(element)]);
}

/** The standard headers of .NET's resources. */
const READER = 'System.Windows.Forms, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089';
const headers = {
  resmimetype: 'text/microsoft-resx',
  version: '2.0',
  reader: `System.Resources.ResXResourceReader, ${READER}`,
  writer: `System.Resources.ResXResourceWriter, ${READER}`,
};

export const writeResx: Writer = (strings) => {
  const notes = new Notes();
  const heads = Object.entries(headers).map(
    ([name, value]) => `  <resheader name="${name}">\n    <value>${value}</value>\n  </resheader>\n`,
  );
  const units = strings.flatMap(({ key, text }) => {
    if (isInXml(key + text))
      return [
        `  <data name="${xmlAttribute(key)}" xml:space="preserve">\n    <value>${xmlText(text)}</value>\n  </data>\n`,
      ];
    notes.leaveOut(NOT_IN_XML, key);
    return [];
  });
  return {
    text: `<?xml version="1.0" encoding="utf-8"?>\n<root>\n${heads.join('')}${units.join('')}</root>\n`,
    keys: units.length,
    notes: notes.sentences(),
  };
};

const NO_LANGUAGE =
  'The language of the sources is not known here: source-language is und. Change it if a program asks for it.';

export const writeXliff: Writer = (strings, { language, sourceFormat }) => {
  const notes = new Notes();
  const isXliff = sourceFormat === 'xliff';
  const units = strings.flatMap((string) => {
    const { key, text, source } = string;
    if (!isInXml(`${key}${text}${source ?? ''}`)) {
      notes.leaveOut(NOT_IN_XML, key);
      return [];
    }
    if (source === null)
      notes.alter('with the key in place of the source text, which is not known here', key);
    return [unitText(string, isXliff ? contentText : xmlText)];
  });
  return {
    text:
      `<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n` +
      `  <file original="strings" datatype="plaintext" source-language="und" target-language="${languageTag(language)}">\n` +
      `    <body>\n${units.join('')}    </body>\n  </file>\n</xliff>\n`,
    keys: units.length,
    notes: [...notes.sentences(), NO_LANGUAGE],
  };
};

function unitText({ key, text, source, note }: TranslatedString, content: (text: string) => string): string {
  const { comment = '', maxLength } = note ?? {};
  const name = xmlAttribute(key);
  const most = maxLength === undefined ? '' : ` maxwidth="${maxLength}" size-unit="char"`;
  const noted = isInXml(comment) ? xmlText(comment) : '';
  return (
    `      <trans-unit id="${name}" resname="${name}"${most} xml:space="preserve">\n` +
    `        <source>${content(source ?? key)}</source>\n        <target>${content(text)}</target>\n` +
    (noted === '' ? '' : `        <note>${noted}</note>\n`) +
    `      </trans-unit>\n`
  );
}

const INLINE: ReadonlySet<string> = new Set('g x bx ex bpt ept ph it sub mrk pc sc ec cp sm em'.split(' '));

/** A text with XLIFF elements in it is XML as it is, because it was read so. */
function contentText(text: string): string {
  const elements = elementsWithin(text);
  const isMarkup = elements.length > 0 && elements.every(({ tag }) => INLINE.has(tag.name));
  return isMarkup ? text.replaceAll('\r', '&#13;') : xmlText(text);
}
