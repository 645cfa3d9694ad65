/** XLIFF 1.2: each string with its source, its translation, and what its file says of it. */
import { languageTag } from './language-tag';
import { elementsWithin, isInXml, NOT_IN_XML, xmlAttribute, xmlText } from './xml-text';
import { Notes, type TranslatedString, type Writer } from './writer';

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
  const said = isInXml(comment) ? xmlText(comment) : '';
  return (
    `      <trans-unit id="${name}" resname="${name}"${most} xml:space="preserve">\n` +
    `        <source>${content(source ?? key)}</source>\n        <target>${content(text)}</target>\n` +
    (said === '' ? '' : `        <note>${said}</note>\n`) +
    `      </trans-unit>\n`
  );
}

const INLINE: ReadonlySet<string> = new Set('g x bx ex bpt ept ph it sub mrk pc sc ec cp sm em'.split(' '));

/** A text with elements of XLIFF in it is XML as it stands: so it was read. */
function contentText(text: string): string {
  const elements = elementsWithin(text);
  const isMarkup = elements.length > 0 && elements.every(({ tag }) => INLINE.has(tag.name));
  return isMarkup ? text.replaceAll('\r', '&#13;') : xmlText(text);
}
