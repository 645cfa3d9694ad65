/**
 * Tells the world. Publishing carries one key from its first call on, so that no path posts twice; results come
 * per account, and an account that fails never undoes the release.
 */
import { getExternalWorkflowHandle, sleep, workflowInfo } from '@temporalio/workflow';
import type { PostReading } from '../../activities/announcement';
import { publishKey, retryKey } from '../../domain/identity';
import { stringsOf } from '../../domain/planned-announcement';
import { stageDeadlineMs } from '../../domain/policies';
import type { Problem } from '../../domain/status';
import type { Announcement } from '../../domain/release-record';
import type { AnnouncedTarget } from '../../domain/status';
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
  await holdUntil(release, spec.announce.at);
  announcement.postId ??= await createDraft(release);
  const { postId } = announcement;
  if (!announcement.accepted) {
    announcement.publishSentAt ??= now();
    await publish(release, { postId, key: publishKey(record.firstRunId, postId) });
    announcement.accepted = true;
  }
  await awaitTargets(release, announcement, postId);
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
  return record.announcement?.targets.filter(({ status }) => status === 'failed') ?? [];
}

/**
 * Announces on the accounts that fail now: somebody may have seen to one of them in the application. A retry of
 * an account has a key of its own, and keeps it until it is accepted. One that is refused holds up no other.
 */
async function retryFailedTargets(release: ReleaseRun): Promise<void> {
  const { announcement, firstRunId } = release.record;
  const postId = announcement?.postId ?? null;
  if (announcement === null || postId === null) return;
  await readTargets(release, announcement, postId);
  const refusals: unknown[] = [];
  for (const { accountId } of failedTargets(release)) {
    const attempt = (announcement.retries[accountId] ?? 0) + 1;
    try {
      await publish(release, { postId, accountId, key: retryKey(firstRunId, postId, accountId, attempt) });
      announcement.retries[accountId] = attempt;
    } catch (error) {
      refusals.push(error);
    }
  }
  await awaitTargets(release, announcement, postId);
  if (refusals.length > 0) throw refusals[0];
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
async function createDraft(release: ReleaseRun): Promise<string> {
  const { record, spec } = release;
  const draft = {
    release: release.name,
    text: spec.announce?.text ?? '',
    accountIds: (record.settings?.accounts ?? []).map(({ id }) => id),
    languages: record.languages,
    strings: stringsOf(release.input.source),
    key: `draft:${record.firstRunId}`,
  };
  const { postId } = await startOnce(release, {
    what: 'the draft of the announcement',
    call: () => once.createDraft(draft),
    find: async (sentAt) => {
      const { postIds } = await repeatable.findDrafts({ ...draft, sentAt });
      if (postIds.length < 2) return postIds[0] === undefined ? 'absent' : { found: { postId: postIds[0] } };
      throw needsDecision(
        'outcome_unknown',
        `The draft of the announcement was sent at ${sentAt}, and the reply was lost. At ${now()} the drafts ` +
          `${postIds.join(', ')} all had its text and accounts. Nothing was published. Delete all but one in the application, then retry.`,
      );
    },
  });
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
  if (accountId === undefined) return ['publishing', 'published', 'failed'].includes(post.status);
  const target = post.targets.find((candidate) => candidate.accountId === accountId);
  return target !== undefined && target.status !== 'failed';
}

/** Caps are by the service's day, whose zone is not documented: a little after midnight UTC, and again if need be. */
function untilTomorrowMs(nowMs: number): number {
  const dayMs = 86_400_000;
  return (Math.floor(nowMs / dayMs) + 1) * dayMs + 5 * 60_000 - nowMs;
}

async function awaitTargets(release: ReleaseRun, announcement: Announcement, postId: string): Promise<void> {
  await waitUntilSettled(release, {
    what: 'the announcement on each account',
    callbacks: false,
    read: () => readTargets(release, announcement, postId),
    settled: (post) =>
      post.targets.length > 0 &&
      post.targets.every(({ status }) => status === 'published' || status === 'failed'),
    deadlineMs: stageDeadlineMs.announce,
  });
}

async function readTargets(
  release: ReleaseRun,
  announcement: Announcement,
  postId: string,
): Promise<PostReading> {
  const post = await repeatable.readPost({ postId });
  announcement.targets = post.targets;
  release.show();
  return post;
}
