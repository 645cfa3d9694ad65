import { sleep } from '@temporalio/workflow';

/** Returns how much time has passed by the workflow's own clock. */
export async function sleeper(durationMs: number): Promise<number> {
  const startedMs = Date.now();
  await sleep(durationMs);
  return Date.now() - startedMs;
}
