/**
 * Tells the world: drafts the post, has it published on every account, and waits for what becomes of it. An account
 * that fails never undoes the release.
 */
import { condition } from '@temporalio/workflow';
import type { PostReading } from '../../activities/announcement';
import type { Traced } from '../../activities/tasks';
import { quietUntilMs } from '../../domain/quiet-hours';
import { draftKey } from '../../domain/identity';
import { stringsOf } from '../../domain/planned-announcement';
import type { Announcement } from '../../domain/release-record';
import { keepTrace, reopenForLateLanguages, warn } from '../../domain/release-transitions';
import { once, repeatable } from '../activity-proxies';
import { needsDecision } from '../problems';
import { now, type ReleaseRun } from '../release-run';
import { startOnce } from '../start-once';
import { awaitTargets } from './announced-targets';
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
  const held = announcement.accepted ? null : heldUntil(release);
  // Kept before it is asked for: whoever looks for it after a lost reply must know what was asked.
  if (announcement.postId === null && spec.announce.by === 'service' && held !== null)
    announcement.scheduledAt ??= held.until;
  if (announcement.scheduledAt === undefined && held !== null) {
    await hold(release, held, () => release.spec !== spec);
    if (release.spec !== spec) return announceRelease(release);
  }
  announcement.postId ??= await createDraft(release, announcement);
  let seen: PostReading | null = null;
  if (announcement.scheduledAt !== undefined) {
    await hold(release, { why: 'announcement_time', until: announcement.scheduledAt });
  } else if (!announcement.accepted) {
    seen = await publishEverywhere(release, announcement, announcement.postId);
  }
  announcement.accepted = true;
  await awaitTargets(release, announcement, announcement.postId, seen);
}

/** Those that are in a file, where files were asked for. */
function announcedLanguages({ record }: ReleaseRun): string[] {
  return record.languages.filter((language) => !record.missingLanguages.includes(language));
}

function isAhead(at: string): boolean {
  return Date.parse(at) > Date.now();
}

/**
 * Before the post is made: until its time has come. A language that is added meanwhile reopens the stages before it, and
 * is announced too. The time may be amended.
 */
export async function holdAnnouncement(release: ReleaseRun): Promise<'due' | 'reopened'> {
  const { record } = release;
  const { state } = release.stage('announce');
  const isUntouched = state === 'pending' || state === 'waiting';
  if (!isUntouched || announcedLanguages(release).length === 0) return 'due';
  const hasNewLanguages = (): boolean =>
    record.lateLanguages.length > 0 && release.has('languages-end-the-hold');
  for (;;) {
    const { announce } = release.spec;
    const isMade = (record.announcement?.postId ?? null) !== null;
    const held = heldUntil(release);
    if (announce === undefined || announce.by === 'service' || isMade || held === null) return 'due';
    release.begin('announce');
    await hold(release, held, () => release.spec.announce?.at !== announce.at || hasNewLanguages());
    if (!hasNewLanguages()) continue;
    release.postpone('announce');
    reopenForLateLanguages(record);
    return 'reopened';
  }
}

interface HeldUntil {
  why: 'announcement_time' | 'quiet_hours';
  until: string;
}

/** Its own time, or the end of the quiet hours in which that lies; null: it may be announced now. */
function heldUntil({ spec, record }: ReleaseRun): HeldUntil | null {
  const at = spec.announce?.at;
  const dueMs = Math.max(at === undefined ? 0 : Date.parse(at), Date.now());
  const { quietHours = null } = record.settings ?? {};
  const quietMs = quietHours && quietUntilMs(quietHours, dueMs);
  if (quietMs !== null) return { why: 'quiet_hours', until: new Date(quietMs).toISOString() };
  return at !== undefined && isAhead(at) ? { why: 'announcement_time', until: at } : null;
}

async function hold(
  release: ReleaseRun,
  { why, until }: HeldUntil,
  isOver: () => boolean = () => false,
): Promise<void> {
  const waitMs = Date.parse(until) - Date.now();
  if (waitMs <= 0) return;
  release.hold('announce', { why, until: new Date(until).toISOString() });
  await condition(isOver, waitMs, { summary: `announced not before ${until}` });
  release.begin('announce');
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
