/** The workspace's posts: drafts, and posts that are published at a given time. */
import * as z from 'zod';
import { postStatuses } from '../../social/vocabulary';
import type { Readings } from '../readings/catalogue';
import { readInput, Refusal } from '../refusal';
import type { Outcome, SandboxContext } from '../service';
import type { Accounts } from './accounts';
import { requireAction, requireScope, type Credential } from './credentials';

export interface Target {
  accountId: string;
  platform: string;
  status: 'pending' | 'publishing' | 'published' | 'failed';
  errorCode: string | null;
  errorMessage: string | null;
}

export interface Post {
  postId: string;
  status: (typeof postStatuses)[number] | Readings['prepared-post-status'];
  text: string;
  scheduledAt: string | null;
  createdAt: string;
  targets: Target[];
}

const listQuery = z.object({
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  status: z.enum(postStatuses).optional(),
});

const timestamp = z
  .string()
  .refine(
    (text) => /(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
    'expected an ISO 8601 time with a time zone',
  );
const newPost = z.object({
  text: z.string().min(1),
  accountIds: z.array(z.string()).nonempty(),
  scheduledAt: timestamp.optional(),
});
/** The same fields under other names; ours are refused then. */
const newPostByContent = z
  .strictObject({
    content: newPost.shape.text,
    targets: z.array(z.strictObject({ accountId: z.string() })).nonempty(),
    scheduledAt: newPost.shape.scheduledAt,
  })
  .transform(({ content, targets, scheduledAt }) => ({
    text: content,
    accountIds: targets.map(({ accountId }) => accountId),
    scheduledAt,
  }));

export class Posts {
  readonly #posts = new Map<string, Post>();
  #scheduled: { month: string; count: number };

  constructor(
    private readonly context: SandboxContext,
    private readonly accounts: Accounts,
    private readonly publish: (post: Post) => void,
  ) {
    const { readings, workspace } = context.profile;
    this.#scheduled = { month: this.#month(), count: workspace.scheduledThisMonth.used };
    for (const { id, text, accountIds } of workspace.drafts) {
      this.#add({
        postId: id,
        // A person may have prepared it further than a draft.
        status: readings['prepared-post-status'],
        text,
        scheduledAt: null,
        targets: this.#targetsFor(accountIds),
      });
    }
  }

  scheduledThisMonth(): number {
    return this.#scheduled.month === this.#month() ? this.#scheduled.count : 0;
  }

  create(body: unknown, credential: Credential): Outcome {
    const { clock, profile } = this.context;
    const schema = profile.readings['draft-request'] === 'content' ? newPostByContent : newPost;
    const { text, accountIds, scheduledAt = null } = readInput(schema, body, 'invalid_input');
    requireAction(credential, scheduledAt === null ? 'draft' : 'schedule');
    if (scheduledAt !== null) requireScope(credential, 'schedule:write');
    const targets = this.#targetsFor(accountIds);
    if (scheduledAt !== null) this.#countScheduled();
    const status = scheduledAt === null ? 'draft' : 'scheduled';
    const postId = this.#freeId();
    const post = this.#add({ postId, status, text, scheduledAt, targets });
    if (scheduledAt !== null) {
      clock.after(Math.max(0, Date.parse(scheduledAt) - clock.nowMs()), () => {
        if (post.status === 'scheduled') this.publish(post);
      });
    }
    return {
      data: postView(profile.readings, post),
      effect: scheduledAt === null ? `draft ${postId} created` : `${postId} scheduled for ${scheduledAt}`,
      ids: { postId },
    };
  }

  get(postId = ''): Post {
    const post = this.#posts.get(postId);
    if (post === undefined) throw new Refusal('not_found', 'the post does not exist');
    return post;
  }

  all(): Post[] {
    return structuredClone([...this.#posts.values()]);
  }

  /** Newest first. A page has summaries only: the status on each account is only in a post's detail. */
  page(query: unknown): Outcome {
    const { cursor, limit, status } = readInput(listQuery, query, 'invalid_input');
    const { readings } = this.context.profile;
    const place = readings['cursor-place'];
    const newestFirst = [...this.#posts.values()].reverse();
    const start = cursor === undefined ? 0 : placeAfter(newestFirst, cursor);
    const matching = newestFirst
      .slice(start)
      .filter((post) => status === undefined || post.status === status);
    const found = matching.slice(0, place === 'none' ? matching.length : limit);
    const last = matching.length > found.length ? found.at(-1) : undefined;
    const nextCursor = last === undefined ? null : Buffer.from(`after:${last.postId}`).toString('base64url');
    const posts = found.map((post) =>
      postView(readings, post, ['postId', 'status', 'text', 'scheduledAt', 'createdAt']),
    );
    return {
      data: { posts, ...(place === 'data' && { nextCursor }) },
      meta: place === 'meta' ? { nextCursor } : {},
    };
  }

  #countScheduled(): void {
    const { limit } = this.context.profile.workspace.scheduledThisMonth;
    const used = this.scheduledThisMonth();
    if (used >= limit) {
      const params = { limit, used };
      throw new Refusal('plan_limit', `${limit} scheduled posts a month are used up`, { params });
    }
    this.#scheduled = { month: this.#month(), count: used + 1 };
  }

  /** The plan's months are in UTC. */
  #month(): string {
    return this.context.clock.iso().slice(0, '2026-12'.length);
  }

  #targetsFor(accountIds: readonly string[]): Target[] {
    return accountIds.map((accountId) => {
      const account = this.accounts.get(accountId);
      if (account === undefined) throw new Refusal('not_found', `accountIds: ${accountId} does not exist`);
      const { platform } = account;
      return { accountId, platform, status: 'pending', errorCode: null, errorMessage: null };
    });
  }

  #add(fields: Omit<Post, 'createdAt'>): Post {
    const post = { ...fields, createdAt: this.context.clock.iso() };
    this.#posts.set(post.postId, post);
    return post;
  }

  #freeId(): string {
    let number = this.#posts.size + 1;
    while (this.#posts.has(`post_${number}`)) number += 1;
    return `post_${number}`;
  }
}

function placeAfter(posts: readonly Post[], cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const place = posts.findIndex(({ postId }) => text === `after:${postId}`);
  if (place < 0) throw new Refusal('invalid_input', 'cursor: invalid');
  return place + 1;
}

const OTHER_POST_WORDS: Readonly<Record<string, string>> = {
  pending_approval: 'in_review',
  scheduled: 'queued',
  published: 'live',
};

/** A post, or some of its fields, with the words of the readings. */
export function postView(readings: Readings, post: Post, fields?: readonly (keyof Post)[]): object {
  const postWords = readings['post-status-words'];
  const targetWords = readings['target-words'];
  const postWord = postWords === 'other' ? (OTHER_POST_WORDS[post.status] ?? post.status) : post.status;
  const targetWord = (status: string): string => {
    if (targetWords === 'upper-case') return status.toUpperCase();
    return status === 'published' ? targetWords : status;
  };
  const view = {
    ...post,
    status: postWords === 'upper-case' ? post.status.toUpperCase() : postWord,
    targets: post.targets.map((target) => ({ ...target, status: targetWord(target.status) })),
  };
  if (fields === undefined) return view;
  return Object.fromEntries(fields.map((field) => [field, view[field]]));
}
