/** Copies one store to another of any kind. A copy that was interrupted continues. */
import { Archive } from './archive';
import { ContentStore } from './content-store';
import type { ObjectStorage } from './object-storage';
import { isStoreError, type StoreError } from './store-error';

export interface CopyReport {
  objects: number;
  bytes: number;
  copied: number;
  copiedBytes: number;
  records: number;
  copiedRecords: number;
  /** Objects that were not copied because they are damaged at the source. */
  damaged: { sha256: string; problem: string }[];
  /** Objects that were removed at the source before they were read: nobody needs them. */
  gone: number;
  /** Records that exist in the target with other content, and stayed as they are. */
  differing: string[];
}

/** Latency dominates for small objects on a distant server. Each copy may hold some parts of a large one. */
const AT_ONCE = 8;

/**
 * `verify` reads existing objects of the target too, and replaces damaged ones. Records are copied last, so that no record exists before the contents that it names. They are listed first, because a
 * release that ends meanwhile may have contents that were not listed.
 */
export async function copyStore(
  from: ObjectStorage,
  to: ObjectStorage,
  { verify, onProgress = () => undefined }: { verify: boolean; onProgress?: (report: CopyReport) => void },
): Promise<CopyReport> {
  const report: CopyReport = {
    objects: 0,
    bytes: 0,
    copied: 0,
    copiedBytes: 0,
    records: 0,
    copiedRecords: 0,
    damaged: [],
    gone: 0,
    differing: [],
  };
  const [source, target] = [new ContentStore(from), new ContentStore(to)];
  const [sourceRecords, targetRecords] = [new Archive(from), new Archive(to)];
  const names = await sourceRecords.list('');
  const there = new Map<string, number>();
  for await (const { sha256, bytes } of target.contents()) there.set(sha256, bytes);
  await atOnce(source.contents(), async ({ sha256, bytes }) => {
    // Stored content was complete when it was written; if it was truncated since then, its size differs.
    const isThere =
      there.get(sha256) === bytes &&
      (!verify || (await faultIn(() => readToEnd(target.read(sha256, bytes)))) === null);
    const fault = isThere ? null : await faultIn(() => target.put(source.read(sha256, bytes)));
    report.objects += 1;
    report.bytes += bytes;
    if (fault?.kind === 'absent') report.gone += 1;
    else if (fault !== null) report.damaged.push({ sha256, problem: fault.message });
    else if (!isThere) {
      report.copied += 1;
      report.copiedBytes += bytes;
    }
    onProgress(report);
  });
  await copyRecords(names, sourceRecords, targetRecords, report);
  return report;
}

/** Returns why the content that is read is not whole. */
async function faultIn(work: () => Promise<unknown>): Promise<StoreError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (isStoreError(error, 'damaged', 'absent')) return error;
    throw error;
  }
}

async function readToEnd(chunks: AsyncGenerator<Buffer>): Promise<void> {
  while ((await chunks.next()).done !== true) continue;
}

async function copyRecords(
  names: readonly string[],
  from: Archive,
  to: Archive,
  report: CopyReport,
): Promise<void> {
  const there = new Set(await to.list(''));
  for (const name of names) {
    const content = await from.get(name);
    if (content === null) continue;
    report.records += 1;
    if (!there.has(name)) {
      await to.put(name, content.toString('utf8'));
      report.copiedRecords += 1;
    }
    if ((await to.get(name))?.equals(content) !== true) report.differing.push(name);
  }
}

/** The first failure ends the list for all workers. */
async function atOnce<Item>(items: AsyncGenerator<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const taking = async (): Promise<void> => {
    for await (const item of items) await work(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, taking));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
