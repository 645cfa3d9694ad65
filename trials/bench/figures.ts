/** What benches measure, and how they print it. */
import { readFile } from 'node:fs/promises';

/** What a bench has found, for people: a line for each figure, with what is required of it and whether that holds. */
export interface Figure {
  what: string;
  value: number;
  unit: string;
  /** Behind the point. */
  digits?: number;
  /** Nothing is required where it is absent. */
  atMost?: number;
}

/** Returns whether all that is required holds. */
export function printTable(title: string, figures: readonly Figure[]): boolean {
  const rows = figures.map((figure) => ({
    cells: [figure.what, `${figure.value.toFixed(figure.digits ?? 0)} ${figure.unit}`.trim()],
    note: verdictOn(figure),
  }));
  printGrid(title, rows);
  return figures.every(holds);
}

export interface Row {
  /** The first says what the others are about, which are numbers. */
  cells: readonly string[];
  note?: string;
}

export function printGrid(title: string, rows: readonly Row[]): void {
  const width = (place: number): number => Math.max(...rows.map(({ cells }) => cells[place]?.length ?? 0));
  console.log(title);
  for (const { cells, note = '' } of rows) {
    const padded = cells.map((text, place) =>
      place === 0 ? text.padEnd(width(place)) : text.padStart(width(place)),
    );
    console.log(`  ${[...padded, note].join('  ')}`.trimEnd());
  }
}

/** What is not a number holds nothing. */
const holds = ({ value, atMost }: Figure): boolean => atMost === undefined || value <= atMost;

function verdictOn(figure: Figure): string {
  if (figure.atMost === undefined) return '';
  return `(required: at most ${figure.atMost} ${figure.unit}): ${holds(figure) ? 'ok' : 'MISSED'}`;
}

/** The value that so large a share of all values does not exceed: 0.99 for all but one in a hundred. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

// What Linux knows of another process, with all of its threads and native parts.

/** In which Linux counts the time of a process, whatever its kernel was built with. */
const TICKS_PER_SECOND = 100;

/** What it has in memory now. */
export const memoryMb = (pid: number): Promise<number> => statusMb(pid, 'VmRSS');

/** The most that it ever had. */
export const peakMemoryMb = (pid: number): Promise<number> => statusMb(pid, 'VmHWM');

/** The processor time that it has taken since its start, its own and the system's for it. */
export async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name, which may hold anything; the fields after it have no brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [fields[11], fields[12]].map(Number);
  return (((user ?? Number.NaN) + (system ?? Number.NaN)) * 1000) / TICKS_PER_SECOND;
}

async function statusMb(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
  return Number(kilobytes) / 1024;
}

/** Does something so many times, some at once. Which lane does it tells what it may have for itself meanwhile. */
export async function inLanes(
  { count, lanes }: { count: number; lanes: number },
  work: (index: number, lane: number) => Promise<void>,
): Promise<void> {
  let begun = 0;
  const run = async (_: unknown, lane: number): Promise<void> => {
    while (begun < count) {
      const index = begun;
      begun += 1;
      await work(index, lane);
    }
  };
  await Promise.all(Array.from({ length: lanes }, run));
}

/** Calls per second of an asynchronous function at a fixed concurrency. */
export async function callsPerSecond(
  call: () => Promise<unknown>,
  { concurrency, forMs }: { concurrency: number; forMs: number },
): Promise<number> {
  const startMs = performance.now();
  const endMs = startMs + forMs;
  let calls = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < endMs) {
      await call();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return (calls * 1000) / (performance.now() - startMs);
}
