/** Calls on the announcement's post. Cancelling aborts only reads: an aborted write would only hide what it did. */
import { cancellationSignal } from '@temporalio/activity';
import type { AnnouncedTarget } from '../domain/release/status';
import { targetOutcome } from '../domain/release/target-outcome';
import type { ActivityInput } from '../protocol/activity-inputs';
import { hashedKey } from '../http/secret';
import { postedText } from '../social/posted-text';
import type { Post } from '../social/replies';
import { remedied } from './call-failure';
import type { ActivityDependencies } from './dependencies';
import type { Traced } from './tasks';
import { quietUntilMs } from '../domain/schedules/wall-clock';

const reading = { repeatable: true };
/** After a lost reply the workflow reads before it calls again, even if a key makes a repeat harmless. */
const writing = { repeatable: false };

export interface PostReading {
  status: string;
  targets: AnnouncedTarget[];
}

/** The clocks of the service and the worker may differ by as much as its signature window would allow. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

export interface Draft {
  postId: string;
  /** The text as it was sent, with its placeholders filled. */
  text: string;
}

const MOST_POSTS = 2000;
const ENOUGH_OLDER_POSTS = 100;

export function announceActivities({ social }: ActivityDependencies) {
  return {
    async createDraft(draft: ActivityInput<'createDraft'>): Promise<Draft & Traced> {
      const text = postedText(draft);
      const { data, requestId } = await remedied(writing, () =>
        social().createDraft(
          {
            text,
            accountIds: draft.accountIds,
            ...(draft.scheduledAt === undefined ? {} : { scheduledAt: draft.scheduledAt }),
          },
          hashedKey(draft.key),
        ),
      );
      return { postId: data.postId, text, traceId: requestId };
    },

    /** Finds drafts with this text and these accounts. Newer posts come first, so older ones end the search. */
    async findDrafts(draft: ActivityInput<'findDrafts'>) {
      const text = postedText(draft);
      const sinceMs = Date.parse(draft.sentAt) - CLOCK_TOLERANCE_MS;
      /** `isWhole`: whether all posts that may be the announcement were read. */
      const found = { text, postIds: [] as string[], isWhole: true };
      let seen = 0;
      let older = 0;
      await remedied(reading, async () => {
        for await (const post of social().allPosts({}, { signal: cancellationSignal() })) {
          seen += 1;
          older = madeSince(post, sinceMs) ? 0 : older + 1;
          if (older >= ENOUGH_OLDER_POSTS) return;
          found.isWhole = seen < MOST_POSTS;
          if (!found.isWhole) return;
          // A post that the service publishes by itself may have been published since.
          const isLate = draft.scheduledAt === undefined && isPastDraft(post);
          if (older > 0 || !isForAccounts(post, draft.accountIds) || isLate) continue;
          if (post.text === text) found.postIds.push(post.postId);
          else if (post.text === null) found.isWhole = false;
        }
      });
      return found;
    },

    async publishPost({ postId, key, accountId, ours }: ActivityInput<'publishPost'>) {
      const { requestId, replayed } = await remedied({ ...writing, ours }, () =>
        social().publishPost(postId, accountId === undefined ? {} : { accountId }, hashedKey(key)),
      );
      // `replayed`: the service returned the result of an earlier call under the same key.
      return { traceId: requestId, ...(replayed && { replayed }) };
    },

    async readPost({ postId, ours }: ActivityInput<'readPost'>): Promise<PostReading> {
      const { data } = await remedied({ ...reading, ours }, () =>
        social().post(postId, { signal: cancellationSignal() }),
      );
      return {
        status: data.status,
        targets: data.targets.map(({ accountId, platform, status, errorCode, errorMessage, link }) => ({
          accountId,
          platform,
          status,
          errorCode,
          link,
          message: targetOutcome({ status, errorCode, link }) === 'failed' ? errorMessage : null,
        })),
      };
    },

    /** Time zone data depends on the machine, while workflow code must replay with the same result everywhere. */
    quietUntil({ hours, atMs }: ActivityInput<'quietUntil'>): Promise<{ until: string | null }> {
      const untilMs = quietUntilMs(hours, atMs);
      return Promise.resolve({ until: untilMs === null ? null : new Date(untilMs).toISOString() });
    },
  };
}

function isForAccounts(post: Post, accountIds: readonly string[]): boolean {
  const targets = post.targets.map(({ accountId }) => accountId).sort();
  return targets.length === 0 || targets.join() === [...accountIds].sort().join();
}

/** A post with one of these statuses is no draft any more, whatever word the service uses for a draft. */
function isPastDraft({ status }: Post): boolean {
  return /^(publishing|published|failed|archived|rejected|live|sent)$/i.test(status);
}

function madeSince({ createdAt }: Post, sinceMs: number): boolean {
  return createdAt === null || Date.parse(createdAt) >= sinceMs;
}
