/** What becomes of the announcement on each account, and the retry of those on which it failed. */
import { getExternalWorkflowHandle, workflowInfo } from '@temporalio/workflow';
import type { PostReading } from '../../activities/announcement';
import { stageDeadlineMs } from '../../domain/policies';
import type { Announcement } from '../../domain/release-record';
import { markAnnounced } from '../../domain/release-decisions';
import { nextPost } from '../../domain/reworded-announcement';
import { withTrace } from '../../domain/release-transitions';
import type { AnnouncedTarget, Problem } from '../../domain/status';
import { failedTargetLine, isSent, targetOutcome, UNKNOWN_WORD_MS } from '../../domain/target-outcome';
import { releasedSignal } from '../../protocol/messages';
import { repeatable } from '../activity-proxies';
import { hasEarlierDecisions, keepEarlierDecisions, keepManifest } from '../keep-manifest';
import { asStageProblem, NeedsDecision, ReleaseFailure } from '../problems';
import type { ReleaseRun } from '../release-run';
import { waitUntilSettled, type Wait } from '../wait-until-settled';
import { accountsOf, publishOneByOne } from './publish-announcement';

/**
 * A post that failed on some accounts leaves the release partial: open for a retry of just these, until
 * someone takes it as it is, a language is added, or a month has passed.
 */
export async function settleFailedTargets(release: ReleaseRun, announce: Announce): Promise<void> {
  let problem = partialProblem(release);
  if (hasFailedTargets(release)) await tellNightlyRun();
  while (hasFailedTargets(release)) {
    if (hasEarlierDecisions(release)) await keepEarlierDecisions(release);
    if (release.has('manifest')) await keepManifest(release, { state: 'partial', problem });
    const resolution = await release.awaitRetry(problem, PARTIAL_OPEN_MS);
    if (resolution?.action === 'live') markAnnounced(release.record, { live: true, by: resolution.by });
    if (resolution?.action !== 'retry') return;
    release.begin('announce');
    try {
      await retryFailedTargets(release, announce);
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

function partialProblem(release: ReleaseRun): Problem {
  return announcedInPart(
    release,
    'Fix the accounts, then resolve with retry: it announces on these accounts only. To send them another text, amend it first. Skip leaves it as it is.',
  );
}

/** Of a release that has ended so: nothing can be retried any more. */
export function leftPartial(release: ReleaseRun): Problem {
  return announcedInPart(
    release,
    'It was left as it is. To announce on them after all, post there yourself.',
  );
}

function announcedInPart(release: ReleaseRun, whatNow: string): Problem {
  const lines = failedTargets(release).map(failedTargetLine);
  const isOut = release.record.announcement?.targets.some((target) => targetOutcome(target) === 'published');
  const others = isOut === true ? ' It is published on the others.' : '';
  return withTrace(release.record, 'announce', {
    code: 'announcement_partial',
    message: `Released, but the announcement failed on these accounts.${others}\n${lines.join('\n')}\n${whatNow}`,
  });
}

function failedTargets(release: ReleaseRun): AnnouncedTarget[] {
  const isFailed = (target: AnnouncedTarget): boolean =>
    targetOutcome(target) === 'failed' && (target.status === 'failed' || release.has('targets-by-kind'));
  return release.record.announcement?.targets.filter(isFailed) ?? [];
}

/**
 * Announces on the accounts that fail now: somebody may have seen to one of them in the application. A retry of
 * an account has a key of its own, and keeps it until it is accepted. One that is refused holds up no other.
 */
async function retryFailedTargets(release: ReleaseRun, announce: Announce): Promise<void> {
  const { announcement } = release.record;
  const postId = announcement?.postId ?? null;
  if (announcement?.isReworded === true) return announceReworded(release, announcement, announce);
  if (announcement?.accepted === false) return announce(release);
  if (announcement === null || postId === null) return;
  await readTargets(release, announcement, postId);
  const failed = failedTargets(release).map(({ accountId }) => accountId);
  const refusals = await publishOneByOne(release, announcement, failed);
  await awaitTargets(release, announcement, postId);
  if (refusals.length > 0) throw refusals[0];
}

type Announce = (release: ReleaseRun) => Promise<void>;

/** The new text goes out once, on the accounts that fail now. */
async function announceReworded(
  release: ReleaseRun,
  announcement: Announcement,
  announce: Announce,
): Promise<void> {
  // One that was refused was never sent: what is known of these accounts is from before it.
  if (announcement.accepted && announcement.postId !== null)
    await readTargets(release, announcement, announcement.postId);
  const failed = failedTargets(release);
  if (failed.length === 0) return;
  const text = release.spec.announce?.text ?? '';
  release.record.announcement = nextPost(announcement, { failed, text });
  await announce(release);
}

/** How many looks a target that was retried may still read as failed, from before the retry. */
const LOOKS_AFTER_RETRY = 10;

/** `seen`: how the post fared when it had been handed over, which is the first look at it. */
export async function awaitTargets(
  release: ReleaseRun,
  announcement: Announcement,
  postId: string,
  seen: PostReading | null = null,
): Promise<void> {
  const waitedMs = (): number => Date.now() - (release.record.wait?.sinceMs ?? Date.now());
  const isSettled = (target: AnnouncedTarget): boolean => {
    const retriedAt = announcement.retriedAt?.[target.accountId];
    const isAtItsEnd = {
      published: true,
      failed:
        retriedAt === undefined ||
        Date.now() - Date.parse(retriedAt) >= LOOKS_AFTER_RETRY * release.minCheckIntervalMs,
      unknown: waitedMs() >= UNKNOWN_WORD_MS,
      pending: false,
    }[targetOutcome(target)];
    const isDocumented = ['published', 'failed'].includes(target.status);
    return isAtItsEnd && (isDocumented || release.has('targets-by-kind'));
  };
  await waitUntilSettled(release, {
    what: 'the announcement on each account',
    callbacks: false,
    read: () => readTargets(release, announcement, postId),
    readAfter: firstLook(),
    settled: ({ targets }) => targets.length > 0 && targets.every(isSettled),
    deadlineMs: stageDeadlineMs.announce,
  });

  function firstLook(): Wait<PostReading>['readAfter'] {
    if (seen !== null) return () => Promise.resolve(takeTargets(release, announcement, postId, seen));
    return release.isLean ? (pauseMs) => readTargets(release, announcement, postId, pauseMs) : undefined;
  }
}

async function readTargets(
  release: ReleaseRun,
  announcement: Announcement,
  postId: string,
  afterMs = 0,
): Promise<PostReading> {
  const post = await repeatable.readPost(afterMs === 0 ? { postId } : { postId, afterMs });
  return takeTargets(release, announcement, postId, post);
}

function takeTargets(
  release: ReleaseRun,
  announcement: Announcement,
  postId: string,
  post: PostReading,
): PostReading {
  const { text, earlier } = announcement;
  const read = withRefusals(post.targets, announcement, accountsOf(release, announcement));
  const targets =
    earlier === undefined ? read : read.map((target) => ({ ...target, text: text ?? '', postId }));
  announcement.targets = [...(earlier?.targets ?? []), ...targets];
  release.show();
  return { ...post, targets };
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
      if (refusal === undefined || isSent(target)) return target;
      return { ...target, status: 'failed', errorCode: refusal.code, message: refusal.message };
    },
  );
}
