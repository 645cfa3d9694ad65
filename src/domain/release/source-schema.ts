/**
 * The reference to the strings of a release, and the proof of a sender's identity. Workflow code imports only types
 * from here.
 */
import * as z from 'zod';
import { sha256 } from '../fields';

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
