/** What the page and the gateway say to each other about accounts, and about releases that failed on them. */
import * as z from 'zod';
import { releaseStates } from '../domain/release/release-states';
import { releaseHead } from './console-api';
import { listOf, named, orNull } from './schema-parts';

const accountFailure = named('AccountFailure', {
  /** The code of the problem or of the account: what is retried together. */
  cause: z.string(),
  /** Why it fails, in the words that every page has for it. */
  why: z.string(),
  /** In the platform's own words, three at most. */
  messages: z.array(z.string()),
  /** The one thing that mends it. */
  advice: z.string(),
  releases: listOf({
    ...releaseHead,
    state: z.enum(releaseStates),
    /** Since when it waits. */
    since: z.string().nullable(),
  }),
});

const account = named('Account', {
  id: z.string(),
  platform: z.string(),
  handle: z.string().nullable(),
  displayName: z.string().nullable(),
  /** `active`, `expiring`, `expired` or another word of the service; null: it does not list the account. */
  status: z.string().nullable(),
  /** What keeps it from publishing, and what to do; null: nothing, or not known. */
  fault: z.string().nullable(),
  failures: z.array(accountFailure),
});

export const accounts = named('Accounts', {
  /** Why the service could not be asked: then accounts are known from releases alone. Null: it was. */
  trouble: z.string().nullable(),
  workspace: orNull({
    name: z.string(),
    /** Posts that the plan lets schedule this month; null: as many as one likes, or not told. */
    scheduledPosts: orNull({ used: z.number(), limit: z.number(), left: z.number() }),
  }),
  /** Those that fail first. */
  accounts: z.array(account),
  /** Why announcements wait for no single account. */
  failures: z.array(accountFailure),
  /** Whether more releases wait for a decision than were looked at. */
  isCut: z.boolean(),
});

/** Releases that can be tried again. */
export const retryPlan = z.array(
  named('ReleaseToRetry', {
    id: z.string(),
    state: z.enum(releaseStates),
    causes: z.array(z.string()),
    problem: z.string(),
    /** Why it is left to a person; null: it is retried. */
    aloneFor: z.string().nullable(),
  }),
);

export const retriedReleases = named('RetriedReleases', {
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
