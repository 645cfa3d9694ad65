/**
 * How soon the next call leaves when the service has finished something: with callbacks, with timers alone, which
 * are shorter where progress foretells the end, and by polling as the service recommends it.
 */
import { startProduct } from './product';
import { median } from './rate';

const RELEASES = 5;
const WANTED_MS = 250;
/** What the service recommends. */
const POLL_MS = 3000;

export async function benchReaction(): Promise<boolean> {
  const called = median(await reactionsMs(true));
  const polled = median(await reactionsMs(false));
  const holds = called <= WANTED_MS;
  console.log(`Reaction to finished work, median of ${RELEASES} releases.`);
  console.log(`  With callbacks ${called} ms (required: at most ${WANTED_MS}): ${holds ? 'ok' : 'MISSED'}`);
  console.log(`  With timers only ${polled} ms: ${(polled / called).toFixed(0)} times as long.`);
  console.log(`  A poll every 3 s would take ${POLL_MS / 2} ms: half of its interval.`);
  return holds;
}

/** From the end of each piece of work to the next request about it, by the sandbox's journal. */
async function reactionsMs(callbacks: boolean): Promise<number[]> {
  // Not in step with the pauses of 3 seconds.
  const pace = { scanMs: 1_100, stepMs: 500, publishMs: 2_600 };
  const product = await startProduct({ callbacks, sandbox: { pace } });
  try {
    const strings = [{ string_id: 'greeting', content: 'Hello, Elder Mira!' }];
    for (let round = 0; round < RELEASES; round += 1) await product.release(`reaction-${round}`, strings);
    const entries = product.sandbox.journal.find({ service: 'localization' });
    return entries.flatMap((ended, place) => {
      if (ended.kind !== 'work' || !/^(translate|publish) completed$/.test(ended.subject)) return [];
      const next = entries
        .slice(place)
        .find(
          ({ kind, ids }) =>
            kind === 'request' && (ids.task_id === ended.ids.task_id || ids.job_id === ended.ids.job_id),
        );
      return next === undefined ? [] : [Date.parse(next.at) - Date.parse(ended.at)];
    });
  } finally {
    await product.close();
  }
}
