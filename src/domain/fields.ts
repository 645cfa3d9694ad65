/** Field kinds that several files or messages share. `meta` is for workflows, which check messages without zod. */
import * as z from 'zod';
import { durationMs } from './text/duration';
import { MOST_ID_CHARS, nameFault } from './release/identity';

export const checked = (fault: (text: string) => string | null) =>
  z.string().superRefine((text, ctx) => {
    const message = fault(text);
    if (message !== null) ctx.addIssue({ code: 'custom', message });
  });

export const name = checked(nameFault);

export const language = z
  .string()
  .regex(
    /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/,
    'must be a language code in lower case with hyphens, such as zh-cn',
  );

export const languageCode = language.meta({
  fault: 'must be a language code in lower case with hyphens, such as zh-cn',
});

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const id = z.string().min(1).max(MOST_ID_CHARS);
export const by = z.string().trim().min(1).max(100).meta({ trim: true });
export const words = z.string().max(2000);

const NO_DURATION = 'must be a duration such as "3 days" or "12h"';

/** The parsed value is in milliseconds. */
export const duration = z
  .string({ error: ({ input }) => (input === undefined ? undefined : NO_DURATION) })
  .transform((text, ctx) => {
    const value = durationMs(text);
    if (value !== null && value > 0) return value;
    ctx.addIssue({ code: 'custom', message: NO_DURATION });
    return z.NEVER;
  });

/** `Date.parse` takes the 30th of February for the 2nd of March. */
function isDate(text: string): boolean {
  const atMs = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text);
}

export const date = z.string().refine(isDate, { error: 'must be a date such as 2026-12-24', abort: true });

export const zonedTime = z
  .string()
  .regex(
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/,
    'must be a time with its zone, such as 2026-12-01T09:00+08:00',
  )
  .refine(
    (text) => isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)),
    'is not a time that exists',
  );

export const distinct = (words: readonly string[]): boolean => new Set(words).size === words.length;

/** A file that the service downloads. The address has no query: one with a query is in the store, under its digest. */
export const urlSource = z.object({
  kind: z.literal('url'),
  url: z.string().min(1),
  sha256: sha256.exactOptional(),
});

/** The strings of a release, by reference: a snapshot in the store, or a file that the service downloads. */
export const releaseSource = z.union([
  z.object({
    kind: z.literal('snapshot'),
    sha256,
    strings: z.int(),
    /** The digest of the files' notes on their strings, which are not translated; absent: there are none. */
    notes: sha256.exactOptional(),
    /** The files' format as `files --as` names it; absent: not known. It does not affect the translation. */
    format: z.string().max(50).exactOptional(),
  }),
  urlSource,
]);
export type ReleaseSource = z.output<typeof releaseSource>;

/** A proof that the named person was signed in when the message was sent. Only a worker can verify it. */
export const operatorProof = z.object({ atMs: z.number(), seal: z.string().max(100) });
export type OperatorProof = z.output<typeof operatorProof>;
