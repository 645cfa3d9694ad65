/** INI, one language a file and without sections: texts in quotes, with the escapes of the service's mode `escape`. */
import type { Writer } from './writer';

export const writeIni: Writer = (strings) => {
  const lines = strings.map(({ key, text }) => {
    const isPlain = !key.includes('=') && !/^["[;#]/.test(key);
    return `${isPlain ? key : quoted(key)}=${quoted(escaped(text))}\n`;
  });
  return { text: lines.join(''), keys: strings.length, notes: [] };
};

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
}
