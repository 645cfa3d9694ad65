import { setTimeout as delay } from 'node:timers/promises';

/** Polls until the condition holds; fails by name when it does not within the bound. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  boundMs = 60_000,
): Promise<void> {
  const deadlineMs = Date.now() + boundMs;
  while (!(await condition())) {
    if (Date.now() > deadlineMs) throw new Error(`not within ${boundMs / 1000} s: ${what}`);
    await delay(10);
  }
}
