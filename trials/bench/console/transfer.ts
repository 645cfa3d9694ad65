/** What the pages transfer, and how soon they show their content on a slow computer behind a slow line. */
import type { CDPSession, Page } from 'playwright-core';
import type { EmbeddedSet } from '../../../src/embedded/embedded-set';
import { median } from '../figures';

const WANTED_VISIBLE_MS = 1_500;
const RUNS = 5;

/** What Lighthouse calls slow 4G, and a computer four times as slow. */
const SLOW_LINE = { latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
const SLOWDOWN = 4;

/** Each with what must be seen of it: not only that it is being loaded. */
const pages = [
  ['Inbox and list', '/', '.inbox li'],
  ['Release', '/releases/default/long-review', '.panel.situation'],
  ['Review', '/releases/default/long-review/terms', 'tr[data-index]'],
  ['Schedules', '/schedules', 'main .empty'],
] as const;

export async function benchTransfer({ gatewayUrl }: EmbeddedSet, page: Page): Promise<boolean> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await page.addInitScript(NOTE_SEEN);
  console.log(`Pages at ${SLOW_LINE.latency} ms and 1.6 Mbit/s, on a processor ${SLOWDOWN} times as slow.`);
  let holds = true;
  for (const [name, path, content] of pages) {
    const address = `${gatewayUrl}${path}`;
    const first = await transferred(network, page, { address, content, isFirst: true });
    const again = await transferred(network, page, { address, content, isFirst: false });
    const visibleMs = median(await visibleTimes(network, page, { address, content }));
    const isSoon = visibleMs <= WANTED_VISIBLE_MS;
    holds &&= isSoon;
    console.log(
      `  ${name}: ${kilobytes(first)} at first, ${kilobytes(again)} again; content after ${visibleMs.toFixed(0)} ms` +
        ` (required: at most ${WANTED_VISIBLE_MS}): ${isSoon ? 'ok' : 'MISSED'}`,
    );
  }
  return holds;
}

/** Bytes on the wire, headers included, until the page asks for nothing more. */
async function transferred(
  network: CDPSession,
  page: Page,
  { address, content, isFirst }: { address: string; content: string; isFirst: boolean },
): Promise<number> {
  if (isFirst) await network.send('Network.clearBrowserCache');
  let bytes = 0;
  const count = ({ encodedDataLength }: { encodedDataLength: number }): void =>
    void (bytes += encodedDataLength);
  network.on('Network.loadingFinished', count);
  await page.goto(address);
  await page.locator(content).first().waitFor();
  await page.waitForTimeout(2_000);
  network.off('Network.loadingFinished', count);
  return bytes;
}

/** Notes when each page's content was in the page first and had been painted; to ask from outside would take longer. */
const NOTE_SEEN = `
  const contents = ${JSON.stringify(Object.fromEntries(pages.map(([, path, content]) => [path, content])))};
  window.seenMs = new Promise((seen) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector(contents[location.pathname]) === null) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => seen(performance.now())));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
`;

/** From the start of the navigation; nothing is in the browser's cache. */
async function visibleTimes(
  network: CDPSession,
  page: Page,
  { address, content }: { address: string; content: string },
): Promise<number[]> {
  await network.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_LINE });
  await network.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await network.send('Network.clearBrowserCache');
    await page.goto(address);
    await page.locator(content).first().waitFor();
    times.push(await page.evaluate<number>('seenMs'));
  }
  await network.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  return times;
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
