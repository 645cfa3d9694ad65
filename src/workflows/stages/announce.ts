/**
 * Tells the world: drafts the post, has it published on every account, and waits for what becomes of it. An account
 * that fails never undoes the release.
 */
import type { PostReading } from '../../activities/announcement';
import type { Traced } from '../../activities/tasks';
import { draftKey } from '../../domain/identity';
import { stringsOf } from '../../domain/planned-announcement';
import type { Announcement } from '../../domain/release-record';
import { keepTrace, warn } from '../../domain/release-transitions';
import { once, repeatable } from '../activity-proxies';
import { needsDecision } from '../problems';
import { now, type ReleaseRun } from '../release-run';
import { startOnce } from '../start-once';
import { awaitTargets } from './announced-targets';
import { announcedLanguages, heldUntil, hold, isAhead } from './hold-announcement';
import { accountsOf, publishEverywhere } from './publish-announcement';

export async function announceRelease(release: ReleaseRun): Promise<void> {
  const { spec, record } = release;
  if (spec.announce === undefined) return;
  const announcement = (record.announcement ??= {
    postId: spec.announce.postId ?? null,
    publishSentAt: null,
    accepted: false,
    targets: [],
    retries: {},
  });
  if (announcedLanguages(release).length === 0) {
    warn(record, 'Not announced: none of the languages is in the exported files.');
    return;
  }
  const held = isAskedForNow(announcement) ? null : heldUntil(release);
  // Kept before it is asked for: whoever looks for it after a lost reply must know what was asked.
  if (announcement.postId === null && spec.announce.by === 'service' && held !== null)
    announcement.scheduledAt ??= held.until;
  if (await isAmendedWhileHeld(release, announcement)) return announceRelease(release);
  announcement.postId ??= await createDraft(release, announcement);
  // A call that was repeated for long may have ended in the night.
  if (await isAmendedWhileHeld(release, announcement)) return announceRelease(release);
  let seen: PostReading | null = null;
  if (announcement.scheduledAt !== undefined) {
    await hold(release, { why: 'announcement_time', until: announcement.scheduledAt });
  } else if (!announcement.accepted) {
    seen = await publishEverywhere(release, announcement, announcement.postId);
  }
  announcement.accepted = true;
  await awaitTargets(release, announcement, announcement.postId, seen);
}

/** What was sent before is sent again because a person asked for that, or was taken already. */
function isAskedForNow({ accepted, publishSentAt }: Announcement): boolean {
  return accepted || publishSentAt !== null;
}

/** Waits for its time, and for whoever has paused it meanwhile. */
async function isAmendedWhileHeld(release: ReleaseRun, announcement: Announcement): Promise<boolean> {
  const { spec, record } = release;
  if (isAskedForNow(announcement) || announcement.scheduledAt !== undefined) return false;
  const held = heldUntil(release);
  if (held === null) return false;
  await hold(release, held, () => release.spec !== spec);
  if (release.isListedLess && record.paused) {
    await release.untilResumed();
    release.begin('announce');
  }
  return release.spec !== spec;
}

/** A draft has no key that we may rely on: after a lost reply it is looked for by its text and accounts. */
async function createDraft(release: ReleaseRun, announcement: Announcement): Promise<string> {
  const { record, spec } = release;
  const { scheduledAt } = announcement;
  const draft = {
    release: release.name,
    text: announcement.text ?? spec.announce?.text ?? '',
    accountIds: accountsOf(release, announcement).map(({ id }) => id),
    languages: (announcement.languages ??= announcedLanguages(release)),
    strings: stringsOf(release.input.source),
    key: draftKey(record.firstRunId, announcement.number),
  };
  const scheduled = scheduledAt === undefined ? draft : { ...draft, scheduledAt };
  const created = await startOnce<{ postId: string } & Traced>(release, {
    what: 'the draft of the announcement',
    call: () => {
      if (scheduledAt === undefined || isAhead(scheduledAt)) return once.createDraft(scheduled);
      // Its time has passed before a person had it sent again: it is published as soon as it is there.
      delete announcement.scheduledAt;
      return once.createDraft(draft);
    },
    find: async (sentAt) => {
      const { postIds, isWhole = true } = await repeatable.findDrafts({ ...scheduled, sentAt });
      const [postId, another] = postIds;
      if (postId !== undefined && another === undefined) return { found: { postId } };
      // A second draft does no harm, because one is published. A second post that the service sends does.
      if (postId === undefined && isWhole && scheduledAt === undefined) return 'absent';
      if (postId === undefined)
        return {
          unclear: 'it was in none of the posts that the service listed with a text',
          lookAgain: scheduledAt !== undefined,
        };
      throw needsDecision(
        'outcome_unknown',
        `The draft of the announcement was sent at ${sentAt}, and the reply was lost. At ${now()} the drafts ` +
          `${postIds.join(', ')} all had its text and accounts. Nothing was published. Delete all but one in the application, then retry.`,
      );
    },
  });
  keepTrace(record, 'announce', created);
  return created.postId;
}
