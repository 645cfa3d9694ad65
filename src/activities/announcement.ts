/**
 * Calls on the announcement's post: draft it, publish it, or look at it. Only a look is broken off when the
 * release is cancelled: breaking off the others would not undo them, only hide what they did.
 */
import { cancellationSignal } from '@temporalio/activity';
import type { AnnouncedTarget } from '../domain/status';
import { sentence } from '../domain/sentence';
import type { ActivityInput } from '../protocol/activity-inputs';
import { announcementText } from '../social/announcement-post';
import { socialRemedy, targetRemedy } from '../social/remedies';
import type { Post } from '../social/schemas';
import { remedied } from './call-failure';
import type { ActivityDependencies } from './dependencies';

const reading = { remedyOf: socialRemedy, repeatable: true };
/** After a lost reply the workflow looks before it calls again, even where a key makes a repeat harmless. */
const writing = { remedyOf: socialRemedy, repeatable: false };

export interface PostReading {
  status: string;
  targets: AnnouncedTarget[];
}

/** The service's clock and ours may differ by as much as its signature window would allow. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

export function announceActivities({ social }: ActivityDependencies) {
  return {
    async createDraft(draft: ActivityInput<'createDraft'>): Promise<{ postId: string }> {
      const { data } = await remedied(writing, () =>
        social().createDraft({ text: announcementText(draft), accountIds: draft.accountIds }, draft.key),
      );
      return { postId: data.postId };
    },

    /** Drafts that can only be the one whose reply was lost: its text, its accounts, made since it was sent. */
    async findDrafts(draft: ActivityInput<'findDrafts'>): Promise<{ postIds: string[] }> {
      const text = announcementText(draft);
      const sinceMs = Date.parse(draft.sentAt) - CLOCK_TOLERANCE_MS;
      const postIds: string[] = [];
      await remedied(reading, async () => {
        for await (const post of social().allPosts({}, { signal: cancellationSignal() })) {
          if (
            post.status === 'draft' &&
            post.text === text &&
            isForAccounts(post, draft.accountIds) &&
            madeSince(post, sinceMs)
          ) {
            postIds.push(post.postId);
          }
        }
      });
      return { postIds };
    },

    async publishPost({ postId, key, accountId }: ActivityInput<'publishPost'>): Promise<void> {
      await remedied(writing, () =>
        social().publishPost(postId, accountId === undefined ? {} : { accountId }, key),
      );
    },

    async readPost({ postId }: ActivityInput<'readPost'>): Promise<PostReading> {
      const { data } = await remedied(reading, () => social().post(postId, { signal: cancellationSignal() }));
      return {
        status: data.status,
        targets: data.targets.map(({ accountId, platform, status, errorCode, errorMessage }) => ({
          accountId,
          platform,
          status,
          errorCode,
          message:
            status === 'failed'
              ? `${sentence(errorMessage ?? 'The platform gave no reason')} ${targetRemedy(errorCode).advice}`
              : null,
        })),
      };
    },
  };
}

function isForAccounts(post: Post, accountIds: readonly string[]): boolean {
  const targets = post.targets.map(({ accountId }) => accountId).sort();
  return targets.length === 0 || targets.join() === [...accountIds].sort().join();
}

function madeSince({ createdAt }: Post, sinceMs: number): boolean {
  return createdAt === null || Date.parse(createdAt) >= sinceMs;
}
