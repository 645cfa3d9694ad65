/**
 * Tells the world. Publishing carries one key from its first call on, so that no path posts twice; results come
 * per account, and an account that fails never undoes the release.
 */
import { getExternalWorkflowHandle, patched, sleep, workflowInfo } from '@temporalio/workflow';
import type { PostReading } from '../../activities/announcement';
import { publishKey, retryKey } from '../../domain/identity';
import { stringsOf } from '../../domain/planned-announcement';
import { stageDeadlineMs } from '../../domain/policies';
import type { Problem } from '../../domain/status';
import type { Announcement } from '../../domain/release-record';
import { warn } from '../../domain/release-transitions';
import type { AnnouncedTarget } from '../../domain/status';
import { isUnderWay, targetOutcome } from '../../domain/target-outcome';
import { once, repeatable } from '../activity-proxies';
import { releasedSignal } from '../../protocol/messages';
import { asStageProblem, ReleaseFailure, isCappedForToday, NeedsDecision, needsDecision } from '../problems';
import { now, type ReleaseRun } from '../release-run';
import { startOnce } from '../start-once';
import { waitUntilSettled } from '../wait-until-settled';

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
  const isScheduled = spec.announce.by === 'service' && isAhead(spec.announce.at);
  if (!isScheduled) await holdUntil(release, spec.announce.at);
  announcement.postId ??= await createDraft(release, isScheduled ? spec.announce.at : undefined);
  if (announcement.scheduledAt !== undefined) {
    await holdUntil(release, announcement.scheduledAt);
  } else if (!announcement.accepted) {
    await publishEverywhere(release, announcement, announcement.postId);
  }
  announcement.accepted = true;
  await awaitTargets(release, announcement, announcement.postId);
}

/** Those that are in a file, where files were asked for. */
function announcedLanguages({ record }: ReleaseRun): string[] {
  return record.languages.filter((language) => !record.missingLanguages.includes(language));
}

/** Refusals that are about one account of several, and hold back no other. */
const ofOneAccount = new Set(['needs_reauth', 'no_account', 'token_expired', 'account_expired']);

/** All accounts at once; where one of them is refused, each by itself, so that the others are told. */
async function publishEverywhere(
  release: ReleaseRun,
  announcement: Announcement,
  postId: string,
): Promise<void> {
  const { firstRunId, settings } = release.record;
  const accounts = settings?.accounts ?? [];
  announcement.publishSentAt ??= now();
  try {
    await publish(release, { postId, key: publishKey(firstRunId, postId) });
    delete announcement.refusals;
  } catch (error) {
    const problem = asStageProblem(error);
    const isPartial = problem instanceof NeedsDecision && ofOneAccount.has(problem.problem.code);
    if (!isPartial || accounts.length < 2 || !patched('one-account-holds-back-no-other')) throw error;
    const refused = await publishOneByOne(
      release,
      announcement,
      accounts.map(({ id }) => id),
    );
    if (refused.length === accounts.length) throw error;
  }
}

/** Each has a key of its own. What is refused is kept as failed on that account. */
async function publishOneByOne(
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
      if (patched('retry-takes-time'))
        announcement.retriedAt = { ...announcement.retriedAt, [accountId]: now() };
      delete announcement.refusals?.[accountId];
    } catch (error) {
      refusals.push(error);
      const problem = asStageProblem(error);
      if (problem instanceof NeedsDecision)
        announcement.refusals = { ...announcement.refusals, [accountId]: problem.problem };
    }
  }
  return refusals;
}

/**
 * A post that failed on some accounts leaves the release partial: open for a retry of just these, until
 * someone takes it as it is, a language is added, or a month has passed.
 */
export async function settleFailedTargets(release: ReleaseRun): Promise<void> {
  let problem = partialProblem(release);
  if (hasFailedTargets(release)) await tellNightlyRun();
  while (hasFailedTargets(release)) {
    const resolution = await release.awaitRetry(problem, PARTIAL_OPEN_MS);
    if (resolution?.action !== 'retry') return;
    release.begin('announce');
    try {
      await retryFailedTargets(release);
      problem = partialProblem(release);
    } catch (error) {
      const cause = asStageProblem(error);
      if (!(cause instanceof NeedsDecision) && !(cause instanceof ReleaseFailure)) throw error;
      problem = cause.problem;
    }
    release.end('announce', 'done');
  }
}

