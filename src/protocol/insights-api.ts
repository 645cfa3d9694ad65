/** What the console's page and the gateway say to each other of releases that have ended. */
import * as z from 'zod';
import { stageNames } from '../domain/release/stages';

const spread = z.object({ count: z.number(), medianMs: z.number(), p90Ms: z.number() });

export const insights = z
  .object({
    stages: z.array(spread.extend({ name: z.enum(stageNames) })),
    review: spread.nullable(),
    weeks: z.array(
      z.object({
        week: z.string(),
        released: z.number(),
        unreleased: z.number(),
        strings: z.number(),
        review: spread.nullable(),
      }),
    ),
    languages: z.array(
      z.object({ language: z.string(), releases: z.number(), lowest: z.number(), average: z.number() }),
    ),
    projects: z.array(z.string()),
    releases: z.number(),
    isCut: z.boolean(),
  })
  .meta({ id: 'Insights' });

export type InsightsResponse = z.output<typeof insights>;
