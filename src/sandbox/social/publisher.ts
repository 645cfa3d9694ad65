/**
 * Publishes in the background after the request was accepted, one account after the other. Nothing here checks whether
 * a post is already live: the service does not document that it does, so a second request under a new key publishes
 * again, and the journal shows it.
 */
import * as z from 'zod';
import { readInput, Refusal } from '../refusal';
import type { Outcome, SandboxContext } from '../service';
import type { Accounts } from './accounts';
import type { Caps } from './caps';
import { postView, type Post, type Target } from './posts';

const publishBody = z.object({ accountId: z.string().min(1).optional() });

export class Publisher {
  readonly #approved = new Set<Post>();

  constructor(
    private readonly context: SandboxContext,
    private readonly accounts: Accounts,
    private readonly caps: Caps,
  ) {}

  /** Checks everything that can be known beforehand; later failures are those of the accounts. */
  accept(post: Post, body: unknown, idempotencyKey: string): Outcome {
    const { accountId } = readInput(publishBody, body, 'invalid_input');
    const targets = accountId === undefined ? post.targets : [targetOn(post, accountId)];
    if (targets.length === 0) throw new Refusal('no_account', 'the post has no account to go to');
    if (!this.context.profile.workspace.externalWrites) {
      throw new Refusal('external_writes_off', 'external writes are disabled in this environment');
    }
    const accountIds = targets.map((target) => target.accountId);
    const { readings } = this.context.profile;
    if (readings['second-publish'] === 'refused') requireUnpublished(post, targets);
    for (const id of accountIds) this.accounts.requireUsable(id);
    this.caps.countPublish(accountIds);
    this.#begin(post, targets, { idempotencyKey });
    return {
      data: postView(readings, post, ['postId', 'status']),
      effect: `publish of ${post.postId} accepted for ${accountIds.join(', ')}`,
      ids: accountId === undefined ? {} : { accountId },
    };
  }

  start(post: Post, targets: readonly Target[], ids: Record<string, string> = {}): void {
    const { clock, profile } = this.context;
    const { pace, readings } = profile;
    const isPublishingAtOnce = readings['retried-target'] === 'publishing';
    for (const [index, target] of targets.entries()) {
      const dueMs = pace.targetMs * (index + 1);
      if (isPublishingAtOnce || target.status !== 'failed') setPublishing(post, target);
      else clock.after(dueMs / 2, () => setPublishing(post, target));
      clock.after(dueMs, () => this.#settle(post, target, ids));
    }
  }

  /** Where publishing needs a person's approval, an accepted post waits for it once. */
  #begin(post: Post, targets: readonly Target[], ids: Record<string, string>): void {
    const { pace, readings } = this.context.profile;
    if (readings['confirm-mode'] === 'preauthorized' || this.#approved.has(post)) {
      this.start(post, targets, ids);
      return;
    }
    post.status = 'pending_approval';
    this.context.clock.after(pace.approvalMs, () => {
      this.#approved.add(post);
      this.start(post, targets, ids);
    });
  }

  #settle(post: Post, target: Target, ids: Record<string, string>): void {
    const { postId } = post;
    const { accountId } = target;
    const failure = this.#failureOn(accountId);
    Object.assign(target, failure ?? { errorCode: null, errorMessage: null });
    target.status = failure === null ? 'published' : 'failed';
    post.status = statusOf(post.targets);
    this.context.journal.add({
      kind: 'work',
      service: 'social',
      subject: `publish ${accountId}`,
      owner: this.context.profile.workspace.id,
      code: failure?.errorCode ?? 'ok',
      effect: failure === null ? `published ${postId} on ${accountId}` : null,
      answered: true,
      fault: failure === null ? null : 'fail',
      ids: { ...ids, postId, accountId },
    });
  }

  #failureOn(accountId: string): Pick<Target, 'errorCode' | 'errorMessage'> | null {
    const fault = this.context.faults.strike('target', accountId);
    if (fault !== null) {
      return {
        errorCode: String(fault.code ?? 'media_required'),
        errorMessage: fault.reason ?? 'the platform refused the post',
      };
    }
    const expired = this.accounts.get(accountId)?.status === 'expired';
    return expired ? { errorCode: 'token_expired', errorMessage: 'the authorization has expired' } : null;
  }
}

function requireUnpublished(post: Post, targets: readonly Target[]): void {
  const isUnderWay = targets.some(({ status }) => status === 'publishing' || status === 'published');
  if (isUnderWay || post.status === 'pending_approval') {
    throw new Refusal('already_published', `${post.postId} is published or on its way`);
  }
}

function setPublishing(post: Post, target: Target): void {
  post.status = 'publishing';
  Object.assign(target, { status: 'publishing', errorCode: null, errorMessage: null });
}

function targetOn(post: Post, accountId: string): Target {
  const target = post.targets.find((candidate) => candidate.accountId === accountId);
  if (target === undefined) throw new Refusal('not_found', `${post.postId} does not go to ${accountId}`);
  return target;
}

/** One failure makes the post failed, even while it is still being published on other accounts. */
function statusOf(targets: readonly Target[]): Post['status'] {
  const some = (status: Target['status']): boolean => targets.some((target) => target.status === status);
  if (some('failed')) return 'failed';
  return some('publishing') ? 'publishing' : 'published';
}
