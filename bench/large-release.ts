/** A release of 100,000 strings in 30 languages, and the most memory that its worker ever held. */
import { readFile } from 'node:fs/promises';
import { startProduct } from './product';

const STRINGS = 100_000;
const WANTED_MB = 700;
const LANGUAGES =
  'ar bg cs da de el es et fi fr he hi hu id it ja ko lt lv nl no pl pt ro ru sv th tr uk zh-cn'.split(' ');

export async function benchLargeRelease(): Promise<boolean> {
  const product = await startProduct({ callbacks: true, sandbox: { languages: LANGUAGES } });
  try {
    const strings = Array.from({ length: STRINGS }, (_, index) => ({
      string_id: `chapter.${Math.floor(index / 100)}.line.${index % 100}`,
      content: `They went on for ${index} days, and found nothing but sand and the wind over it.`,
    }));
    const startMs = performance.now();
    await product.release('large', strings, { targetLanguages: LANGUAGES });
    const seconds = (performance.now() - startMs) / 1000;
    const peakMb = await peakMemoryMb(product.workerPid);
    const holds = peakMb < WANTED_MB;
    console.log(`Release of ${STRINGS} strings in ${LANGUAGES.length} languages: ${seconds.toFixed(0)} s.`);
    console.log(
      `  Peak memory of the worker ${peakMb.toFixed(0)} MB (required: less than ${WANTED_MB}): ${holds ? 'ok' : 'MISSED'}`,
    );
    return holds;
  } finally {
    await product.close();
  }
}

/** As Linux keeps it; it includes the SDK's native part, which Node's own figures leave out in other processes. */
async function peakMemoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
