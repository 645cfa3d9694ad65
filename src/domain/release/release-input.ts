import { canonicalJson } from '../text/canonical-json';
import type { ReleaseSpec } from './release-file';
import type { OperatorProof, ReleaseSource } from '../fields';

export type { OperatorProof, ReleaseSource };

export interface ReleaseInput {
  spec: ReleaseSpec;
  source: ReleaseSource;
  startedBy: string | null;
  branch?: string | undefined;
  /** The proof of the person who started it, which the four-eyes rule needs. */
  proof?: OperatorProof | undefined;
  /** The amendable values in its file when the file was last used; absent: those of `spec`. */
  file?: AmendableParts | undefined;
}

/** The parts of a release file that a release uses after its start, and that can therefore be amended. */
export type AmendableParts = ReturnType<typeof amendable>;

export function amendable(spec: ReleaseSpec) {
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

/** Both inputs must be checked and have their defaults filled in. */
export function isSameRequest(one: ReleaseInput, other: ReleaseInput): boolean {
  return requestOf(one) === requestOf(other);
}

/** The paths of the files and the notes on the strings do not count. */
function requestOf({ spec, source }: ReleaseInput): string {
  const strings = source.kind === 'url' ? source : { sha256: source.sha256 };
  const exportTo = spec.export && { ...spec.export, directory: '' };
  return canonicalJson({ ...spec, source: strings, export: exportTo });
}
