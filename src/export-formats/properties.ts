/** Java's properties, in UTF-8. */
import { hexEscape, type Writer } from './writer';

export const writeProperties: Writer = (strings) => {
  const lines = strings.map(
    ({ key, text }) => `${escaped(key).replace(/[ =:#!]/g, '\\$&')}=${escaped(text).replace(/^ /, '\\ ')}\n`,
  );
  return { text: lines.join(''), keys: strings.length, notes: [] };
};

const letters: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\f': '\\f' };

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replace(/\p{Cc}/gu, (char) => letters[char] ?? hexEscape(char));
}
