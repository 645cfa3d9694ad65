/** The .strings files of Apple's platforms. */
import { hexEscape, literalKey, type Writer } from './writer';

export const writeApple: Writer = (strings, target) => {
  const lines = strings.map(({ key, text }) => `${quoted(literalKey(key, target))} = ${quoted(text)};\n`);
  return { text: lines.join(''), keys: strings.length, notes: [] };
};

const letters: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function quoted(text: string): string {
  const inner = text
    .replace(/[\\"]/g, '\\$&')
    .replace(/\p{Cc}/gu, (char) => letters[char] ?? hexEscape(char, '\\U'));
  return `"${inner}"`;
}
