import type { ReleaseSpec } from './release-file';

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
