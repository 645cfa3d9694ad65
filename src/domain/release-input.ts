import type { AmendableParts } from './amendable';
import type { ReleaseSpec } from './release-file';

/**
 * The strings of a release, by reference: a snapshot in the store, or a file that the service downloads. The address of
 * that has no query here; one that has a query is in the store as a whole, under its digest.
 */
export type ReleaseSource =
  | {
      kind: 'snapshot';
      sha256: string;
      strings: number;
      /** Digest of what the files say of their strings; absent: nothing. It is none of what is translated. */
      notes?: string;
      /** Of the files, as `files --as` calls it; absent: it is not known. It is none of what is translated either. */
      format?: string;
    }
  | { kind: 'url'; url: string; sha256?: string };

/** That whoever is named had signed in when it was said; only a worker can tell whether it is one. */
export interface OperatorProof {
  atMs: number;
  seal: string;
}

export interface ReleaseInput {
  spec: ReleaseSpec;
  source: ReleaseSource;
  startedBy: string | null;
  /** The branch that its files come from, where whoever started it could tell. */
  branch?: string | undefined;
  /** Of who started it; the four-eyes rule asks for it. */
  proof?: OperatorProof | undefined;
  /** What its file said last of what can be amended; absent: what `spec` says. */
  file?: AmendableParts | undefined;
}
