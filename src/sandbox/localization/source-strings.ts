/** The strings of a task, from the call that creates it or from the file that the call names. */
import * as z from 'zod';
import { download } from '../../http/download';
import { openSheet, sheetRows } from '../../source/formats/xlsx-strings';
import { LocalizedString } from './localized-string';

const DOWNLOAD_TIMEOUT_MS = 10_000;
const MAX_DOWNLOAD_BYTES = 64 * 1024 * 1024;

export const sourceStrings = z
  .array(z.object({ string_id: z.string(), content: z.string() }))
  .superRefine((strings, ctx) => {
    const seen = new Set<string>();
    for (const [index, { string_id }] of strings.entries()) {
      // The service has rows without an id: an export omits them.
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

export const finishedDownload = z.union([
  z.object({ rows: sourceStrings }),
  z.object({ failure: z.string() }),
]);
export type Download = z.output<typeof finishedDownload>;

export async function downloadRows(address: string, signal: AbortSignal): Promise<Download> {
  const chunks: Buffer[] = [];
  try {
    const options = {
      expectedBytes: null,
      maxBytes: MAX_DOWNLOAD_BYTES,
      signal: AbortSignal.any([signal, AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS)]),
    };
    for await (const chunk of download(address, options)) chunks.push(chunk);
    return { rows: sourceStrings.parse(await rowsOf(Buffer.concat(chunks))) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : 'unknown' };
  }
}

/** Reads the first sheet of a workbook: a row of names, then a row for each string. */
async function rowsOf(workbook: Buffer): Promise<z.input<typeof sourceStrings>> {
  const rows = sheetRows(await openSheet(workbook, undefined));
  // A cell that a spreadsheet takes for a number or a date is a text here.
  const [names = [], ...others] = rows.map(({ cells }) =>
    Array.from(cells, ([at, cell]) => [at, typeof cell === 'string' ? cell : cell.value] as const),
  );
  const placeOf = (name: string): number => {
    const place = names.find(([, text]) => text.trim().toLowerCase() === name)?.[0];
    if (place === undefined) throw new Error(`the first sheet has no column ${name}`);
    return place;
  };
  const [id, content] = [placeOf('string_id'), placeOf('content')];
  return others.map((row) => {
    const cells = new Map(row);
    return { string_id: cells.get(id) ?? '', content: cells.get(content) ?? '' };
  });
}
