/** Keeps a worker within the memory that it may take. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** The process itself, with the files of a large release in memory. */
const PROCESS_MB = 400;
/** Enough for a long review: most workflows take half of it. */
const WORKFLOW_MB = 0.9;
const FEWEST = 10;

/** The number of cached releases. An evicted one is replayed from its history at its next event. */
export function cachedWorkflows(
  memoryMb: number,
  heapMb = getHeapStatistics().heap_size_limit / 1024 / 1024,
): number {
  // Garbage may take as much memory as the workflows themselves.
  const forWorkflowsMb = Math.min(memoryMb - PROCESS_MB, memoryMb / 2, heapMb);
  return Math.max(FEWEST, Math.floor(forWorkflowsMb / WORKFLOW_MB));
}

/**
 * Bounds the heap of threads that begin from now on, such as that of the workflows. With a large bound, V8 leaves
 * garbage uncollected until there is three times as much of it as of memory in use.
 */
export function boundHeaps(memoryMb: number): void {
  setFlagsFromString(`--max-old-space-size=${memoryMb - PROCESS_MB / 2}`);
}
