/** How wide a text is on a terminal: letters of East Asia and emoji take two columns, accents none. */
import stringWidth from 'string-width';

const PLAIN = /^[\x20-\x7e]*$/;
const ELLIPSIS = '…';

const signs = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Most texts are plain, and tables have thousands of them. */
export function textWidth(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}

/** As much of a text as fits: cut between two letters that a person sees, never within one. */
export function beginning(text: string, most: number, { leastLetters = 0 } = {}): string {
  let [fits, width, letters] = ['', 0, 0];
  for (const { segment } of signs.segment(text)) {
    width += textWidth(segment);
    if (width > most && letters >= leastLetters) break;
    fits += segment;
    letters += 1;
  }
  return fits;
}

export function cutToWidth(text: string, most: number): string {
  if (most === Infinity || textWidth(text) <= most) return text;
  return beginning(text, most - ELLIPSIS.length).trimEnd() + ELLIPSIS;
}
