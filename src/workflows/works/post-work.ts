/** Drafts or publishes a post of no release. What is published or in progress is not sent again; one key covers all. */
import type { PostReading } from '../../activities/announcement';
import { failedAccounts } from '../../domain/problems/failed-account';
import { problemOf } from '../../domain/problems/problem-catalogue';
import { stageDeadlineMs } from '../../domain/release/polling';
import type { PostDraft, PostPublish, WorkState } from '../../domain/service-work';
import type { AnnouncedTarget } from '../../domain/release/status';
import { isSent, targetOutcome } from '../../domain/release/target-outcome';
import { reads } from '../activity-proxies';
import type { ServiceRun } from './service-run';
import { isSettled } from '../stages/announced-targets';
import { findDraft } from '../stages/find-draft';
import { REPLAYED, hasBegun } from '../stages/publish-post';
import { startOnce } from '../start-once';
import { waitUntilSettled } from '../wait-until-settled';

export async function draftPost(run: ServiceRun, { text, accountIds }: PostDraft): Promise<WorkState> {
  run.does('creates the draft');
  const draft = { release: null, text, accountIds, languages: [], strings: 0, key: run.key };
  const { postId } = await startOnce<{ postId: string }>(run, {
    what: 'the draft',
    stage: 'announce',
    call: ({ once }) => once.createDraft(draft),
    find: (sentAt) => findDraft(draft, sentAt),
  });
  Object.assign(run.status, { postId, accepted: true });
  return 'done';
}

export async function publishPost(run: ServiceRun, work: PostPublish): Promise<WorkState> {
  const { postId, accountId } = work;
  const isWanted = mayBeSent(await read(run, work), accountId);
  if (isWanted) {
    run.does('asks for the post to be published');
    await startOnce<true>(run, {
      what: `publishing ${postId}${accountId === null ? '' : ` on ${accountId}`}`,
      things: [{ kind: 'post', id: postId }],
      isKeyed: true,
      stage: 'announce',
      call: async ({ once }) => {
        const sent = await once.publishPost({
          postId,
          key: run.key,
          ours: false,
          ...(accountId !== null && { accountId }),
        });
        if (sent.replayed === true) run.status.warnings = [REPLAYED];
        return true;
      },
      find: async () => (mayBeSent(await read(run, work), accountId) ? 'absent' : { found: true }),
    });
  }
  run.status.accepted = true;
  run.does('waits for the post on each account');
  const post = await settled(run, work, isWanted);
  const accounts = failedAccounts(targetsOf(post, accountId));
  if (accounts.length === 0) return 'done';
  run.fail(problemOf('post_failed', { accounts, postId }));
  return 'partial';
}

/** A post that failed on an account is not sent whole again: the service may not skip the accounts that have it. */
function mayBeSent(post: PostReading, accountId: string | null): boolean {
  if (accountId !== null)
    return !post.targets.some((target) => target.accountId === accountId && isSent(target));
  return (
    !hasBegun(post) && !post.targets.some((target) => isSent(target) || targetOutcome(target) === 'failed')
  );
}

/** A post that was just sent may show its earlier state, so it is read after a pause. */
async function settled(run: ServiceRun, work: PostPublish, isNew: boolean): Promise<PostReading> {
  const isRetry = isNew && work.accountId !== null;
  const isOver = (post: PostReading): boolean => {
    const targets = targetsOf(post, work.accountId);
    const retriedAtMs = isRetry ? (run.record.wait?.sinceMs ?? Date.now()) : undefined;
    return targets.length > 0 && targets.every((target) => isSettled(run, { post, target, retriedAtMs }));
  };
  const first = isNew ? null : await read(run, work);
  if (first !== null && isOver(first)) return first;
  return waitUntilSettled(run, {
    what: 'the post on each account',
    read: () => read(run, work),
    settled: isOver,
    deadlineMs: stageDeadlineMs.announce,
  });
}

async function read(run: ServiceRun, { postId, accountId }: PostPublish): Promise<PostReading> {
  const post = await reads.readPost({ postId, ours: false });
  run.status.status = post.status;
  run.status.targets = targetsOf(post, accountId);
  return post;
}

function targetsOf({ targets }: PostReading, accountId: string | null): AnnouncedTarget[] {
  return accountId === null ? targets : targets.filter((target) => target.accountId === accountId);
}
