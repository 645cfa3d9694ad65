/** Has the post published. It carries one key from its first call on, so that no path posts twice. */
import { sleep } from '@temporalio/workflow';
import type { PostReading, PublishedPost } from '../../activities/announcement';
import { publishKey, retryKey } from '../../domain/identity';
import type { Announcement } from '../../domain/release-record';
import { keepTrace } from '../../domain/release-transitions';
import { sentence } from '../../domain/sentence';
import { isSent } from '../../domain/target-outcome';
import { once, repeatable } from '../activity-proxies';
import { asStageProblem, isCappedForToday, needsDecision, NeedsDecision, ReleaseFailure } from '../problems';
import { now, type ReleaseRun } from '../release-run';
import { startOnce } from '../start-once';
import { pauseInCallMs } from '../wait-until-settled';
import { holdWhileQuiet } from './hold-announcement';

/** Those that the post is for. */
export function accountsOf(
  { record: { settings } }: ReleaseRun,
  { accounts }: Announcement,
): readonly { id: string; platform: string }[] {
  return accounts ?? settings?.accounts ?? [];
}

/** Refusals that are about one account of several, and hold back no other. */
const ofOneAccount = new Set(['needs_reauth', 'no_account', 'token_expired', 'account_expired']);

/**
 * All accounts at once; where one of them is refused, each by itself, so that the others are told. Answers how the post
 * fared shortly afterwards, if that was seen.
 */
export async function publishEverywhere(
  release: ReleaseRun,
  announcement: Announcement,
  postId: string,
): Promise<PostReading | null> {
  const { firstRunId } = release.record;
  const accounts = accountsOf(release, announcement);
  announcement.publishSentAt ??= now();
  try {
    const lookAfterMs = release.isListedLess ? pauseInCallMs(release) : undefined;
    const key = publishKey(firstRunId, postId);
    const { post } = await publish(release, {
      postId,
      key,
      ...(lookAfterMs !== undefined && { lookAfterMs }),
    });
    delete announcement.refusals;
    return post;
  } catch (error) {
    const problem = asStageProblem(error);
    const isPartial = problem instanceof NeedsDecision && ofOneAccount.has(problem.problem.code);
    if (!isPartial || accounts.length < 2 || !release.has('one-account-holds-back-no-other')) throw error;
    const refused = await publishOneByOne(
      release,
      announcement,
      accounts.map(({ id }) => id),
    );
    if (refused.length === accounts.length) throw error;
    return null;
  }
}

/** Each has a key of its own. What is refused is kept as failed on that account. */
export async function publishOneByOne(
  release: ReleaseRun,
  announcement: Announcement,
  accountIds: readonly string[],
): Promise<unknown[]> {
  const { firstRunId } = release.record;
  const postId = announcement.postId ?? '';
  const refusals: unknown[] = [];
  for (const accountId of accountIds) {
    const attempt = (announcement.retries[accountId] ?? 0) + 1;
    try {
      await publish(release, { postId, accountId, key: retryKey(firstRunId, postId, accountId, attempt) });
      announcement.retries[accountId] = attempt;
      if (release.has('retry-takes-time'))
        announcement.retriedAt = { ...announcement.retriedAt, [accountId]: now() };
      delete announcement.refusals?.[accountId];
    } catch (error) {
      const problem = asStageProblem(error);
      if (!(problem instanceof NeedsDecision || problem instanceof ReleaseFailure)) throw error;
      refusals.push(error);
      if (release.has('refusals-are-kept'))
        announcement.refusals = { ...announcement.refusals, [accountId]: problem.problem };
    }
  }
  return refusals;
}

interface PublishCall {
  postId: string;
  key: string;
  accountId?: string;
  lookAfterMs?: number;
}

interface Accepted {
  /** As the call itself saw it afterwards. */
  post: PostReading | null;
}

/** Asks for the post to be published until that is accepted; the key makes a repeat harmless. */
async function publish(release: ReleaseRun, call: PublishCall): Promise<Accepted> {
  for (let days = 1; ; days += 1) {
    try {
      return await startOnce<Accepted>(release, {
        what: `publishing ${call.postId}${call.accountId === undefined ? '' : ` on ${call.accountId}`}`,
        call: async () => {
          const answer = await once.publishPost(call);
          keepTrace(release.record, 'announce', answer);
          return { post: postIn(answer) };
        },
        find: async () => {
          const post = await repeatable.readPost({ postId: call.postId });
          return isAccepted(release, post, call.accountId) ? { found: { post: null } } : 'absent';
        },
      });
    } catch (error) {
      if (!isCappedForToday(error)) throw error;
      if (days > MOST_DAYS_CAPPED && release.has('daily-cap-is-bounded')) throw cappedForDays(error);
      const waitMs = untilTomorrowMs(Date.now());
      const until = new Date(Date.now() + waitMs).toISOString();
      release.hold('announce', { why: 'daily_cap', until });
      await sleep(waitMs, { summary: 'the daily cap clears tomorrow' });
      release.begin('announce');
      await holdWhileQuiet(release);
    }
  }
}

/** Answers of before it was looked at have none, or are nothing at all. */
function postIn(answer: PublishedPost | undefined): PostReading | null {
  return answer?.post ?? null;
}

/** A cap that is met anew every morning is not passed by waiting. */
const MOST_DAYS_CAPPED = 7;

function cappedForDays(error: unknown): NeedsDecision {
  const problem = asStageProblem(error);
  const said = problem instanceof Error ? sentence(problem.message) : '';
  return needsDecision(
    'daily_cap',
    `The daily cap of the social service has held the announcement back for ${MOST_DAYS_CAPPED} days. ${said} Nothing is lost. ` +
      'Free the cap there, then retry. Skip leaves the announcement out.',
  );
}

const words = ['publishing', 'published', 'failed'];

function isAccepted(release: ReleaseRun, post: PostReading, accountId: string | undefined): boolean {
  const target = post.targets.find((candidate) => candidate.accountId === accountId);
  const byStatus =
    accountId === undefined
      ? words.includes(post.status)
      : target !== undefined && target.status !== 'failed';
  const byTargets =
    accountId === undefined
      ? words.includes(post.status.toLowerCase()) || post.targets.some(isSent)
      : target !== undefined && isSent(target);
  return byStatus === byTargets || !release.has('accepted-by-targets') ? byStatus : byTargets;
}

/** Caps are by the service's day, whose zone is not documented: a little after midnight UTC, and again if need be. */
function untilTomorrowMs(nowMs: number): number {
  const dayMs = 86_400_000;
  return (Math.floor(nowMs / dayMs) + 1) * dayMs + 5 * 60_000 - nowMs;
}
