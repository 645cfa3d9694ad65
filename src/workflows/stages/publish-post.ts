/** Has the post published. Every call carries the same key, so that no path posts twice. */
import { isCancellation } from '@temporalio/workflow';
import type { PostReading } from '../../activities/announcement';
import { publishKey, retryKey } from '../../domain/release/identity';
import type { Announcement } from '../../domain/release/release-record';
import { keepReply } from '../../domain/release/release-transitions';
import type { Account } from '../../domain/problems/problem';
import { isSent } from '../../domain/release/target-outcome';
import { reads } from '../activity-proxies';
import { Overtaken } from '../write-guard';
import {
  asStageProblem,
  didNothing,
  isCappedForToday,
  needsDecision,
  NeedsDecision,
  StageProblem,
  serviceMessageOf,
  failureOf,
} from '../problems';
import { now, type ReleaseRun } from '../release-run';
import { startOnce } from '../start-once';
import type { Hold } from '../../domain/release/status';

export const REPLAYED =
  'The service had taken this very request before, and returned its first result. Nothing was posted twice.';

const PUBLISHED_ELSEWHERE =
  'Somebody had published the prepared post in the application already. Nothing was sent.';

export function accountsOf({ record }: ReleaseRun): readonly Account[] {
  return record.announcement?.accounts ?? record.settings?.accounts ?? [];
}

/** False for a post that people prepared in the application. */
export function isPostOurs({ spec }: ReleaseRun): boolean {
  return spec.announce?.postId === undefined;
}

/** Refusals that concern one account of several, and hold back no other. */
const ofOneAccount = new Set(['needs_reauth', 'no_account', 'token_expired', 'account_expired']);

/** If one account is refused, each is published separately, so that the others get the post. */
export async function publishEverywhere(release: ReleaseRun): Promise<void> {
  const { record } = release;
  const accounts = accountsOf(release);
  try {
    await publish(release, null, (postId) => publishKey(record.firstRunId, postId));
    delete record.announcement?.refusals;
  } catch (error) {
    const problem = asStageProblem(error);
    const isPartial = problem instanceof NeedsDecision && ofOneAccount.has(problem.problem.code);
    if (!isPartial || accounts.length < 2) throw error;
    sentPost(release).toRetry ??= accounts.map(({ id }) => id);
    await publishOneByOne(release);
    const { refusals = {} } = sentPost(release);
    if (accounts.every(({ id }) => refusals[id] !== undefined)) throw error;
  }
}

/** Retries each account under its own key. A refusal is recorded as a failure of that account. */
export async function publishOneByOne(release: ReleaseRun): Promise<void> {
  const { record } = release;
  for (;;) {
    const [accountId, ...later] = sentPost(release).toRetry ?? [];
    if (accountId === undefined) break;
    const attempt = (record.announcement?.retries[accountId] ?? 0) + 1;
    try {
      await publish(release, accountId, (postId) => retryKey(record.firstRunId, postId, accountId, attempt));
      const announcement = sentPost(release);
      announcement.retries[accountId] = attempt;
      announcement.retriedAt = { ...announcement.retriedAt, [accountId]: now() };
      delete announcement.refusals?.[accountId];
    } catch (error) {
      const problem = asStageProblem(error);
      if (!(problem instanceof StageProblem)) throw error;
      const announcement = sentPost(release);
      announcement.refusals = {
        ...announcement.refusals,
        [accountId]: { code: problem.problem.code, said: serviceMessageOf(error) },
      };
    }
    sentPost(release).toRetry = later;
  }
  delete sentPost(release).toRetry;
}