const PARTIAL_OPEN_MS = 30 * 86_400_000;

/** A nightly run that waits for this release has no need to wait for what becomes of its announcement. */
async function tellNightlyRun(): Promise<void> {
  const { parent } = workflowInfo();
  if (parent === undefined) return;
  const nightlyRun = getExternalWorkflowHandle(parent.workflowId, parent.runId);
  // It may have ended before its release.
  await nightlyRun.signal(releasedSignal).catch(() => undefined);
}

export function hasFailedTargets(release: ReleaseRun): boolean {
  return failedTargets(release).length > 0;
}

export function partialProblem(release: ReleaseRun): Problem {
  const lines = failedTargets(release).map(
    ({ accountId, platform, errorCode, message }) =>
      `- ${accountId} (${platform ?? 'unknown platform'}): ${errorCode ?? 'failed'}${message === null ? '' : `, ${message}`}`,
  );
  return {
    code: 'announcement_partial',
    message:
      `Released, but the announcement failed on these accounts. It is published on the others.\n${lines.join('\n')}\n` +
      'Fix the accounts, then resolve with retry: it announces on these accounts only. Skip leaves it as it is.',
  };
}

function failedTargets({ record }: ReleaseRun): AnnouncedTarget[] {
  return record.announcement?.targets.filter((target) => targetOutcome(target) === 'failed') ?? [];
}

/**
 * Announces on the accounts that fail now: somebody may have seen to one of them in the application. A retry of
 * an account has a key of its own, and keeps it until it is accepted. One that is refused holds up no other.
 */
async function retryFailedTargets(release: ReleaseRun): Promise<void> {
  const { announcement } = release.record;
  const postId = announcement?.postId ?? null;
  if (announcement === null || postId === null) return;
  await readTargets(release, announcement, postId);
  const failed = failedTargets(release).map(({ accountId }) => accountId);
  const refusals = await publishOneByOne(release, announcement, failed);
  await awaitTargets(release, announcement, postId);
  if (refusals.length > 0) throw refusals[0];
}

function isAhead(at: string | undefined): boolean {
  return at !== undefined && Date.parse(at) > Date.now();
}

async function holdUntil(release: ReleaseRun, at: string | undefined): Promise<void> {
  if (at === undefined) return;
  const waitMs = Date.parse(at) - Date.now();
  if (waitMs <= 0) return;
  release.hold('announce');
  await sleep(waitMs, { summary: `announced not before ${at}` });
  release.begin('announce');
}

/** A draft has no key that we may rely on: after a lost reply it is looked for by its text and accounts. */
async function createDraft(release: ReleaseRun, scheduledAt: string | undefined): Promise<string> {
  const { record, spec } = release;
  const draft = {
    release: release.name,
    text: spec.announce?.text ?? '',
    accountIds: (record.settings?.accounts ?? []).map(({ id }) => id),
    languages: announcedLanguages(release),
    strings: stringsOf(release.input.source),
    key: `draft:${record.firstRunId}`,
    ...(scheduledAt === undefined ? {} : { scheduledAt }),
  };
  const { postId } = await startOnce(release, {
    what: 'the draft of the announcement',
    call: () => once.createDraft(draft),
    find: async (sentAt) => {
      const { postIds, isWhole = true } = await repeatable.findDrafts({ ...draft, sentAt });
      const [postId, another] = postIds;
      if (postId !== undefined && another === undefined) return { found: { postId } };
      if (postId === undefined && isWhole) return 'absent';
      if (postId === undefined)
        return {
          unclear: 'it was in none of the posts that the service listed with a text',
          lookAgain: false,
        };
      throw needsDecision(
        'outcome_unknown',
        `The draft of the announcement was sent at ${sentAt}, and the reply was lost. At ${now()} the drafts ` +
          `${postIds.join(', ')} all had its text and accounts. Nothing was published. Delete all but one in the application, then retry.`,
      );
    },
  });
  if (record.announcement !== null && scheduledAt !== undefined)
    record.announcement.scheduledAt = scheduledAt;
  return postId;
}

