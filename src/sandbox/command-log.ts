/**
 * The commands of a sandbox, one line of JSON each, written before they are applied. The same commands at the same
 * times with the same seed give the same state: so a sandbox continues after a restart. Callbacks under way and
 * exported files are not logged; a client that misses them requests them again.
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

/** Everything from outside that may change a sandbox. All else follows from the commands, their times and the seed. */
const command = z.discriminatedUnion('kind', [
  /** A request of an authenticated caller. */
  z.strictObject({
    kind: z.literal('request'),
    service: z.enum(['localization', 'social']),
    endpoint: z.string(),
    /** The index of the project or the credential in the profile, because the log must hold no secret. */
    caller: z.int().nonnegative(),
    traceId: z.string(),
    path: z.record(z.string(), z.string()),
    idempotencyKey: z.string().optional(),
    body: z.string(),
    fault: z.string().nullable(),
  }),
  /** A request that a fault rule counts, whatever its outcome. */
  z.strictObject({ kind: z.literal('occurrence'), endpoint: z.string() }),
  z.strictObject({ kind: z.literal('set-faults'), rules: z.array(faultRule) }),
  z.strictObject({ kind: z.literal('clear-faults') }),
  z.strictObject({ kind: z.literal('confirm-terms'), task_id: z.string() }),
  z.strictObject({ kind: z.literal('change-account'), id: z.string(), change: accountChange }),
  z.strictObject({ kind: z.literal('download'), task_id: z.string(), download: finishedDownload }),
  /** A mark without a change: at this moment time passed at this speed. */
  z.strictObject({ kind: z.literal('clock'), speed: z.number().positive() }),
]);
export type SandboxCommand = z.output<typeof command>;

export interface CommandLog {
  /** Whether logged commands are being replayed: then nothing may be sent to the outside. */
  readonly replaying: boolean;
  write(command: SandboxCommand): void;
}

export const noCommandLog: CommandLog = { replaying: false, write: () => undefined };

const beginning = z.strictObject({ sandboxMemory: z.literal(1), seed: z.string(), startMs: z.number() });
const entry = z.strictObject({
  atMs: z.number(),
  realMs: z.number(),
  /** The number of draws until then: another number shows that the replay differs. */
  random: z.int(),
  command,
});

export interface LoggedCommands {
  seed: string;
  startMs: number;
  entries: z.output<typeof entry>[];
}

/** The log cannot be replayed; the message has the reason. */
export class UnusableLog extends Error {}

/** Returns null where the file does not exist or is empty. */
export function readCommandLog(path: string): LoggedCommands | null {
  if (!existsSync(path)) return null;
  const [first, ...rest] = readWholeLines(path);
  if (first === undefined) return null;
  const { seed, startMs } = parseLine(beginning, first, 1);
  return { seed, startMs, entries: rest.map((line, index) => parseLine(entry, line, index + 2)) };
}

/** A line that a crash cut short was never acted on: it is removed, so that the next one begins in its place. */
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

/** The present sandbox time: it also passes while the sandbox is stopped. */
export function presentMs({ startMs, entries }: LoggedCommands): number {
  const last = entries.at(-1);
  if (last === undefined) return startMs;
  const lastRun = entries.findLast(({ command }) => command.kind === 'clock')?.command;
  const speed = lastRun?.kind === 'clock' ? lastRun.speed : 1;
  return Math.floor(last.atMs + Math.max(0, Date.now() - last.realMs) * speed);
}

/** Renames an unusable log, and returns its new name. */
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

  /** Ends the replay: from here on, commands are written. */
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

  /** The line is with the operating system before this returns, so that it survives the end of the process. */
  #append(line: z.input<typeof beginning> | z.input<typeof entry>): void {
    if (this.#file === null) return;
    const before = fstatSync(this.#file).size;
    try {
      appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
    } catch (error) {
      // A command that is not logged is not applied, and must not be left in the file by half.
      ftruncateSync(this.#file, before);
      throw error;
    }
  }
}
