/** The release statistics of some weeks: stage times, volume translated, and completeness. */
import { stageNames, type StageName } from './release/stages';
import * as z from 'zod';

export interface EndedRelease {
  state: string;
  endedAt: string;
  /** null: the service read the source itself. */
  strings: number | null;
  /** Stages that were done and whose time predicts that of others; 0: skipped. */
  stageMs: Readonly<Partial<Record<StageName, number>>>;
  completeness: readonly { language: string; percent: number | null }[];
}

const WEEK_MS = 7 * 86_400_000;
/** 1970-01-01 was a Thursday, so the first Monday of the Unix epoch is the 5th. */
const FIRST_MONDAY_MS = 4 * 86_400_000;

export function weekStartMs(atMs: number): number {
  return Math.floor((atMs - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_MONDAY_MS;
}

/** When the first of `weeks` weeks began, the current one included. */
export function firstWeekMs(nowMs: number, weeks: number): number {
  return weekStartMs(nowMs) - (weeks - 1) * WEEK_MS;
}

export function insightsOf(
  releases: readonly EndedRelease[],
  { nowMs, weeks }: { nowMs: number; weeks: number },
): Insights {
  const firstMs = firstWeekMs(nowMs, weeks);
  const byWeek = Array.from({ length: weeks }, (): EndedRelease[] => []);
  for (const release of releases) {
    const index = Math.floor((Date.parse(release.endedAt) - firstMs) / WEEK_MS);
    byWeek[index]?.push(release);
  }
  const within = byWeek.flat();
  return {
    stages: stageNames
      .filter((name) => name !== 'confirm')
      .flatMap((name) => {
        const spread = spreadOf(within, name);
        return spread === null ? [] : [{ name, ...spread }];
      }),
    review: spreadOf(within, 'confirm'),
    weeks: byWeek.map((some, index) => weekOf(firstMs + index * WEEK_MS, some)),
    languages: languagesOf(within),
  };
}

const isReleased = ({ state }: EndedRelease): boolean => state === 'done' || state === 'partial';

function weekOf(startMs: number, releases: readonly EndedRelease[]): Insights['weeks'][number] {
  const released = releases.filter(isReleased);
  return {
    week: new Date(startMs).toISOString().slice(0, 10),
    released: released.length,
    unreleased: releases.length - released.length,
    strings: released.reduce((sum, { strings }) => sum + (strings ?? 0), 0),
    review: spreadOf(releases, 'confirm'),
  };
}

function spreadOf(releases: readonly EndedRelease[], stage: StageName): Spread | null {
  const times = releases
    .flatMap(({ stageMs }) => stageMs[stage] ?? [])
    .filter((ms) => ms > 0)
    .sort((one, other) => one - other);
  if (times.length === 0) return null;
  return { count: times.length, medianMs: rankAt(times, 0.5), p90Ms: rankAt(times, 0.9) };
}

/** The nearest-rank percentile: always a measured value, never an interpolated one. */
function rankAt(sorted: readonly number[], part: number): number {
  return sorted[Math.ceil(part * sorted.length) - 1] ?? 0;
}

function languagesOf(releases: readonly EndedRelease[]): Insights['languages'] {
  const percents = new Map<string, number[]>();
  for (const { completeness } of releases.filter(isReleased))
    for (const { language, percent } of completeness)
      if (percent !== null) percents.set(language, [...(percents.get(language) ?? []), percent]);
  return [...percents]
    .map(([language, all]) => ({
      language,
      releases: all.length,
      lowest: Math.min(...all),
      average: all.reduce((sum, percent) => sum + percent, 0) / all.length,
    }))
    .sort((one, other) => one.lowest - other.lowest || (one.language < other.language ? -1 : 1));
}

const spread = z.object({ count: z.number(), medianMs: z.number(), p90Ms: z.number() });
type Spread = z.output<typeof spread>;

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
      unreleased: z.number(),
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
