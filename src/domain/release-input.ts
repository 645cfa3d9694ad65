import type { ReleaseSpec } from './release-file';

/** The strings of a release, by reference: a snapshot in the store, or a file that the service downloads. */
export type ReleaseSource =
  { kind: 'snapshot'; sha256: string; strings: number } | { kind: 'url'; url: string };

export interface ReleaseInput {
  spec: ReleaseSpec;
  source: ReleaseSource;
  startedBy: string | null;
}
