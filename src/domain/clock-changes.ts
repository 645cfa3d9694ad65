/**
 * The nights on which a time of day does not come, or comes twice, because the clocks change. Temporal takes a
 * calendar by its letter: it would leave such a night out, or run it twice.
 */
import { wallClock } from './wall-clock';

const DAY_MS = 86_400_000;
/** No zone puts its clocks forward and back within it. */
const STEP_MS = 7 * DAY_MS;

/** Hands of the wall clock, in milliseconds as if in UTC. */
export interface MovedRun {
  /** What the schedule says, which on this day is missing or ambiguous. */
  fromMs: number;
  /** The first time after it that comes exactly once. */
  toMs: number;
}

/** Where runs at a time of day move to, from the start of one year to the end of another or a little beyond. */
export function movedRuns(
  timeZone: string,
  timeOfDayMs: number,
  years: { first: number; last: number },
): MovedRun[] {
  const changes = clockChanges(timeZone, Date.UTC(years.first, 0), Date.UTC(years.last + 1, 0));
  return changes.flatMap(({ fromMs, toMs }) =>
    [...new Set([startOfDay(fromMs), startOfDay(toMs)])]
      .map((dayMs) => dayMs + timeOfDayMs)
      .filter((runMs) => fromMs <= runMs && runMs < toMs)
      .map((runMs) => ({ fromMs: runMs, toMs })),
  );
}

const startOfDay = (wallMs: number): number => Math.floor(wallMs / DAY_MS) * DAY_MS;

interface ClockChange {
  fromMs: number;
  toMs: number;
}

/** Spans of the wall clock that are left out when it is put forward, or repeated when it is put back. */
function clockChanges(timeZone: string, startMs: number, endMs: number): ClockChange[] {
  const wall = wallClock(timeZone);
  const offset = (atMs: number): number => wall(atMs) - atMs;
  const changes: ClockChange[] = [];
  for (let stepMs = startMs; stepMs < endMs; stepMs += STEP_MS) {
    const [before, after] = [offset(stepMs), offset(stepMs + STEP_MS)];
    if (before === after) continue;
    const atMs = firstSecond(stepMs, stepMs + STEP_MS, (ms) => offset(ms) !== before);
    changes.push({ fromMs: atMs + Math.min(before, after), toMs: atMs + Math.max(before, after) });
  }
  return changes;
}

/** The first second at which it holds, where it holds at the end and not at the start. */
function firstSecond(startMs: number, endMs: number, holds: (ms: number) => boolean): number {
  let [not, yes] = [startMs / 1000, endMs / 1000];
  while (yes - not > 1) {
    const middle = Math.floor((not + yes) / 2);
    if (holds(middle * 1000)) yes = middle;
    else not = middle;
  }
  return yes * 1000;
}
