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
  /** As codes; also those that are still to be added. */
  languages: string[];
  strings: number;
}

/** null: the release announces nothing. */
export function plannedAnnouncement(
  { spec, source }: ReleaseInput,
  { settings, languages, lateLanguages }: ReleaseRecord,
): PlannedAnnouncement | null {
  if (spec.announce === undefined) return null;
  const { text = null, postId = null, at = null } = spec.announce;
  return {
    text: postId === null ? text : null,
    postId,
    at,
    accounts: settings?.accounts ?? [],
    languages: [...new Set([...languages, ...lateLanguages])],
    strings: stringsOf(source),
  };
}

/** A file that the service downloads is never counted here. */
export function stringsOf(source: ReleaseInput['source']): number {
  return source.kind === 'snapshot' ? source.strings : 0;
}
