/** Schemas of the API about accounts and about releases that failed on them. */
import * as z from 'zod';
import { releaseStates } from '../domain/release/release-states';
import { releaseHead } from './console-api';
import { listOf, namedSchema, orNull } from './schema-parts';

const accountFailure = namedSchema('AccountFailure', {
  /** The code of the problem or of the account; releases with the same one are retried together. */
  cause: z.string(),
  why: z.string(),
  /** Messages of the platform, at most three. */
  messages: z.array(z.string()),
  advice: z.string(),
  releases: listOf({
    ...releaseHead,
    state: z.enum(releaseStates),
    since: z.string().nullable(),
  }),
});

const account = namedSchema('Account', {
  id: z.string(),
  platform: z.string(),
  handle: z.string().nullable(),
  displayName: z.string().nullable(),
  /** `active`, `expiring`, `expired` or another word of the service. null: it does not list the account. */
  status: z.string().nullable(),
  /** What keeps it from publishing, and the fix. null: nothing known. */
  fault: z.string().nullable(),
  failures: z.array(accountFailure),
});

export const accounts = namedSchema('Accounts', {
  /** Why the service did not respond; the accounts are then known from releases only. null: it did. */
  trouble: z.string().nullable(),
  workspace: orNull({
    name: z.string(),
    /** Posts that the plan allows to schedule this month. null: unlimited or unknown. */
    scheduledPosts: orNull({ used: z.number(), limit: z.number(), left: z.number() }),
  }),
  /** Failing ones first. */
  accounts: z.array(account),
  /** Failures of announcements that concern no single account. */
  failures: z.array(accountFailure),
  isCut: z.boolean(),
});

export const retryPlan = z.array(
  namedSchema('ReleaseToRetry', {
    id: z.string(),
    state: z.enum(releaseStates),
    causes: z.array(z.string()),
    problem: z.string(),
    /** Why a person has to decide instead. null: it is retried. */
    aloneFor: z.string().nullable(),
  }),
);

export const retriedReleases = namedSchema('RetriedReleases', {
  releases: listOf({
    id: z.string(),
    outcome: z.enum(['taken', 'refused', 'not tried']),
    message: z.string().nullable(),
  }),
});

export type Accounts = z.output<typeof accounts>;
export type AccountRow = z.output<typeof account>;
export type AccountFailure = z.output<typeof accountFailure>;
export type RetryPlan = z.output<typeof retryPlan>;
export type RetriedReleases = z.output<typeof retriedReleases>;
