/** Rows of a terminal, made of toned pieces and never wider than the terminal. */
import { visibleValue } from '../../domain/text/visible-text';
import { beginning, textWidth } from './table';

export type Tone = 'plain' | 'strong' | 'quiet' | 'good' | 'bad' | 'attention';

export interface Piece {
  text: string;
  tone: Tone;
}

export interface Row {
  pieces: readonly Piece[];
  /** The number of terminal rows; more than 1 only when the terminal itself wraps the row. */
  height: number;
}

export const blank: Row = { pieces: [], height: 1 };

/** Control characters are made visible, so no text can move the cursor or start a row. */
export const piece = (text: string, tone: Tone = 'plain'): Piece => ({
  text: visibleValue(text).replaceAll('\t', ' '),
  tone,
});

export const row = (...pieces: Piece[]): Row => ({ pieces, height: 1 });

export const widthOf = (...pieces: readonly Piece[]): number =>
  pieces.reduce((width, { text }) => width + textWidth(text), 0);

/** Written as one line that the terminal wraps, so that a copy of it is one line again. */
export function copyable(
  text: string,
  tone: Tone,
  { columns, indent }: { columns: number; indent: number },
): Row {
  const indented = piece(' '.repeat(indent) + text, tone);
  if (widthOf(indented) <= columns) return row(indented);
  return { pieces: [piece(text, tone)], height: Math.ceil(textWidth(text) / columns) };
}

/** A quoted command stays on one row if it fits. */
const WORDS = /"locrelease [^"]*"\S*|\S+/g;

export function sentenceRows(text: string, tone: Tone, columns: number): Row[] {
  const words = (text.match(WORDS) ?? []).map((word) => piece(word, tone));
  return flow(words, { columns, gap: 1 });
}

export function flow(pieces: readonly Piece[], { columns, gap }: { columns: number; gap: number }): Row[] {
  const rows: Piece[][] = [];
  let left = 0;
  for (const part of pieces.flatMap((each) => broken(each, columns))) {
    const width = widthOf(part);
    const last = rows.at(-1);
    if (last !== undefined && gap + width <= left) {
      last.push(piece(' '.repeat(gap), part.tone), part);
      left -= gap + width;
    } else {
      rows.push([part]);
      left = columns - width;
    }
  }
  return rows.map((each) => row(...each));
}

/** Splits text that is too wide at its spaces, or else anywhere. */
function broken({ text, tone }: Piece, columns: number): Piece[] {
  if (textWidth(text) <= columns) return [piece(text, tone)];
  const words = text.split(' ');
  if (words.length > 1) return words.flatMap((word) => broken(piece(word, tone), columns));
  // At least one letter, so that the recursion ends even when nothing fits.
  const first = beginning(text, columns, { leastLetters: 1 });
  return [piece(first, tone), ...broken(piece(text.slice(first.length), tone), columns)];
}

export function cutRows(rows: readonly Row[], height: number, columns: number): Row[] {
  const last = rows[height - 1];
  if (rows.length <= height || last === undefined) return rows.slice(0, Math.max(0, height));
  const text = beginning(last.pieces.map((each) => each.text).join(''), columns - 1);
  return [...rows.slice(0, height - 1), row(piece(`${text}…`, last.pieces[0]?.tone))];
}
