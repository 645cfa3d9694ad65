/** An announcement and its change of text: accounts that have the post keep it, and those that failed get another. */
import { withLinks } from '../application-links';
import { canonicalJson } from '../text/canonical-json';
import { unknownOutcomes } from '../problems/choices';
import type { ReleaseSpec } from './release-file';
import type { Announcement, ReleaseRecord } from './release-record';
import type { AnnouncedTarget } from './status';
import { targetOutcome } from './target-outcome';
import type { ReleaseInput } from './release-input';

export type PlannedAnnouncement = NonNullable<ReturnType<typeof plannedAnnouncement>>;

export function plannedAnnouncement(
  { spec, source }: ReleaseInput,
  { settings, languages, lateLanguages, announcement, stages }: ReleaseRecord,
) {
  if (spec.announce === undefined) return null;
  const { text = null, postId = null, at = null } = spec.announce;
  // Languages that are added once the announcement has begun come after it.
  const state = stages.find(({ name }) => name === 'announce')?.state;
  const added = state === 'pending' || state === 'waiting' ? lateLanguages : [];
  return {
    /** The text with its placeholders; null when a draft prepared in the application is published. */
    text: postId === null ? text : null,
    postId,
    at,
    /** Empty before the release has read them. */
    accounts: settings?.accounts ?? [],
    /** Codes, including those that are still to be added before the announcement. */
    languages: announcement?.languages ?? [...new Set([...languages, ...added])],
    strings: stringsOf(source),
  };
}

/** The strings of a file that the service downloads are never counted here. */
export function stringsOf(source: ReleaseInput['source']): number {
  return source.kind === 'snapshot' ? source.strings : 0;
}

type Announce = NonNullable<ReleaseSpec['announce']>;

/** Whether the service has the post, to be published by this program or at its scheduled time. */
export function isPostMade({ announcement }: ReleaseRecord): boolean {
  return (
    announcement !== null && (announcement.publishSentAt !== null || announcement.scheduledAt !== undefined)
  );
}

export function isOtherText(before: Announce | undefined, wanted: Announce | null | undefined): boolean {
  if (before?.text === undefined || wanted?.text === undefined || before.text === wanted.text) return false;
  return canonicalJson({ ...before, text: '' }) === canonicalJson({ ...wanted, text: '' });
}

export function rewordingFault(record: ReleaseRecord): string | null {
  const { state, resolution, problem, announcement, settings } = record;
  if (state !== 'partial' || resolution !== null)
    return withLinks(
      'announce: the post is made already. Change the post in the application.',
      settings?.links ?? {},
    );
  const codes = [
    problem?.code,
    ...Object.values(announcement?.refusals ?? {}).map(({ code }) => code),
    ...(announcement?.targets ?? []).map(({ errorCode }) => errorCode),
  ];
  return codes.some((code) => unknownOutcomes.has(code ?? ''))
    ? 'announce: it is not known whether the post is out on an account. Retry first, which looks for it; or look yourself.'
    : null;
}

export function failedAccounts({ announcement }: ReleaseRecord): string[] {
  return (announcement?.targets ?? [])
    .filter((target) => targetOutcome(target) === 'failed')
    .map(({ accountId }) => accountId);
}

/** The record keeps the text of the current post until there is another post. */
export function reword({ announcement }: ReleaseRecord, before: Announce, wanted: Announce): void {
  if (announcement === null) return;
  announcement.text ??= before.text ?? '';
  announcement.isReworded = announcement.text !== wanted.text;
}

/** The next post is for the failed accounts alone. The record still shows that an earlier one was sent. */
export function nextPost(
  announcement: Announcement,
  { failed, text, number }: { failed: readonly AnnouncedTarget[]; text: string; number: number },
): Announcement {
  const { postId, earlier, publishSentAt, scheduledAt = null, languages, sentText } = announcement;
  const has = { ...(sentText !== undefined && { text: sentText }), ...(postId !== null && { postId }) };
  const successful = announcement.targets.filter((target) => !failed.includes(target));
  const targets = successful.map((target) => ({ ...has, ...target }));
  return {
    postId: null,
    publishSentAt: publishSentAt ?? scheduledAt,
    accepted: false,
    targets: [...targets, ...failed],
    retries: {},
    ...(languages !== undefined && { languages }),
    text,
    number,
    accounts: failed.map(({ accountId, platform, handle }) => ({
      id: accountId,
      platform: platform ?? '',
      ...(handle !== undefined && { handle }),
    })),
    earlier: { postId: postId ?? earlier?.postId ?? '', targets },
  };
}
