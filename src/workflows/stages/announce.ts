/** Drafts the post, has it published on every account, and waits. A failed account never undoes the release. */
import type { Draft } from '../../activities/announcement';
import type { Traced } from '../../activities/tasks';
import { draftKey } from '../../domain/release/identity';
import { nextPost, stringsOf } from '../../domain/release/announcement';
import type { Announcement } from '../../domain/release/release-record';
import { keepReply, stageOf, addWarning } from '../../domain/release/release-transitions';
import type { ActivityInput } from '../../protocol/activity-inputs';
import { asStageProblem, isOutcomeUnknown, StageProblem } from '../problems';
import type { ReleaseRun } from '../release-run';
import { startOnce } from '../start-once';
import { wait } from '../wait';
import { awaitTargets, failedTargets, readTargets } from './announced-targets';
import { findDraft } from './find-draft';
import { accountsOf, publishEverywhere, publishOneByOne, announcementHold, isAhead } from './publish-post';

export async function announceRelease(release: ReleaseRun): Promise<void> {
  const { record } = release;
  if (record.announcement?.isRetried === true) await retryFailedTargets(release);
  else await announcePost(release);
}

async function announcePost(release: ReleaseRun): Promise<void> {
  const { record } = release;
  if (announcedLanguages(release).length === 0) {
    addWarning(record, 'Not announced: none of the languages is in the exported files.');
    release.end('announce', 'skipped');
    return;
  }
  if (announcementOf(release).postId === null) await createDraft(release);
  const announcement = announcementOf(release);
  if (announcement.scheduledAt !== undefined) await untilScheduled(release, announcement.scheduledAt);
  else if (!announcement.accepted) await publishEverywhere(release);
  announcementOf(release).accepted = true;
  await awaitTargets(release);
}

/** Others may have been fixed in the application. Whatever stops the retry, the release stays open for another one. */
async function retryFailedTargets(release: ReleaseRun): Promise<void> {
  try {
    await readNewestTargets(release);
    if (!announcementOf(release).accepted) await announcePost(release);
    else {
      await publishOneByOne(release);
      await awaitTargets(release);
    }
  } catch (error) {
    const cause = asStageProblem(error);
    if (!(cause instanceof StageProblem)) throw error;
    announcementOf(release).retryProblem = cause.problem;
  }
  delete announcementOf(release).isRetried;
}

/** The service knows which accounts failed, except for a refused post, of which it has nothing. */
async function readNewestTargets(release: ReleaseRun): Promise<void> {
  const { record } = release;
  const announcement = announcementOf(release);
  if (announcement.toRetry !== undefined) return;
  if (announcement.accepted && announcement.postId !== null) await readTargets(release);
  const failed = failedTargets(release);
  if (announcement.isReworded === true && failed.length > 0) {
    // The new text is posted once, on the accounts that fail now.
    const text = release.spec.announce?.text ?? '';
    const next = nextPost(announcement, { failed, text, number: (record.drafts += 1) });
    record.announcement = { ...next, isRetried: true };
  } else if (announcement.accepted) announcement.toRetry = failed.map(({ accountId }) => accountId);
}

/** Uses the current text: an unsent draft is created anew when the text is amended. */
function announcementOf({ record, spec }: ReleaseRun): Announcement {
  return (record.announcement ??= {
    postId: spec.announce?.postId ?? null,
    publishSentAt: null,
    accepted: false,
    targets: [],
    retries: {},
    number: (record.drafts += 1),
  });
}

/** Languages that are in no file are not announced. */
function announcedLanguages({ record }: ReleaseRun): string[] {
  return record.languages.filter((language) => !record.missingLanguages.includes(language));
}

async function untilScheduled(release: ReleaseRun, scheduledAt: string): Promise<void> {
  while (isAhead(scheduledAt)) {
    release.hold('announce', { why: 'announcement_time', until: new Date(scheduledAt).toISOString() });
    const forMs = Date.parse(scheduledAt) - Date.now();
    await wait(release, () => false, { forMs, summary: `announced by the service at ${scheduledAt}` });
  }
  release.begin('announce');
}

/** A draft has no key that is certain to work, so after a lost reply it is searched for by its text and accounts. */
async function createDraft(release: ReleaseRun): Promise<void> {
  const { record } = release;
  let scheduledAt: string | null = null;
  const created = await startOnce<Draft & Traced>(release, {
    what: 'the draft of the announcement',
    accounts: accountsOf(release),
    stage: 'announce',
    heldBack: async () => {
      const held = await announcementHold(release);
      if (release.spec.announce?.by !== 'service') return held;
      // The service accepts the post now, and publishes it at that time by itself.
      scheduledAt = held?.until ?? null;
      return null;
    },
    isOvertaken: () => isOvertaken(release),
    call: async ({ once }) => {
      const announcement = announcementOf(release);
      // `scheduledAt` is recorded before the call, so that recovery can match the post.
      // The time of an earlier call may have passed.
      if (scheduledAt === null) delete announcement.scheduledAt;
      else announcement.scheduledAt = scheduledAt;
      try {
        return await once.createDraft(draftOf(release));
      } catch (error) {
        if (!isOutcomeUnknown(error)) delete announcement.scheduledAt;
        throw error;
      }
    },
    find: (sentAt) => findDraft(draftOf(release), sentAt),
  });
  const announcement = announcementOf(release);
  announcement.postId = created.postId;
  announcement.sentText = created.text;
  keepReply(record, 'announce', created);
}

/** Late languages, a repeated export or an amendment may come before the post is sent. */
function isOvertaken({ record, spec }: ReleaseRun): boolean {
  const isExportAhead = stageOf(record, 'export').state === 'pending';
  return record.lateLanguages.length > 0 || isExportAhead || spec.announce === undefined;
}

/** The draft follows the release's current request. */
function draftOf(release: ReleaseRun): ActivityInput<'createDraft'> {
  const { record, spec } = release;
  const announcement = announcementOf(release);
  const { scheduledAt } = announcement;
  return {
    release: release.name,
    text: announcement.text ?? spec.announce?.text ?? '',
    accountIds: accountsOf(release).map(({ id }) => id),
    languages: (announcement.languages ??= announcedLanguages(release)),
    strings: stringsOf(release.input.source),
    key: draftKey(record.firstRunId, announcement.number),
    ...(scheduledAt !== undefined && { scheduledAt }),
  };
}
