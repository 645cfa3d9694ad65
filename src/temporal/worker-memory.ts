/** How a worker stays within the memory that it may take. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** The process itself, with the files of a large release in its hands. */
const PROCESS_MB = 400;
/** With room for a long review: most take half of it. */
const WORKFLOW_MB = 0.9;
const FEWEST = 10;

/** How many releases it caches. An evicted one is replayed from its history when it gets an event. */
export function cachedWorkflows(
  memoryMb: number,
  heapMb = getHeapStatistics().heap_size_limit / 1024 / 1024,
): number {
  // As much again as they take lies about as garbage at times.
  const forWorkflowsMb = Math.min(memoryMb - PROCESS_MB, memoryMb / 2, heapMb);
  return Math.max(FEWEST, Math.floor(forWorkflowsMb / WORKFLOW_MB));
}

/**
 * The heap of threads that begin from now on, as that of the workflows. Where it may become large, V8 leaves garbage lying until
 * there is three times as much of it as of what is in use.
 */
export function boundHeaps(memoryMb: number): void {
  setFlagsFromString(`--max-old-space-size=${memoryMb - PROCESS_MB / 2}`);
}
