import type { PostReading } from '../../activities/announcement';
import { stageDeadlineMs } from '../../domain/release/polling';
import { unknownOutcomes } from '../../domain/problems/choices';
import { failedAccounts } from '../../domain/problems/failed-account';
import type { Account, Problem } from '../../domain/problems/problem';
import { problemOf } from '../../domain/problems/problem-catalogue';
import type { Announcement } from '../../domain/release/release-record';
import { addWarning, withTrace } from '../../domain/release/release-transitions';
import type { AnnouncedTarget } from '../../domain/release/status';
import { isSent, outcomeIn, targetOutcome, UNKNOWN_WORD_MS } from '../../domain/release/target-outcome';
import { reads } from '../activity-proxies';
import type { ReleaseRun } from '../release-run';
import type { Run } from '../run';
import { waitUntilSettled } from '../wait-until-settled';
import { accountsOf, isPostOurs } from './publish-post';

export function failedTargets({ record }: ReleaseRun): AnnouncedTarget[] {
  return record.announcement?.targets.filter((target) => targetOutcome(target) === 'failed') ?? [];
}

export function announcedInPart({ record, spec }: ReleaseRun): Problem {
  const targets = record.announcement?.targets ?? [];
  const accounts = failedAccounts(targets);
  return withTrace(
    record,
    'announce',
    problemOf('announcement_partial', {
      accounts,
      isOutElsewhere: targets.some((target) => targetOutcome(target) === 'published'),
      // A post that may be out with the old text is not sent with another.
      canReword:
        spec.announce?.text !== undefined && !accounts.some(({ code }) => unknownOutcomes.has(code ?? '')),
    }),
  );
}

/** For so many reads a retried target may still show its earlier failure. */
const CHECKS_AFTER_RETRY = 10;

/** Whether the status of an account's post is its last. `retriedAtMs`: when the account was deliberately retried. */
export function isSettled(
  run: Run,
  {
    post,
    target,
    retriedAtMs,
  }: { post: PostReading; target: AnnouncedTarget; retriedAtMs?: number | undefined },
): boolean {
  const waitedMs = Date.now() - (run.record.wait?.sinceMs ?? Date.now());
  return {
    published: true,
    failed:
      retriedAtMs === undefined || Date.now() - retriedAtMs >= CHECKS_AFTER_RETRY * run.minCheckIntervalMs,
    unknown: waitedMs >= UNKNOWN_WORD_MS,
    pending: false,
  }[outcomeIn(post, target)];
}

export async function awaitTargets(release: ReleaseRun): Promise<void> {
  const { announcement } = release.record;
  const isOver = (post: PostReading, target: AnnouncedTarget): boolean => {
    const retriedAt = announcement?.retriedAt?.[target.accountId];
    const retriedAtMs = retriedAt === undefined ? undefined : Date.parse(retriedAt);
    // The status of a post is `published` once it is on every account.
    const isAsPost = outcomeIn(post, target) === 'unknown' && post.status === 'published';
    return isAsPost || isSettled(release, { post, target, retriedAtMs });
  };
  const post = await waitUntilSettled(release, {
    what: 'the announcement on each account',
    callbacks: false,
    read: () => readTargets(release),
    settled: (read) => read.targets.length > 0 && read.targets.every((one) => isOver(read, one)),
    deadlineMs: stageDeadlineMs.announce,
  });
  const unclear = post.targets.filter((target) => outcomeIn(post, target) === 'unknown');
  if (unclear.length > 0 && post.status !== 'published') addWarning(release.record, unclearText(unclear));
}

function unclearText(targets: readonly AnnouncedTarget[]): string {
  const accounts = targets.map(({ accountId, handle, status }) => {
    const word = status === '' ? 'it says nothing' : `it says "${status}"`;
    return `${handle ?? accountId}: ${word}`;
  });
  return `The social service does not say clearly whether the announcement is out on each account (${accounts.join('; ')}). Look at the post in the application.`;
}

export async function readTargets(release: ReleaseRun): Promise<PostReading> {
  const { announcement } = release.record;
  if (announcement === null) throw new Error('There is no announcement to look at.');
  const postId = announcement.postId ?? '';
  const post = await reads.readPost({ postId, ours: isPostOurs(release) });
  const { sentText, earlier } = announcement;
  const read = withRefusals(post.targets, announcement, accountsOf(release));
  const own = { postId, ...(sentText !== undefined && { text: sentText }) };
  const targets = earlier === undefined ? read : read.map((target) => ({ ...target, ...own }));
  announcement.targets = [...(earlier?.targets ?? []), ...targets];
  release.show();
  return { ...post, targets };
}

/** The service omits an account that was refused, or still shows it as pending. */
function withRefusals(
  targets: readonly AnnouncedTarget[],
  { refusals = {} }: Announcement,
  accounts: readonly Account[],
): AnnouncedTarget[] {
  const unlisted = accounts
    .filter(({ id }) => !targets.some(({ accountId }) => accountId === id))
    .map(({ id, platform }) => ({ accountId: id, platform, status: '', errorCode: null, message: null }));
  return [...targets, ...unlisted.filter(({ accountId }) => refusals[accountId] !== undefined)].map(
    (target) => {
      const refusal = refusals[target.accountId];
      const handle = accounts.find(({ id }) => id === target.accountId)?.handle;
      const named = handle === undefined ? target : { ...target, handle };
      // A person may have published the post in the application.
      if (refusal === undefined || isSent(target)) return named;
      return { ...named, status: 'failed', errorCode: refusal.code, message: refusal.said };
    },
  );
}
