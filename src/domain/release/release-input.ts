import { canonicalJson } from '../text/canonical-json';
import type { ReleaseSpec } from './release-file';
import type { OperatorProof, ReleaseSource } from './source-schema';

export type { OperatorProof, ReleaseSource };

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
