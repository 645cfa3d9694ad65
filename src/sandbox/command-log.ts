/**
 * The commands of a sandbox, one line of JSON each, written before they are applied. A sandbox that applies the same
 * commands at the same times with the same seed has the same state: that is how one goes on after a restart.
 * Callbacks on their way and exported files are not logged; a client that misses them requests them again.
 */
import {
  appendFileSync,
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
} from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import type { SandboxClock } from './clock';
import { faultRule } from './faults';
import { finishedDownload } from './localization/source-strings';
import type { RandomSource } from './random-source';
import { accountChange } from './social/accounts';

/** What reaches a sandbox from outside and may change it. All the rest follows from these, their moments and the seed. */
const command = z.discriminatedUnion('kind', [
  /** A request whose caller was let in. */
  z.strictObject({
    kind: z.literal('request'),
    service: z.enum(['localization', 'social']),
    endpoint: z.string(),
    /** Place of the project or the credential in the profile: a name that is no secret. */
    caller: z.int().nonnegative(),
    traceId: z.string(),
    path: z.record(z.string(), z.string()),
    idempotencyKey: z.string().optional(),
    body: z.string(),
    /** What was put in the way of its reply. */
    fault: z.string().nullable(),
  }),
  /** A request that a fault rule counts, whatever became of it. */
  z.strictObject({ kind: z.literal('occurrence'), endpoint: z.string() }),
  z.strictObject({ kind: z.literal('set-faults'), rules: z.array(faultRule) }),
  z.strictObject({ kind: z.literal('clear-faults') }),
  z.strictObject({ kind: z.literal('confirm-terms'), task_id: z.string() }),
  z.strictObject({ kind: z.literal('change-account'), id: z.string(), change: accountChange }),
  z.strictObject({ kind: z.literal('download'), task_id: z.string(), download: finishedDownload }),
  /** Nothing was done; but so late it was, and from then on time passed at this speed. */
  z.strictObject({ kind: z.literal('clock'), speed: z.number().positive() }),
]);
export type SandboxCommand = z.output<typeof command>;

export interface CommandLog {
  /** Whether the past is being lived through again: nothing of it may reach anybody outside. */
  readonly replaying: boolean;
  write(command: SandboxCommand): void;
}

export const noCommandLog: CommandLog = { replaying: false, write: () => undefined };

const beginning = z.strictObject({ sandboxMemory: z.literal(1), seed: z.string(), startMs: z.number() });
const entry = z.strictObject({
  atMs: z.number(),
  realMs: z.number(),
  /** Draws until then: where there were others, the past has not come out the same. */
  random: z.int(),
  command,
});

export interface LoggedCommands {
  seed: string;
  startMs: number;
  entries: z.output<typeof entry>[];
}

/** A past that cannot be lived through again; the message says why. */
export class UnusableLog extends Error {}

/** What a file remembers; null where there is nothing yet. */
export function readCommandLog(path: string): LoggedCommands | null {
  if (!existsSync(path)) return null;
  const [first, ...rest] = readWholeLines(path);
  if (first === undefined) return null;
  const { seed, startMs } = parseLine(beginning, first, 1);
  return { seed, startMs, entries: rest.map((line, index) => parseLine(entry, line, index + 2)) };
}

/** A line that a crash cut short was never acted on: it is taken off, so that the next one begins where it did. */
function readWholeLines(path: string): Buffer[] {
  const content = readFileSync(path);
  const lines: Buffer[] = [];
  let from = 0;
  for (let end = content.indexOf('\n'); end >= 0; end = content.indexOf('\n', from)) {
    lines.push(content.subarray(from, end));
    from = end + 1;
  }
  if (from < content.length) truncateSync(path, from);
  return lines;
}

function parseLine<Schema extends z.ZodType>(schema: Schema, line: Buffer, number: number): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(line.toString('utf8')));
  } catch {
    throw new UnusableLog(`line ${number} is not valid`);
  }
}

/** Where the clock would be by now: time passes for a sandbox that is stopped too. */
export function presentMs({ startMs, entries }: LoggedCommands): number {
  const last = entries.at(-1);
  if (last === undefined) return startMs;
  const lastRun = entries.findLast(({ command }) => command.kind === 'clock')?.command;
  const speed = lastRun?.kind === 'clock' ? lastRun.speed : 1;
  return Math.floor(last.atMs + Math.max(0, Date.now() - last.realMs) * speed);
}

/** Keeps an unusable memory under another name, which it answers. */
export function setAside(path: string): string {
  const aside = `${path}.unusable-${new Date().toISOString().replace(/\D/g, '')}`;
  renameSync(path, aside);
  return aside;
}

export class CommandLogFile implements CommandLog {
  #file: number | null = null;

  constructor(
    private readonly clock: SandboxClock,
    private readonly random: RandomSource,
  ) {}

  get replaying(): boolean {
    return this.#file === null;
  }

  /** From here on everything is new, and written down. */
  open(path: string, { seed, startMs }: LoggedCommands): void {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#file = openSync(path, 'a', 0o600);
    fchmodSync(this.#file, 0o600);
    if (fstatSync(this.#file).size === 0) this.#append({ sandboxMemory: 1, seed, startMs });
  }

  write(command: SandboxCommand): void {
    this.clock.moment(() => {
      const atMs = this.clock.nowMs();
      this.#append({ atMs, realMs: Date.now(), random: this.random.count, command });
    });
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  /** Given to the operating system before it returns, so that it outlives the process however that ends. */
  #append(line: z.input<typeof beginning> | z.input<typeof entry>): void {
    if (this.#file === null) return;
    const before = fstatSync(this.#file).size;
    try {
      appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
    } catch (error) {
      // What cannot be remembered is not done, and must not stand there by half.
      ftruncateSync(this.#file, before);
      throw error;
    }
  }
}
