/** What stands for the strings of a release, and for proof of who said something. Workflow code takes types from here alone. */
import * as z from 'zod';
import { sha256 } from '../fields';

/** A file that the service downloads. Its address has no query here; one that has a query is in the store, under its digest. */
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
    /** Digest of what the files say of their strings; absent: nothing. It is none of what is translated. */
    notes: sha256.exactOptional(),
    /** Of the files, as `files --as` calls it; absent: it is not known. It is none of what is translated either. */
    format: z.string().max(50).exactOptional(),
  }),
  urlSource,
]);
export type ReleaseSource = z.output<typeof releaseSource>;

/** That whoever is named had signed in when it was said; only a worker can tell whether it is one. */
export const operatorProof = z.object({ atMs: z.number(), seal: z.string().max(100) });
export type OperatorProof = z.output<typeof operatorProof>;
