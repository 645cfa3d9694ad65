/** A recorded exchange as it is stored in a file: the shape of a reply, without its content. */
import * as z from 'zod';

export const recordedExchange = z.strictObject({
  service: z.enum(['localization', 'social']),
  /**
   * Method and path as documented; `GET /download` for the file behind a link, `callback` for a callback that we
   * received.
   */
  endpoint: z.string(),
  request: z.strictObject({ query: z.record(z.string(), z.string()), body: z.unknown() }),
  reply: z.strictObject({
    status: z.int(),
    headers: z.record(z.string(), z.string()),
    body: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('json'), value: z.unknown() }),
      z.strictObject({ kind: z.literal('text'), value: z.string() }),
      /** Base64 preserves the file's own encoding. */
      z.strictObject({ kind: z.literal('ini'), base64: z.string() }),
      z.strictObject({ kind: z.literal('zip'), names: z.array(z.string()) }),
    ]),
  }),
  ms: z.number(),
});
export type RecordedExchange = z.output<typeof recordedExchange>;

/** How a callback was signed, as the body of its recorded request. */
export const recordedCallback = z.object({ signature: z.string() });

/** A placeholder for the link to a file. A replay puts its own address there. */
export const DOWNLOAD_PLACEHOLDER = 'https://download.invalid/file';
