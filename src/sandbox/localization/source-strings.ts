/** The strings of a task, given in the call that creates it or downloaded from where that call says. */
import { Agent } from 'undici';
import { z } from 'zod';
import { exchange } from '../../http/exchange';
import { LocalizedString } from './localized-string';

const DOWNLOAD_TIMEOUT_MS = 10_000;
const MAX_DOWNLOAD_BYTES = 64 * 1024 * 1024;

export const sourceStrings = z
  .array(z.object({ string_id: z.string(), content: z.string() }))
  .superRefine((strings, ctx) => {
    const seen = new Set<string>();
    for (const [index, { string_id }] of strings.entries()) {
      // Rows without an id exist in the service: an export leaves them out.
      if (string_id !== '' && seen.has(string_id)) {
        ctx.addIssue({
          code: 'custom',
          path: [index, 'string_id'],
          message: `duplicate string_id ${string_id}`,
        });
        return;
      }
      seen.add(string_id);
    }
  });

export function asStrings(rows: z.output<typeof sourceStrings>): LocalizedString[] {
  return rows.map(({ string_id, content }) => new LocalizedString(string_id, content));
}

export function countWords(strings: readonly LocalizedString[]): number {
  return strings.reduce((words, { content }) => words + (content.match(/\S+/g)?.length ?? 0), 0);
}

/** How a download ended: the rows, or why there are none. */
export const download = z.union([z.object({ rows: sourceStrings }), z.object({ failure: z.string() })]);
export type Download = z.output<typeof download>;

/** The service reads a spreadsheet; the sandbox reads no spreadsheets and takes the same rows as JSON. */
export async function downloadRows(address: string, signal: AbortSignal): Promise<Download> {
  const url = new URL(address);
  const agent = new Agent();
  try {
    const { status, text } = await exchange(agent, {
      origin: url.origin,
      method: 'GET',
      path: url.pathname + url.search,
      headers: {},
      body: '',
      timeoutMs: DOWNLOAD_TIMEOUT_MS,
      maxReplyBytes: MAX_DOWNLOAD_BYTES,
      signal,
    });
    if (status !== 200) throw new Error(`HTTP ${status}`);
    return { rows: sourceStrings.parse(JSON.parse(text)) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : 'unknown' };
  } finally {
    await agent.destroy();
  }
}
