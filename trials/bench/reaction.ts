/**
 * How soon the next call leaves when the service has finished something: with callbacks, with timers alone, which
 * are shorter where progress foretells the end, and by polling as the service recommends it.
 */
import type { JournalEntry } from '../../src/sandbox/journal';
import { startProduct } from './product';
import { median, quantile, printTable } from './figures';

/** Three ends each: of the translation, the supplement and the publish job. One in a hundred is then more than one. */
const CALLED_RELEASES = 60;
const POLLED_RELEASES = 4;
/** A new process is slower. */
const WARM_UP_RELEASES = 2;
const WANTED_MEDIAN_MS = 20;
const WANTED_P99_MS = 100;
/** What the service recommends. */
const POLL_MS = 3000;

export async function benchReaction(): Promise<boolean> {
  // Short, and not in step with the pauses of 3 seconds.
  const quick = { importMs: 50, scanMs: 110, stepMs: 70, optimizeMs: 70, publishMs: 260 };
  const called = await reactionsMs(CALLED_RELEASES, { callbacks: true, sandbox: { pace: quick } });
  const slow = { scanMs: 1_100, stepMs: 500, publishMs: 2_600 };
  const polled = await reactionsMs(POLLED_RELEASES, { callbacks: false, sandbox: { pace: slow } });
  const unit = 'ms';
  return printTable(
    `From the end of some work of the service to the next request about it, ${called.length} times:`,
    [
      { what: 'with callbacks, median', value: median(called), unit, atMost: WANTED_MEDIAN_MS },
      { what: 'with callbacks, 99 of 100', value: quantile(called, 0.99), unit, atMost: WANTED_P99_MS },
      { what: 'with timers alone, median', value: median(polled), unit },
      { what: 'with a poll every 3 s it would be', value: POLL_MS / 2, unit },
    ],
  );
}

async function reactionsMs(
  count: number,
  options: Pick<Parameters<typeof startProduct>[0], 'callbacks' | 'sandbox'>,
): Promise<number[]> {
  const product = await startProduct(options);
  try {
    const strings = [{ string_id: 'greeting', content: 'Hello, Elder Mira!' }];
    const run = async (name: string): Promise<void> => {
      await (await product.begin(name, strings, { supplementLanguages: ['fr'] })).result();
    };
    for (let index = 0; index < WARM_UP_RELEASES; index += 1) await run(`first-${index}`);
    const since = product.sandbox.journal.find().at(-1)?.seq ?? 0;
    // One after the other: what one does would delay another.
    for (let index = 0; index < count; index += 1) await run(`reaction-${index}`);
    return reactionsIn(product.sandbox.journal.find({ service: 'localization' }, since));
  } finally {
    await product.close();
  }
}

/** By the sandbox's journal, which is as exact as the millisecond. */
function reactionsIn(entries: readonly JournalEntry[]): number[] {
  return entries.flatMap((ended, place) => {
    if (ended.kind !== 'work' || !/^(task|supplement|publish) completed$/.test(ended.subject)) return [];
    const next = entries
      .slice(place)
      .find(({ kind, ids }) => kind === 'request' && isAboutSame(ids, ended.ids));
    return next === undefined ? [] : [Date.parse(next.at) - Date.parse(ended.at)];
  });
}

type Ids = JournalEntry['ids'];

const isAboutSame = (one: Ids, other: Ids): boolean =>
  ['task_id', 'job_id'].some((name) => one[name] !== undefined && one[name] === other[name]);
