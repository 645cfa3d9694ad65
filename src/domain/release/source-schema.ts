/**
 * The reference to the strings of a release, and the proof of a sender's identity. Workflow code imports types from
 * here alone.
 */
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
    /** The digest of the notes in the files on their strings, which are not translated. Absent: there are none. */
    notes: sha256.exactOptional(),
    /** Of the files, as `files --as` calls it; absent: it is not known. It is none of what is translated either. */
    format: z.string().max(50).exactOptional(),
  }),
  urlSource,
]);
export type ReleaseSource = z.output<typeof releaseSource>;

/** A proof that the named person was signed in when the message was sent. Only a worker can verify it. */
export const operatorProof = z.object({ atMs: z.number(), seal: z.string().max(100) });
export type OperatorProof = z.output<typeof operatorProof>;
