/**
 * How many releases a worker keeps in memory, so that it stays within what it may take. One that it has let go of is
 * replayed from its history when something happens to it.
 */
import { getHeapStatistics } from 'node:v8';

/** The process itself, with the files of a large release in its hands. */
const PROCESS_MB = 400;
/** With room for a long review: most take two thirds of it. */
const WORKFLOW_MB = 0.9;
const FEWEST = 10;

export function keptWorkflows(
  memoryMb: number,
  heapMb = getHeapStatistics().heap_size_limit / 1024 / 1024,
): number {
  const forWorkflowsMb = Math.min(memoryMb - PROCESS_MB, heapMb);
  return Math.max(FEWEST, Math.floor(forWorkflowsMb / WORKFLOW_MB));
}
