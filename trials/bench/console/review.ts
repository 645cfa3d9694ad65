/** The term review with as many terms as a scan finds at most: how soon it can be used, and how it scrolls. */
import type { Page } from 'playwright-core';
import type { EmbeddedSet } from '../../../src/embedded/embedded-set';
import { releaseSpec } from '../../../src/domain/release/release-file';
import { ReleaseClient } from '../../../src/client/releases/release-client';
import { startRelease } from '../../../src/client/releases/start-release';
import { openStore } from '../../../src/store/open-store';
import { putSnapshot } from '../../../src/store/source-snapshot';
import { until } from '../../../test/support/until';
import { median } from '../figures';

const TERMS = 5_000;
const WANTED_USABLE_MS = 1_000;
/** Two frames of a usual screen. */
const WANTED_FRAME_MS = 33;
const WANTED_ROWS = 100;
const NAME = 'long-review';

export async function benchReview(set: EmbeddedSet, page: Page): Promise<boolean> {
  await startReview(set);
  console.log(`Review of ${TERMS} terms in a browser.`);
  const usable = await timeToUse(page, `${set.gatewayUrl}/releases/default/${NAME}/terms`);
  return (await scroll(page)) && usable;
}

async function startReview({ client, config }: EmbeddedSet): Promise<void> {
  const store = openStore(config.store);
  const strings = Array.from({ length: TERMS }, (_, index) => ({
    string_id: `keeper.${index}`,
    content: `Nobody knows where Keeper K${index} sleeps, or whether anybody saw him since the long winter.`,
  }));
  const spec = releaseSpec.parse({
    name: NAME,
    source: { file: 'strings.json' },
    targetLanguages: ['ja', 'ar'],
    publish: false,
  });
  const source = { kind: 'snapshot' as const, ...(await putSnapshot(store, strings)) };
  const input = { spec, source, startedBy: 'bench' };
  await startRelease(client, { input, taskQueue: config.taskQueue, store });
  const releases = new ReleaseClient(client);
  await until('the terms wait', async () => (await releases.status(NAME)).waitingFor?.kind === 'terms');
}

/** Notes when the first row could be seen and focused, and when all terms were there; each after it was painted. */
const NOTE_MOMENTS = `
  window.moments = {};
  const note = (name, isSo) => {
    if (moments[name] !== undefined || !isSo()) return;
    moments[name] = null;
    requestAnimationFrame(() => setTimeout(() => (moments[name] = performance.now())));
  };
  const all = '${TERMS.toLocaleString('en')} of ${TERMS.toLocaleString('en')} terms';
  new MutationObserver(() => {
    note('firstRow', () => document.querySelector('tr[data-index][tabindex="0"]') !== null);
    note('whole', () => document.querySelector('.bulk-bar')?.textContent.includes(all));
  }).observe(document, { childList: true, subtree: true, characterData: true });
`;
/** When each page of terms had come. */
const ANSWERS = `performance.getEntriesByType('resource')
  .filter(({ name }) => name.includes('/terms?')).map(({ responseEnd }) => responseEnd)`;

async function timeToUse(page: Page, address: string): Promise<boolean> {
  await page.addInitScript(NOTE_MOMENTS);
  await page.goto(address);
  await until('all terms are shown', () =>
    page.evaluate<boolean>('moments.firstRow > 0 && moments.whole > 0'),
  );
  const { firstRow, whole } = await page.evaluate<{ firstRow: number; whole: number }>('moments');
  const answers = await page.evaluate<number[]>(ANSWERS);
  const afterFirst = firstRow - Math.min(...answers);
  const afterLast = whole - Math.max(...answers.filter((at) => at < whole));
  const holds = Math.max(afterFirst, afterLast) <= WANTED_USABLE_MS;
  console.log(
    `  Usable ${afterFirst.toFixed(0)} ms after the first reply, complete ${afterLast.toFixed(0)} ms after the last` +
      ` (required: at most ${WANTED_USABLE_MS}): ${holds ? 'ok' : 'MISSED'}`,
  );
  return holds;
}

interface Scrolled {
  frames: number[];
  mostRows: number;
  /** Frames in which the middle of the table showed no term. */
  gaps: number;
}

/** From the first term to the last, most of a screen with every frame. */
const SCROLL = `(async () => {
  const box = document.querySelector('.term-box');
  const { left, top, width, height } = box.getBoundingClientRect();
  const frame = () => new Promise(requestAnimationFrame);
  const scrolled = { frames: [], mostRows: 0, gaps: 0 };
  let before = await frame();
  while (box.scrollTop + box.clientHeight < box.scrollHeight - 1) {
    box.scrollTop += height * 0.8;
    const now = await frame();
    scrolled.frames.push(now - before);
    before = now;
    scrolled.mostRows = Math.max(scrolled.mostRows, document.querySelectorAll('tr[data-index]').length);
    const middle = document.elementFromPoint(left + width / 2, top + height / 2);
    if (middle?.closest('tr[data-index]') == null) scrolled.gaps += 1;
  }
  return scrolled;
})()`;

async function scroll(page: Page): Promise<boolean> {
  // What it compares with the termbase meanwhile would be measured too.
  await page.getByRole('button', { name: `New ${TERMS.toLocaleString('en')}` }).waitFor();
  const { frames, mostRows, gaps } = await page.evaluate<Scrolled>(SCROLL);
  const frameMs = median(frames);
  const slow = frames.filter((ms) => ms > WANTED_FRAME_MS).length;
  const holds = frameMs <= WANTED_FRAME_MS && mostRows <= WANTED_ROWS;
  console.log(
    `  Scrolling through all: ${frameMs.toFixed(1)} ms per frame (required: at most ${WANTED_FRAME_MS}), with ${mostRows}` +
      ` rows in the page (required: at most ${WANTED_ROWS}): ${holds ? 'ok' : 'MISSED'}`,
  );
  console.log(`  Of ${frames.length} frames, ${slow} took longer and ${gaps} showed a gap.`);
  return holds;
}
