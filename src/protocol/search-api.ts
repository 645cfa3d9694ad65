/** What the page and the gateway say to each other about a search over everything. */
import * as z from 'zod';
import { releaseStates } from '../domain/release/release-states';

/** Open releases that cannot be read, each with the reason: the others are shown without them. */
export const unreadableReleases = z.array(
  z.object({ id: z.string(), why: z.string() }).meta({ id: 'UnreadableRelease' }),
);

const foundRelease = z
  .object({
    id: z.string(),
    project: z.string(),
    name: z.string(),
    /** Null: its record was not read. */
    state: z.enum(releaseStates).nullable(),
    branch: z.string().nullable(),
    startedBy: z.string().nullable(),
    languages: z.array(z.string()).readonly(),
    startedAt: z.string().nullable(),
    endedAt: z.string().nullable(),
    by: z.enum(['name', 'language', 'task', 'post']),
    /** The whole of what matches. */
    matched: z.string(),
  })
  .meta({ id: 'FoundRelease' });

const foundTerms = z
  .object({
    id: z.string(),
    project: z.string(),
    name: z.string(),
    startedAt: z.string(),
    /** Whether somebody confirmed them, so that they are in the termbase. */
    isConfirmed: z.boolean(),
    terms: z.array(
      z.object({
        term: z.string(),
        category: z.string(),
        translations: z.array(z.object({ language: z.string(), text: z.string() })),
      }),
    ),
    /** How many more of its terms match. */
    more: z.number(),
  })
  .meta({ id: 'FoundTerms' });

export const found = z
  .object({
    releases: z.array(foundRelease),
    terms: z.array(foundTerms),
    /** How many releases were looked into, the newest first. */
    lookedInto: z.number(),
    /** Why older ones were not: the time was over, or enough was found. Null: all were looked into. */
    cut: z.enum(['time', 'number']).nullable(),
    unreadable: unreadableReleases,
  })
  .meta({ id: 'Found' });

export type UnreadableReleases = z.output<typeof unreadableReleases>;
export type Found = z.output<typeof found>;
export type FoundRelease = z.output<typeof foundRelease>;
export type FoundTerms = z.output<typeof foundTerms>;
