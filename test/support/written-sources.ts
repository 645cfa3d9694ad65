/** Source files in each format that has a text, as the tools of that format write them. */
import type { SourceString } from '../../src/localization/requests';

const eachLine = (write: (id: string, content: string) => string) => (strings: readonly SourceString[]) =>
  strings.map(({ string_id, content }) => write(string_id, content)).join('\n') + '\n';

const quoted = (text: string): string => JSON.stringify(text);
const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** By the ending of the file's name; ids and contents hold no line breaks. */
export const writtenSources: Readonly<Record<string, (strings: readonly SourceString[]) => string>> = {
  '.json': (strings) =>
    JSON.stringify(
      Object.fromEntries(strings.map(({ string_id, content }) => [string_id, content])),
      null,
      2,
    ),
  '.yaml': eachLine((id, content) => `${quoted(id)}: ${quoted(content)}`),
  '.csv': (strings) =>
    `string_id,content\n${eachLine((id, content) => `${cell(id)},${cell(content)}`)(strings)}`,
  '.ini': eachLine((id, content) => `${cell(id)}=${cell(content)}`),
  '.po': eachLine(
    (id, content) => `#. On a button.\n#: src/menu.c:12\nmsgid ${quoted(id)}\nmsgstr ${quoted(content)}\n`,
  ),
  '.arb': (strings) =>
    `{${strings
      .map(
        ({ string_id, content }) =>
          `${quoted(string_id)}: ${quoted(content)},\n${quoted(`@${string_id}`)}: {"description": "On a button."}`,
      )
      .join(',\n')}}`,
  '.strings': eachLine((id, content) => `/* On a button. */\n${quoted(id)} = ${quoted(content)};\n`),
  '.stringsdict': (strings) =>
    `<plist version="1.0"><dict>${eachLine(
      (id, content) =>
        `<key>${id}</key><dict><key>NSStringLocalizedFormatKey</key><string>${content}</string></dict>`,
    )(strings)}</dict></plist>`,
  '.xcstrings': (strings) =>
    JSON.stringify({
      sourceLanguage: 'en',
      strings: Object.fromEntries(
        strings.map(({ string_id, content }) => [
          string_id,
          {
            comment: 'On a button.',
            localizations: { en: { stringUnit: { state: 'new', value: content } } },
          },
        ]),
      ),
    }),
  '.properties': eachLine(
    (id, content) =>
      `# On a button.\n${id.replace(/[\s=:\\]/g, '\\$&')} = ${content.replaceAll('\\', '\\\\')}\n`,
  ),
};
