import { literalPattern } from '../../src/domain/made-pattern';

export interface Segment {
  text: string;
  marked: boolean;
}

/** A context cut into the places where the first of the terms that occurs in it stands, and what is between. */
export function markTerm(context: string, terms: readonly string[]): Segment[] {
  for (const term of terms) {
    if (term.trim() === '') continue;
    const segments = cutAt(context, literalPattern(term.trim(), 'giu'));
    if (segments.some(({ marked }) => marked)) return segments;
  }
  return context === '' ? [] : [{ text: context, marked: false }];
}

function cutAt(context: string, pattern: RegExp): Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  for (const match of context.matchAll(pattern)) {
    if (match.index > end) segments.push({ text: context.slice(end, match.index), marked: false });
    end = match.index + match[0].length;
    segments.push({ text: match[0], marked: true });
  }
  if (end < context.length) segments.push({ text: context.slice(end), marked: false });
  return segments;
}
