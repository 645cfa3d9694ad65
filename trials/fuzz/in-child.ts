/** One target in a process of its own: whatever it does to that, whoever started it learns of it. */
import { fuzzTarget } from './fuzz-target';
import { targets, type TargetName } from './targets';

const BEAT_EVERY_MS = 500;

async function main(): Promise<void> {
  const [, , name, seed, forMs] = process.argv;
  process.send?.({ cases: 0 });
  let count = 0;
  let beatenMs = 0;
  const fuzzed = await fuzzTarget(targets[name as TargetName], {
    seed: Number(seed),
    forMs: Number(forMs),
    onCase: () => {
      count += 1;
      if (Date.now() - beatenMs < BEAT_EVERY_MS) return;
      beatenMs = Date.now();
      process.send?.({ cases: count });
    },
  });
  process.send?.(fuzzed, () => process.exit());
}

void main();
