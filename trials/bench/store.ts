/** The store on a disk and in a bucket of S3, whose server keeps it on the same disk: what the way there costs. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storePlace } from '../../src/config/store-place';
import type { ContentStore } from '../../src/store/content-store';
import { openStore } from '../../src/store/open-store';
import { startS3Server } from '../../test/support/s3-server';
import { bringS3Server, S3_SERVER_VARIABLE } from '../../test/support/versitygw';
import { inLanes, printGrid } from './figures';

/** As large as a list of terms, and as the export of a large release. */
const SMALL = { bytes: 4 * 1024, count: 1000, lanes: 8 };
const LARGE = { bytes: 64 * 1024 * 1024, count: 4, lanes: 1 };

export async function benchStore(): Promise<boolean> {
  await bringS3Server();
  if (process.env[S3_SERVER_VARIABLE] === undefined) return true;
  const directory = await mkdtemp(join(tmpdir(), 'locrelease-bench-'));
  const server = await startS3Server();
  try {
    await server.makeBucket('bench');
    const place = storePlace('s3://bench', 'LOCRELEASE_STORE', server.env, directory);
    const disk = await measure(openStore({ kind: 'directory', directory }));
    const bucket = await measure(openStore(place));
    const row = (what: string, of: (measured: Measured) => number, digits = 0) => ({
      cells: [what, of(disk).toFixed(digits), of(bucket).toFixed(digits), (of(disk) / of(bucket)).toFixed(1)],
    });
    printGrid('The store: contents put and read back with their digests checked.', [
      { cells: ['', 'on a disk', 'on S3', 'times'] },
      row(
        `put ${SMALL.bytes / 1024} KB, ${SMALL.lanes} at once, a second`,
        ({ small }) => small.putsPerSecond,
      ),
      row(
        `get ${SMALL.bytes / 1024} KB, ${SMALL.lanes} at once, a second`,
        ({ small }) => small.getsPerSecond,
      ),
      row('list, contents a second', ({ listedPerSecond }) => listedPerSecond),
      row('put 64 MB, MB a second', ({ large }) => large.putsPerSecond * 64),
      row('get 64 MB, MB a second', ({ large }) => large.getsPerSecond * 64),
    ]);
    return true;
  } finally {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

interface Rates {
  putsPerSecond: number;
  getsPerSecond: number;
}

interface Measured {
  small: Rates;
  large: Rates;
  listedPerSecond: number;
}

async function measure(store: ContentStore): Promise<Measured> {
  const small = await putAndGet(store, SMALL);
  const listedPerSecond = await perSecond(SMALL.count, async () => {
    const listed = await countOf(store.contents());
    if (listed !== SMALL.count) throw new Error(`${listed} contents are listed, not ${SMALL.count}`);
  });
  return { small, listedPerSecond, large: await putAndGet(store, LARGE) };
}

async function putAndGet(store: ContentStore, { bytes, count, lanes }: typeof SMALL): Promise<Rates> {
  const contents = Array.from({ length: count }, () => randomBytes(bytes));
  const digests: string[] = [];
  const putsPerSecond = await perSecond(count, () =>
    inLanes({ count, lanes }, async (index) => {
      const { sha256 } = await store.put(contents[index] ?? '');
      digests.push(sha256);
    }),
  );
  const getsPerSecond = await perSecond(count, () =>
    inLanes({ count, lanes }, async (index) => {
      await countOf(store.read(digests[index] ?? ''));
    }),
  );
  return { putsPerSecond, getsPerSecond };
}

async function countOf(all: AsyncGenerator): Promise<number> {
  let count = 0;
  while ((await all.next()).done !== true) count += 1;
  return count;
}

async function perSecond(count: number, work: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  await work();
  return (count * 1000) / (performance.now() - startMs);
}
