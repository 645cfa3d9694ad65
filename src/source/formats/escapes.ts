/** Escapes such as `\n` and `\u00e9`, which several formats write alike and read differently. */
import { MOST_CHARS } from '../source-entry';

const ESCAPE = /\\([uU][0-9a-fA-F]{4}|[0-7]{1,3}|x[0-9a-fA-F]{1,2}|[^]|$)/g;

/** An escape has six characters at most, so a text longer than this is too long in any case, and stays as it is. */
const MOST_RAW_CHARS = 6 * MOST_CHARS.content + 6;

/** Maps an escape without its backslash to its character; null: the escape is unknown. */
export type EscapeTable = (escape: string) => string | null;

/** Resolves the escapes of a text, and returns the first unknown one. */
export function unescaped(raw: string, meaningOf: EscapeTable): { text: string; unknown: string | null } {
  if (raw.length > MOST_RAW_CHARS || !raw.includes('\\')) return { text: raw, unknown: null };
  let unknown: string | null = null;
  const text = raw.replace(ESCAPE, (whole, escape: string) => {
    const meaning = meaningOf(escape);
    if (meaning === null) unknown ??= whole;
    return meaning ?? '';
  });
  return { text, unknown };
}

const controls: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  f: '\f',
  a: '\u0007',
  b: '\b',
  v: '\v',
};

/** The one-letter escapes of C, limited to the `letters` that a format has. */
export function controlEscape(escape: string, letters: string): string | null {
  return letters.includes(escape) ? (controls[escape] ?? null) : null;
}

export const unknownEscape = (escape: string): string =>
  `has an escape that is not known: ${escape}; write \\\\ for a backslash`;

/** Whether a character has an odd number of backslashes before it. */
export function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === '\\') start -= 1;
  return (at - start) % 2 === 1;
}
