import { LineCounter } from 'yaml';

/** Lines are counted from 1. */
export type LineAt = (offset: number) => number;

export function linesOf(text: string): LineAt {
  const counter = new LineCounter();
  counter.addNewLine(0);
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) counter.addNewLine(at + 1);
  return (offset) => counter.linePos(offset).line;
}