interface PublishCall {
  postId: string;
  key: string;
  accountId?: string;
}

/** Asks for the post to be published until that is accepted; the key makes a repeat harmless. */
async function publish(release: ReleaseRun, call: PublishCall): Promise<void> {
  for (;;) {
    try {
      await startOnce<true>(release, {
        what: `publishing ${call.postId}${call.accountId === undefined ? '' : ` on ${call.accountId}`}`,
        call: () => once.publishPost(call).then(() => true),
        find: async () => {
          const post = await repeatable.readPost({ postId: call.postId });
          return isAccepted(post, call.accountId) ? { found: true } : 'absent';
        },
      });
      return;
    } catch (error) {
      if (!isCappedForToday(error)) throw error;
      release.hold('announce');
      await sleep(untilTomorrowMs(Date.now()), { summary: 'the daily cap clears tomorrow' });
      release.begin('announce');
    }
  }
}

function isAccepted(post: PostReading, accountId: string | undefined): boolean {
  if (accountId === undefined) {
    const isToldSo = ['publishing', 'published', 'failed'].includes(post.status.toLowerCase());
    return (
      isToldSo ||
      post.targets.some((target) => isUnderWay(target.status) || targetOutcome(target) === 'published')
    );
  }
  const target = post.targets.find((candidate) => candidate.accountId === accountId);
  return target !== undefined && targetOutcome(target) !== 'failed';
}

/** Caps are by the service's day, whose zone is not documented: a little after midnight UTC, and again if need be. */
function untilTomorrowMs(nowMs: number): number {
  const dayMs = 86_400_000;
  return (Math.floor(nowMs / dayMs) + 1) * dayMs + 5 * 60_000 - nowMs;
}

/** A word that we do not know is the end of it once there was time enough for any. */
const UNKNOWN_WORD_MS = 10 * 60_000;
/** How many looks a target that was retried may still read as failed, from before the retry. */
const LOOKS_AFTER_RETRY = 10;

async function awaitTargets(release: ReleaseRun, announcement: Announcement, postId: string): Promise<void> {
  const waitedMs = (): number => Date.now() - (release.record.wait?.sinceMs ?? Date.now());
  const isSettled = (target: AnnouncedTarget): boolean => {
    const retriedAt = announcement.retriedAt?.[target.accountId];
    switch (targetOutcome(target)) {
      case 'published':
        return target.status === 'published' || patched('targets-by-kind');
      case 'failed':
        return (
          retriedAt === undefined ||
          Date.now() - Date.parse(retriedAt) >= LOOKS_AFTER_RETRY * release.minCheckIntervalMs
        );
      case 'unknown':
        return waitedMs() >= UNKNOWN_WORD_MS;
      case 'pending':
        return false;
    }
  };
  await waitUntilSettled(release, {
    what: 'the announcement on each account',
    callbacks: false,
    read: () => readTargets(release, announcement, postId),
    settled: ({ targets }) => targets.length > 0 && targets.every(isSettled),
    deadlineMs: stageDeadlineMs.announce,
  });
}

async function readTargets(
  release: ReleaseRun,
  announcement: Announcement,
  postId: string,
): Promise<PostReading> {
  const post = await repeatable.readPost({ postId });
  announcement.targets = withRefusals(post.targets, announcement, release.record.settings?.accounts ?? []);
  release.show();
  return { ...post, targets: announcement.targets };
}

/** An account that was refused is not among those the post is on its way to, or reads as if it still were. */
function withRefusals(
  targets: readonly AnnouncedTarget[],
  { refusals = {} }: Announcement,
  accounts: readonly { id: string; platform: string }[],
): AnnouncedTarget[] {
  const unlisted = accounts
    .filter(({ id }) => !targets.some(({ accountId }) => accountId === id))
    .map(({ id, platform }) => ({ accountId: id, platform, status: '', errorCode: null, message: null }));
  return [...targets, ...unlisted.filter(({ accountId }) => refusals[accountId] !== undefined)].map(
    (target) => {
      const refusal = refusals[target.accountId];
      // Somebody may have seen to it in the application.
      if (refusal === undefined || targetOutcome(target) === 'published') return target;
      return { ...target, status: 'failed', errorCode: refusal.code, message: refusal.message };
    },
  );
}
