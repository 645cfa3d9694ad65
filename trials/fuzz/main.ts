/** Fuzzes targets one after the other, each in a process with little memory that is watched from outside. */
import { parseArgs } from 'node:util';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { targetNames, type TargetName } from './targets';
import { CASE_BOUND_MS, type Fuzzed } from './fuzz-target';

const MEMORY_MB = 512;
/** Finding the smallest input is many cases. */
const SILENCE_BOUND_MS = 6 * CASE_BOUND_MS;
/** Until its modules are loaded, which is not the work of the target and takes long on a busy machine. */
const START_BOUND_MS = 10 * SILENCE_BOUND_MS;

interface FuzzRun {
  seed: number;
  forMs: number;
  signal?: AbortSignal;
}

async function runFuzz(name: TargetName, { seed, forMs, signal }: FuzzRun): Promise<Fuzzed> {
  const child = fork(resolve(__dirname, 'in-child.ts'), [name, String(seed), String(forMs)], {
    execArgv: ['--import', 'tsx', `--max-old-space-size=${MEMORY_MB}`],
    ...(signal === undefined ? {} : { signal }),
  });
  // An abort is an error of the child's; its exit is awaited below.
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
    ? `It hung: it sent nothing for ${SILENCE_BOUND_MS / 1000} s.`
    : `Its process ended with ${code ?? killedBy ?? 'nothing'}.`;
  return { runs, failure: `${how} That was at case ${runs} or soon after it.` };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      /** For all targets together. */
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      /** `name,…`: these targets alone. */
      only: { type: 'string', default: targetNames.join(',') },
    },
  });
  const chosen = values.only.split(',');
  const unknown = chosen.find((name) => !targetNames.includes(name as TargetName));
  if (unknown !== undefined) throw new Error(`--only ${unknown}: one of ${targetNames.join(', ')}`);
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new Error('interrupted')));
  const seed = Number(values.seed);
  const forMs = (Number(values.seconds) * 1000) / chosen.length;
  let failed = 0;
  for (const name of chosen as TargetName[]) {
    if (interrupted.signal.aborted) break;
    const { runs, failure } = await runFuzz(name, { seed, forMs, signal: interrupted.signal });
    console.log(`${failure === null ? 'ok  ' : 'HURT'}  ${name.padEnd(10)} ${runs} inputs`);
    if (failure !== null) {
      failed += 1;
      console.log(
        `${failure}\nAgain: npm run fuzz -- --only ${name} --seed ${seed} --seconds ${values.seconds}\n`,
      );
    }
  }
  console.log(`\nSeed ${seed}; ${failed} of ${chosen.length} targets hurt.`);
  process.exitCode = failed === 0 ? 0 : 1;
}

void main();
