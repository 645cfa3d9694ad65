/** The statistics of the releases of some weeks. Code that only counts imports types from here and nothing else. */
import * as z from 'zod';
import { stageNames } from './release/stages';

const spread = z.object({ count: z.number(), medianMs: z.number(), p90Ms: z.number() });
export type Spread = z.output<typeof spread>;

export const insights = z.object({
  /** In their order; those that no release had are not there. The term review is not: it waits for people. */
  stages: z.array(spread.extend({ name: z.enum(stageNames) })),
  review: spread.nullable(),
  /** The oldest first, also those without a release. */
  weeks: z.array(
    z.object({
      /** The Monday that it begins with, in UTC: `2026-11-16`. */
      week: z.string(),
      released: z.number(),
      /** Rejected, cancelled or failed. */
      unreleased: z.number(),
      /** Of what was released. */
      strings: z.number(),
      /** How long term reviews that ended in it had been open; null: there was none. */
      review: spread.nullable(),
    }),
  ),
  /** Of what was exported, by the language, the least complete first. */
  languages: z.array(
    z.object({ language: z.string(), releases: z.number(), lowest: z.number(), average: z.number() }),
  ),
});
export type Insights = z.output<typeof insights>;
