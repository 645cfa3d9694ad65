import { quotable } from './visible-text';

/** A text on one line of Markdown, as text alone: no emphasis, no link, no cell, no HTML. */
export function markdownText(text: string): string {
  return quotable(text).replace(/[\\`*_[\]<>|#~!&$]/g, '\\$&');
}
