import type { Receiver } from '../config/notice-routes';
import type { Notice } from '../domain/notice';
import { postJson } from './post-json';

/** One message, whether it is about one thing or several. */
export function sendToSlack(
  { url }: Extract<Receiver, { kind: 'slack' }>,
  notices: readonly Notice[],
  signal?: AbortSignal,
): Promise<void> {
  const text = notices.map(paragraph).join('\n\n');
  const ids = notices.map(({ id }) => id).join(', ');
  return postJson(url, { body: JSON.stringify({ text }), headers: { 'x-locrelease-notice': ids }, signal });
}

function paragraph({ title, text, link }: Notice): string {
  return `*${escaped(title)}*\n${escaped(text)}\n<${escaped(link)}|Open in the console>`;
}

/** The three characters that Slack reads as its own; a text from elsewhere must not mention or link anybody. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
