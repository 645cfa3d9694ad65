import { parseArgs } from 'node:util';
import { runFuzz } from './run-fuzz';
import { targetNames, type TargetName } from './targets';

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
