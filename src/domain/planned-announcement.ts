import type { ReleaseRecord } from './release-record';
import type { ReleaseInput } from './release-input';

/** What the release will tell the world, as far as it is known now. */
export interface PlannedAnnouncement {
  /** With its placeholders; null where a draft that was prepared in the application is published. */
  text: string | null;
  postId: string | null;
  at: string | null;
  /** None before the release has looked for them. */
  accounts: { id: string; platform: string }[];
  /** As codes; also those that are still to be added before it. */
  languages: string[];
  strings: number;
}

/** null: the release announces nothing. */
export function plannedAnnouncement(
  { spec, source }: ReleaseInput,
  { settings, languages, lateLanguages, announcement, stages }: ReleaseRecord,
): PlannedAnnouncement | null {
  if (spec.announce === undefined) return null;
  const { text = null, postId = null, at = null } = spec.announce;
  // Languages that are added once it has begun come after it.
  const state = stages.find(({ name }) => name === 'announce')?.state;
  const added = state === 'pending' || state === 'waiting' ? lateLanguages : [];
  return {
    text: postId === null ? text : null,
    postId,
    at,
    accounts: settings?.accounts ?? [],
    languages: announcement?.languages ?? [...new Set([...languages, ...added])],
    strings: stringsOf(source),
  };
}

/** A file that the service downloads is never counted here. */
export function stringsOf(source: ReleaseInput['source']): number {
  return source.kind === 'snapshot' ? source.strings : 0;
}