/** Requests the publication until it is accepted. The key makes a repeat harmless. */
async function publish(
  release: ReleaseRun,
  accountId: string | null,
  keyOf: (postId: string) => string,
): Promise<void> {
  for (;;) {
    const postId = sentPost(release).postId ?? '';
    try {
      await startOnce<true>(release, {
        what: `publishing ${postId}${accountId === null ? '' : ` on ${accountId}`}`,
        things: [{ kind: 'post', id: postId }],
        isKeyed: true,
        accounts: accountsOf(release).filter(({ id }) => accountId === null || id === accountId),
        stage: 'announce',
        heldBack: () => announcementHold(release),
        // An amendment may have replaced the draft.
        isOvertaken: () => release.record.announcement?.postId !== postId,
        call: async ({ once }) => {
          const ours = isPostOurs(release);
          if (!ours && sentPost(release).publishSentAt === null) {
            const post = await reads.readPost({ postId, ours });
            if (isAccepted(post, accountId)) {
              release.stage('announce').note = PUBLISHED_ELSEWHERE;
              return true;
            }
          }
          const announcement = sentPost(release);
          const { publishSentAt } = announcement;
          announcement.publishSentAt ??= now();
          try {
            const key = keyOf(postId);
            const sent = await once.publishPost({
              postId,
              key,
              ours,
              ...(accountId !== null && { accountId }),
            });
            keepReply(release.record, 'announce', sent);
            if (sent.replayed === true) release.stage('announce').note = REPLAYED;
            return true;
          } catch (error) {
            // A call that was certainly not accepted leaves the announcement amendable.
            if (isCancellation(error) || didNothing(error)) announcement.publishSentAt = publishSentAt;
            if (didNothing(error) && !isCappedForToday(error)) announcement.refusedAt = now();
            throw error;
          }
        },
        find: async () => {
          const post = await reads.readPost({ postId, ours: isPostOurs(release) });
          return isAccepted(post, accountId) ? { found: true } : 'absent';
        },
      });
      delete sentPost(release).cappedMs;
      return;
    } catch (error) {
      if (!isCappedForToday(error)) throw error;
      holdBack(sentPost(release), error);
    }
  }
}

function sentPost({ record }: ReleaseRun): Announcement {
  if (record.announcement === null) throw new Overtaken();
  return record.announcement;
}

/** A cap that is reached anew every morning does not pass by waiting. */
const MOST_DAYS_CAPPED = 7;
const DAY_MS = 86_400_000;
/** If a service names a daily cap with a shorter pause, it is retried no sooner than this. */
const SHORTEST_CAP_MS = 60_000;

function holdBack(announcement: Announcement, error: unknown): void {
  const requestedMs = failureOf(error)?.details.retryAfterMs ?? null;
  const holdMs = requestedMs === null ? untilTomorrowMs(Date.now()) : Math.max(requestedMs, SHORTEST_CAP_MS);
  const cappedMs = (announcement.cappedMs ?? 0) + holdMs;
  if (cappedMs > MOST_DAYS_CAPPED * DAY_MS) {
    delete announcement.cappedMs;
    throw needsDecision('daily_cap', { days: MOST_DAYS_CAPPED, said: serviceMessageOf(error) });
  }
  announcement.cappedMs = cappedMs;
  announcement.cappedUntil = new Date(Date.now() + holdMs).toISOString();
}

/** Whether the service has begun to publish it, by the status of the whole post. */
export const hasBegun = ({ status }: PostReading): boolean =>
  ['publishing', 'published', 'failed'].includes(status.toLowerCase());

function isAccepted(post: PostReading, accountId: string | null): boolean {
  if (accountId === null) return hasBegun(post) || post.targets.some(isSent);
  return post.targets.some((target) => target.accountId === accountId && isSent(target));
}

/** The zone of the service's day is not documented: a little after midnight UTC, and again if need be. */
function untilTomorrowMs(nowMs: number): number {
  return (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS + 5 * 60_000 - nowMs;
}

export function isAhead(at: string): boolean {
  return Date.parse(at) > Date.now();
}

/** Until the announcement's time, or the end of quiet hours or of a daily cap; null: it may be sent now. */
export async function announcementHold(release: ReleaseRun): Promise<Hold | null> {
  const { spec, record } = release;
  const { cappedUntil } = record.announcement ?? {};
  if (cappedUntil !== undefined && isAhead(cappedUntil)) return { why: 'daily_cap', until: cappedUntil };
  // A person requested the retry now, so the time and the quiet hours do not hold it back.
  const { accepted = false, publishSentAt = null, refusedAt = null } = record.announcement ?? {};
  const isRequestedNow = accepted || publishSentAt !== null || refusedAt !== null;
  const at = isRequestedNow ? undefined : spec.announce?.at;
  const dueMs = Math.max(at === undefined ? 0 : Date.parse(at), Date.now());
  const quietUntil = isRequestedNow && cappedUntil === undefined ? null : await quiet(release, dueMs);
  if (quietUntil !== null) return { why: 'quiet_hours', until: quietUntil };
  return at !== undefined && isAhead(at)
    ? { why: 'announcement_time', until: new Date(at).toISOString() }
    : null;
}

async function quiet({ record }: ReleaseRun, atMs: number): Promise<string | null> {
  const hours = record.settings?.quietHours ?? null;
  return hours === null ? null : (await reads.quietUntil({ hours, atMs })).until;
}
