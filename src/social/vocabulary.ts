/** The service's own words. A value outside a list is passed on unchanged. */
import type { Open } from '../http/replies/readers';

/** Eight exist, but only `publishing` and `failed` are documented by name: the other six are our assumption. */
export const postStatuses = [
  'draft',
  'pending_approval',
  'rejected',
  'scheduled',
  'publishing',
  'published',
  'failed',
  'archived',
] as const;
export type PostStatus = Open<(typeof postStatuses)[number]>;

/** Only `failed` is documented. */
export const targetStatuses = ['pending', 'publishing', 'published', 'failed'] as const;

export const accountStatuses = ['active', 'expiring', 'expired'] as const;

/** Every documented error code, with the HTTP status it comes under. */
export const httpStatusOf = {
  unauthenticated: 401,
  forbidden: 403,
  workspace_not_found: 403,
  not_found: 404,
  invalid_input: 400,
  plan_limit: 402,
  no_account: 409,
  needs_reauth: 409,
  rate_limited: 429,
  replay: 409,
  external_writes_off: 503,
  platform_error: 502,
  internal: 500,
} as const;
export type ErrorCode = keyof typeof httpStatusOf;
export const errorCodes = Object.keys(httpStatusOf) as ErrorCode[];

/**
 * Reasons of `rate_limited` that clear only on the next day. The words are not documented: another one that speaks of
 * a day, or a window of a day, is waited out alike (remedies.ts). Anything else waits as long as `Retry-After` says.
 */
export const dailyCapReasons = ['daily_publish_cap', 'daily_reply_cap'] as const;
