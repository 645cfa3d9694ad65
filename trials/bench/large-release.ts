/** Releases from ten strings to a million: what they cost in Temporal, and the most memory that their worker ever held. */
import { freePorts } from '../../src/temporal/server/free-ports';
import { eventCount } from '../../test/support/history';
import { billedFor, historyBytes } from './billed';
import { peakMemoryMb, printTable } from './figures';
import { startProduct } from './product';

const WANTED_MB = 700;
const LANGUAGES =
  'ar bg cs da de el es et fi fr he hi hu id it ja ko lt lv nl no pl pt ro ru sv th tr uk zh-cn'.split(' ');
/** The largest last: what a worker held at most is never less afterwards. */
const sizes = [
  { strings: 10, languages: 10 },
  { strings: 1_000, languages: 10 },
  { strings: 100_000, languages: 30 },
  { strings: 1_000_000, languages: 10 },
];

export async function benchLargeRelease(): Promise<boolean> {
  const [metricsPort = 0] = await freePorts(1);
  const product = await startProduct({
    callbacks: true,
    metricsPort,
    sandbox: { languages: ['en', ...LANGUAGES], maxBodyBytes: 512 * 1024 * 1024 },
  });
  try {
    let holds = true;
    for (const { strings: count, languages } of sizes) {
      const name = `strings-${count}`;
      const startMs = performance.now();
      const { history, actions } = await billedFor(metricsPort, async () => {
        const handle = await product.begin(name, stringsOf(count), {
          targetLanguages: LANGUAGES.slice(0, languages),
        });
        const { state, problem } = await handle.result();
        if (state !== 'done') throw new Error(`Release ${name} is ${state}: ${problem?.code ?? ''}`);
        return handle.fetchHistory();
      });
      const seconds = (performance.now() - startMs) / 1000;
      const isHeld = printTable(
        `A release of ${count.toLocaleString('en')} strings in ${languages} languages, after ${seconds.toFixed(0)} s:`,
        [
          { what: 'events', value: eventCount(history), unit: '' },
          { what: 'billed actions', value: actions, unit: '' },
          { what: 'history', value: historyBytes(history) / 1000, unit: 'kB' },
          {
            what: 'memory of the worker, at most so far',
            value: await peakMemoryMb(product.workerPid),
            unit: 'MB',
            atMost: WANTED_MB,
          },
        ],
      );
      holds &&= isHeld;
    }
    return holds;
  } finally {
    await product.close();
  }
}

const stringsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    string_id: `chapter.${Math.floor(index / 100)}.line.${index % 100}`,
    content: `They went on for ${index} days, and found nothing but sand and the wind over it.`,
  }));
