/** What can be said of a page that has hung: a test that waits for it knows nothing but that its time is over. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';

const ANSWERS_WITHIN_MS = 20_000;
const WATCHED_MS = 2000;

/** Null: it answers. */
export async function whySilent(browser: Browser, page: Page): Promise<string | null> {
  const answer = page.evaluate(() => true).catch(() => true);
  if (await Promise.race([answer, delay(ANSWERS_WITHIN_MS, false, { ref: false })])) return null;
  const before = await renderSeconds(browser);
  await delay(WATCHED_MS);
  const usedMs = Math.round(1000 * ((await renderSeconds(browser)) - before));
  return `${page.url()} does not answer; the pages used ${usedMs} ms of ${WATCHED_MS} ms`;
}

/** The processor time that the pages of a browser have used so far. */
async function renderSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
