/** Fuzzes targets one after the other, each in a process with little memory that is watched from outside. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { CASE_BOUND_MS, type Fuzzed } from './fuzz-target';
import type { TargetName } from './targets';

const MEMORY_MB = 512;
/** Finding the smallest input is many cases. */
const SILENCE_BOUND_MS = 6 * CASE_BOUND_MS;
/** Until its modules are loaded, which says nothing of the target and takes long on a busy machine. */
const START_BOUND_MS = 10 * SILENCE_BOUND_MS;

export interface FuzzRun {
  seed: number;
  forMs: number;
  signal?: AbortSignal;
}

export async function runFuzz(name: TargetName, { seed, forMs, signal }: FuzzRun): Promise<Fuzzed> {
  const child = fork(resolve(__dirname, 'in-child.ts'), [name, String(seed), String(forMs)], {
    execArgv: ['--import', 'tsx', `--max-old-space-size=${MEMORY_MB}`],
    ...(signal === undefined ? {} : { signal }),
  });
  // An abort is an error of the child's; its end tells all.
  child.on('error', () => undefined);
  let runs = 0;
  const result: { fuzzed?: Fuzzed; isSilent?: true } = {};
  const listenOn = (boundMs: number): NodeJS.Timeout =>
    setTimeout(() => {
      result.isSilent = true;
      child.kill('SIGKILL');
    }, boundMs);
  let watching = listenOn(START_BOUND_MS);
  child.on('message', (message: { cases: number } | Fuzzed) => {
    clearTimeout(watching);
    watching = listenOn(SILENCE_BOUND_MS);
    if ('cases' in message) runs = message.cases;
    else result.fuzzed = message;
  });
  const [code, killedBy] = (await once(child, 'exit')) as [number | null, string | null];
  clearTimeout(watching);
  if (result.fuzzed !== undefined) return result.fuzzed;
  const how = result.isSilent
    ? `It hung: nothing was heard of it for ${SILENCE_BOUND_MS / 1000} s.`
    : `Its process ended with ${code ?? killedBy ?? 'nothing'}.`;
  return { runs, failure: `${how} That was at case ${runs} or soon after it.` };
}
