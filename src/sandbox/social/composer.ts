/** Creates posts: drafts, and posts that are published at a given time. */
import * as z from 'zod';
import type { SandboxClock } from '../clock';
import type { SandboxContext } from '../mount-service';
import type { Accounts } from './accounts';
import { requireAction, requireScope, type Credential, type Outcome } from './operation';
import type { Posts, Target } from './posts';
import type { Publisher } from './publisher';
import { readInput, Refusal } from './refusal';

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
    content: z.string().min(1),
    targets: z.array(z.strictObject({ accountId: z.string() })).nonempty(),
    scheduledAt: timestamp.optional(),
  })
  .transform(({ content, targets, scheduledAt }) => ({
    text: content,
    accountIds: targets.map(({ accountId }) => accountId),
    scheduledAt,
  }));

export class Composer {
  #scheduled: { month: string; count: number };

  constructor(
    private readonly context: SandboxContext,
    private readonly accounts: Accounts,
    private readonly posts: Posts,
    private readonly publisher: Publisher,
  ) {
    const { drafts, scheduledThisMonth } = context.profile.workspace;
    this.#scheduled = { month: monthOf(context.clock), count: scheduledThisMonth.used };
    for (const { id, text, accountIds } of drafts) {
      posts.addPrepared(id, { text, scheduledAt: null, targets: this.#targetsFor(accountIds) });
    }
  }

  scheduledThisMonth(): number {
    return this.#scheduled.month === monthOf(this.context.clock) ? this.#scheduled.count : 0;
  }

  create(body: unknown, credential: Credential): Outcome {
    const {
      text,
      accountIds,
      scheduledAt = null,
    } = this.context.profile.readings['draft-request'] === 'content'
      ? readInput(newPostByContent, body)
      : readInput(newPost, body);
    requireAction(credential, scheduledAt === null ? 'draft' : 'schedule');
    if (scheduledAt !== null) requireScope(credential, 'schedule:write');
    const targets = this.#targetsFor(accountIds);
    if (scheduledAt !== null) this.#countScheduled();
    const post = this.posts.add({ text, scheduledAt, targets });
    if (scheduledAt !== null) {
      this.context.clock.after(Math.max(0, Date.parse(scheduledAt) - this.context.clock.nowMs()), () => {
        if (post.status === 'scheduled') this.publisher.start(post, post.targets);
      });
    }
    const { postId } = post;
    return {
      data: structuredClone(post),
      effect: scheduledAt === null ? `draft ${postId} created` : `${postId} scheduled for ${scheduledAt}`,
      ids: { postId },
    };
  }

  #countScheduled(): void {
    const { limit } = this.context.profile.workspace.scheduledThisMonth;
    const used = this.scheduledThisMonth();
    if (used >= limit) {
      throw new Refusal('plan_limit', `${limit} scheduled posts a month are used up`, { limit, used });
    }
    this.#scheduled = { month: monthOf(this.context.clock), count: used + 1 };
  }

  #targetsFor(accountIds: readonly string[]): Target[] {
    return accountIds.map((accountId) => {
      const account = this.accounts.get(accountId);
      if (account === undefined) throw new Refusal('not_found', `accountIds: ${accountId} does not exist`);
      const { platform } = account;
      return { accountId, platform, status: 'pending', errorCode: null, errorMessage: null };
    });
  }
}

/** The plan's months are in UTC. */
const monthOf = (clock: SandboxClock): string => clock.iso().slice(0, '2026-12'.length);
