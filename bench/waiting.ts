/** What a release that waits for a person costs its worker in memory, beside a workflow that does nothing. */
import { readFile } from 'node:fs/promises';
import { startProduct } from './product';

/** Enough that what the worker takes by itself has been taken. */
const FIRST = 40;
const MORE = 200;
const AT_ONCE = 20;
const WANTED_MB = 0.6;

export async function benchWaiting(): Promise<boolean> {
  const product = await startProduct({ callbacks: true });
  try {
    const strings = [{ string_id: 'greeting', content: 'Hello, Elder Mira of the Crystal Keep!' }];
    const waitForTerms = async (first: number, count: number): Promise<void> => {
      for (let done = 0; done < count; done += AT_ONCE) {
        const names = Array.from({ length: AT_ONCE }, (_, place) => `waiting-${first + done + place}`);
        await Promise.all(
          names.map((name) => product.start(name, strings, { terms: { confirmation: 'operator' } })),
        );
      }
    };
    await waitForTerms(0, FIRST);
    const beforeMb = await memoryMb(product.workerPid);
    await waitForTerms(FIRST, MORE);
    const afterMb = await memoryMb(product.workerPid);
    const each = (afterMb - beforeMb) / MORE;
    const holds = each <= WANTED_MB;
    console.log(
      `Memory of a worker with ${FIRST + MORE} releases that wait for a person: ${afterMb.toFixed(0)} MB.`,
    );
    console.log(
      `  ${each.toFixed(2)} MB for each (required: at most ${WANTED_MB}): ${holds ? 'ok' : 'MISSED'}`,
    );
    return holds;
  } finally {
    await product.close();
  }
}

/** As Linux counts it, with the SDK's native part. */
async function memoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
