import type { PostStatus } from './vocabulary';

/** The documentation names neither the query of the list nor the body of a new post: all fields are our assumption. */
export interface PostsQuery {
  cursor?: string;
  limit?: number;
  status?: PostStatus;
}

export interface CreateDraft {
  text: string;
  accountIds: readonly string[];
  /** ISO 8601 with a time zone, which the service requires. A post with a time is scheduled. */
  scheduledAt?: string;
}

/** The body of a new post is not documented, so it has one of two forms. */
export function draftBody(draft: CreateDraft, form: 'text' | 'content' = 'text'): object {
  if (form === 'text') return draft;
  const { text, accountIds, ...rest } = draft;
  return { content: text, targets: accountIds.map((accountId) => ({ accountId })), ...rest };
}

export interface PublishPost {
  /** Retries only that account; without it every account of the post. */
  accountId?: string;
}

const MAX_KEY_LENGTH = 255;

/** Why a text cannot be an `Idempotency-Key`, or null. */
export function idempotencyKeyFault(key: string): string | null {
  if (key === '') return 'the idempotency key is empty';
  if (key.length > MAX_KEY_LENGTH) return `the idempotency key is longer than ${MAX_KEY_LENGTH} characters`;
  if (!/^[\x20-\x7e]+$/.test(key)) return 'the idempotency key is not printable ASCII';
  // Receivers trim a header's value, so that two keys could become one.
  if (key !== key.trim()) return 'the idempotency key starts or ends with white space';
  return null;
}
