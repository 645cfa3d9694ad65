/** The release statistics of some weeks. Code that only counts imports types from here and nothing else. */
import * as z from 'zod';
import { stageNames } from './release/stages';

const spread = z.object({ count: z.number(), medianMs: z.number(), p90Ms: z.number() });
export type Spread = z.output<typeof spread>;

export const insights = z.object({
  /** Stages in their order, without those that no release had. The term review is separate: it waits for people. */
  stages: z.array(spread.extend({ name: z.enum(stageNames) })),
  review: spread.nullable(),
  /** The oldest week comes first; weeks without a release are included. */
  weeks: z.array(
    z.object({
      /** The Monday on which the week begins, in UTC: `2026-11-16`. */
      week: z.string(),
      released: z.number(),
      /** Releases that were rejected, cancelled or failed. */
      unreleased: z.number(),
      /** Only released strings count. */
      strings: z.number(),
      /** How long the term reviews that ended in this week had been open; null: there was none. */
      review: spread.nullable(),
    }),
  ),
  /** The export completeness by language, the least complete first. */
  languages: z.array(
    z.object({ language: z.string(), releases: z.number(), lowest: z.number(), average: z.number() }),
  ),
});
export type Insights = z.output<typeof insights>;
