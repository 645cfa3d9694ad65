/** How wide a text is on a terminal: letters of East Asia and emoji take two columns, accents none. */
import { eastAsianWidth } from 'get-east-asian-width';

const PLAIN = /^[\x20-\x7e]*$/;
/** Each code point of it is a sign of its own: no accents, no emoji, no parts of Korean syllables. */
const SINGLE =
  /^[^\p{M}\p{Cf}\p{Emoji_Presentation}\p{Default_Ignorable_Code_Point}\u1100-\u11ff\ud7b0-\ud7ff]*$/u;
const UNSEEN = /^(?:\p{M}|\p{Cf}|\p{Default_Ignorable_Code_Point})+$/u;
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;
const ELLIPSIS = '…';

const signs = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  if (SINGLE.test(text)) for (const sign of text) width += eastAsianWidth(sign.codePointAt(0) ?? 0);
  else for (const { segment } of signs.segment(text)) width += signWidth(segment);
  return width;
}

/** Between two letters that a person sees, never within one. */
export function cutToWidth(text: string, most: number): string {
  if (most === Infinity || textWidth(text) <= most) return text;
  let kept = '';
  let width = ELLIPSIS.length;
  for (const { segment } of signs.segment(text)) {
    width += signWidth(segment);
    if (width > most) break;
    kept += segment;
  }
  return kept.trimEnd() + ELLIPSIS;
}

function signWidth(sign: string): number {
  if (UNSEEN.test(sign)) return 0;
  if (EMOJI.test(sign)) return 2;
  return eastAsianWidth(sign.codePointAt(0) ?? 0);
}
