/**
 * What is exhaustive by nature, such as every moment at which a worker may die, runs whole in `npm run nightly`. `npm test`
 * runs a part of it that is drawn by a seed in the test's file, so that each run says the same of a commit.
 */
import { createHash } from 'node:crypto';

export const isNightly = process.env.LOCRELEASE_TEST_NIGHTLY === '1';

/** Cases for which only a night has the time. */
export const itAtNight = isNightly ? it : it.skip;
/** The same for those that run side by side. */
export const concurrentlyAtNight = isNightly ? it.concurrent : it.skip;

/** Every row in a night, and else so many of them as the seed has drawn, in their order. */
export function drawn<Row>(rows: readonly Row[], count: number, seed: number): Row[] {
  if (isNightly) return [...rows];
  const rankOf = (place: number): string => createHash('sha256').update(`${seed} ${place}`).digest('hex');
  const places = rows.map((_row, place) => place).sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));
  const taken = new Set(places.slice(0, count));
  return rows.filter((_row, place) => taken.has(place));
}
