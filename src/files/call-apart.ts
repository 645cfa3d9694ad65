/**
 * Calls a function of a module in a separate process, whose memory and time are bounded: an input may cost more than
 * anybody foresaw, and then that process ends, not the one that serves others. A thread would not do: some operations
 * (splitting or matching a long text) end the whole process when a thread's memory is used up.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { fork, type ChildProcess } from 'node:child_process';
import { getHeapStatistics } from 'node:v8';
import { modulePath } from '../package';
import { pathToFileURL } from 'node:url';

/** The process ended before its work was done. */
export class CallBroken extends Error {
  override readonly name = 'CallBroken';

  constructor(readonly isLate: boolean) {
    super(isLate ? 'it takes too long' : 'it takes too much memory');
  }
}

/** The message that starts the work of such a process. */
export interface ApartCall {
  module: string;
  name: string;
  input: unknown;
}

export type ApartReply = { result: unknown } | { failure: string };

const LONGEST_MS = 60_000;
/** The machine has other work, too. */
const MOST_AT_ONCE = 2;
/** Half of this process's limit, which follows its container; with less, ordinary files could not be read. */
const LEAST_HEAP_MB = 256;
const heapMb = (): number =>
  Math.max(LEAST_HEAP_MB, Math.floor(getHeapStatistics().heap_size_limit / 2 / 1024 / 1024));

export interface ApartBounds {
  longestMs?: number;
  heapMb?: number;
}

/**
 * `module` is a path from `modulePath`; `name` is one of its functions that takes and returns plain values and bytes.
 */
export async function callApart(
  module: string,
  name: string,
  input: unknown,
  { longestMs = LONGEST_MS, heapMb: heap = heapMb() }: ApartBounds = {},
): Promise<unknown> {
  const caller = callers.getStore();
  await new Promise<void>((start) => {
    waiting.push({ caller, start });
    startNext();
  });
  try {
    return await replied(started(heap), { module, name, input }, longestMs);
  } finally {
    running.splice(running.indexOf(caller), 1);
    startNext();
  }
}

const callers = new AsyncLocalStorage<string>();

/** The calls of one caller run one at a time, so that slow ones do not delay other callers. */
export function onBehalfOf<Result>(caller: string, work: () => Result): Result {
  return callers.run(caller, work);
}

const running: (string | undefined)[] = [];
const waiting: { caller: string | undefined; start: () => void }[] = [];

function startNext(): void {
  if (running.length >= MOST_AT_ONCE) return;
  const at = waiting.findIndex(({ caller }) => caller === undefined || !running.includes(caller));
  const next = waiting[at];
  if (next === undefined) return;
  waiting.splice(at, 1);
  running.push(next.caller);
  next.start();
}

function started(heap: number): ChildProcess {
  const nodeArguments = nodeArgumentsFor(modulePath('files/apart-process'));
  return fork(nodeArguments.at(-1) ?? '', [], {
    execArgv: [`--max-old-space-size=${heap}`, ...nodeArguments.slice(0, -1)],
    // The process reads untrusted input, so that it gets no secrets.
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, HOME: process.env.HOME },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

function replied(child: ChildProcess, call: ApartCall, longestMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const end = (): void => void child.kill('SIGKILL');
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      end();
    }, longestMs);
    child.once('message', (reply: ApartReply) => {
      if ('result' in reply) resolve(reply.result);
      else reject(new Error(reply.failure));
      end();
    });
    // A busy process does not notice that its parent has gone.
    process.once('exit', end);
    const ended = (cause: Error): void => {
      clearTimeout(timer);
      process.off('exit', end);
      reject(cause);
    };
    child.once('error', ended);
    child.once('exit', () => ended(new CallBroken(isLate)));
    child.send(call, (error) => {
      // The process has ended meanwhile, which its exit event reports.
      if (error !== null) end();
    });
  });
}

/**
 * Arguments with which Node runs a module in a separate process. Built, the module is JavaScript; in tests and under
 * tsx it is the TypeScript source, which needs the loader.
 */
export function nodeArgumentsFor(modulePath: string): string[] {
  if (!modulePath.endsWith('.ts')) return [modulePath];
  return ['--import', pathToFileURL(require.resolve('tsx')).href, modulePath];
}
