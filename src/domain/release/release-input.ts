import { canonicalJson } from '../text/canonical-json';
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

/** All of a release file that a release goes by later than at its start, and that can be amended therefore. */
export interface AmendableParts {
  terms: Pick<ReleaseSpec['terms'], 'deadline' | 'reminders' | 'onDeadline'>;
  supplementLanguages: string[];
  supplement: NonNullable<ReleaseSpec['supplement']> | null;
  publish: boolean;
  export: NonNullable<ReleaseSpec['export']> | null;
  announce: NonNullable<ReleaseSpec['announce']> | null;
}

export function amendable(spec: ReleaseSpec): AmendableParts {
  const { deadline, reminders, onDeadline } = spec.terms;
  return {
    terms: { deadline, reminders, onDeadline },
    supplementLanguages: spec.supplementLanguages,
    supplement: spec.supplement ?? null,
    publish: spec.publish,
    export: spec.export ?? null,
    announce: spec.announce ?? null,
  };
}

/** Whether two inputs, both checked and with their defaults filled in, ask for the same release. */
export function isSameRequest(one: ReleaseInput, other: ReleaseInput): boolean {
  return requestOf(one) === requestOf(other);
}

/** Not where the files lie, or what is said of the strings beside their texts. */
function requestOf({ spec, source }: ReleaseInput): string {
  const strings = source.kind === 'url' ? source : { sha256: source.sha256 };
  const exportTo = spec.export && { ...spec.export, directory: '' };
  return canonicalJson({ ...spec, source: strings, export: exportTo });
}
