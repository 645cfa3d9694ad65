/** What stays in its place when something else changes: the header, the two ways out of a review, and the focus. */
import type { Page } from 'playwright-core';
import { BrowserRig, releasePath, reviewPath } from './browser-rig';
import { openReview, pressOnRow, setCategory, termRow, type OpenReview } from './term-reviews';
import { drawn } from '../support/nightly';

let rig: BrowserRig;
let review: OpenReview;
beforeAll(async () => {
  rig = await BrowserRig.start();
  review = await openReview(rig.releases, 5, 'Keeper');
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

/** A gateway whose Temporal is away: it says so as soon as it is listened to. */
const TEMPORAL_AWAY = `window.EventSource = class extends EventTarget {
  constructor() {
    super();
    setTimeout(() => this.dispatchEvent(new MessageEvent('temporal', { data: '{"answers":false}' })));
  }
  close() {}
};`;

it.each(drawn([360, 800, 1100, 1440], 2, 2))(
  'the header fits into %i px with Temporal away',
  async (width) => {
    const page = await rig.open('operator', '/nothing', { viewport: { width, height: 800 } });
    await page.addInitScript(TEMPORAL_AWAY);
    await page.goto(rig.url);
    const told = page.getByRole('banner').getByText('Temporal does not answer.');
    await told.waitFor();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await cutIn(page, 'header a, header button, header .connection')).toEqual([]);
  },
);

/** What reaches beyond the window. */
const cutIn = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('${selector}')]
    .filter((element) => element.checkVisibility() && element.closest('nav') === null)
    .filter((element) => element.getBoundingClientRect().right > innerWidth)
    .map(({ textContent }) => textContent)`);

it.each(drawn([360, 1100, 1280, 1440], 1, 9))(
  'offline, Reject and Confirm stay where they are at %i px',
  async (width) => {
    const page = await rig.open('reviewer', reviewPath(review.handle), { viewport: { width, height: 800 } });
    const placeOf = (name: string) => page.getByRole('button', { name, exact: true }).boundingBox();
    const places = async () => {
      await page.evaluate('scrollTo(0, 0)');
      return [await placeOf('Reject…'), await placeOf('Confirm…')];
    };
    await page.getByRole('button', { name: /^New \d/ }).waitFor();
    const before = await places();
    await page.context().setOffline(true);
    await page.getByText('Reconnecting…').waitFor();
    await setCategory(page, 'Keeper K1', `Mentor at ${width}`);
    await page.getByText('Not saved: 1 change.').waitFor();
    expect(await places()).toEqual(before);
    await page.getByRole('button', { name: 'Confirm…' }).click();
    await page.getByRole('dialog').getByText('Your last changes are not saved.').waitFor();
    await page.context().setOffline(false);
    await page.locator('button:enabled', { hasText: 'Confirm 5 terms' }).waitFor();
    expect(await page.getByText('Reconnecting…').count()).toBe(0);
  },
);

it('at 1280 px three languages stand beside what the termbase has, and nothing of whose hands a term went through is cut', async () => {
  const { handle } = await openReview(rig.releases, 2, 'Potter', { targetLanguages: ['ja', 'ar', 'fr'] });
  const page = await rig.open('operator', reviewPath(handle));
  await pressOnRow(page, 'Potter K1', 'Delete');
  await setCategory(page, 'Potter K2', 'Mentor');
  await pressOnRow(page, 'Potter K2', 'Edit');
  await page.getByLabel('Category', { exact: true }).fill('Half typed');
  await pressOnRow(page, 'Potter K1', 'Restore');
  await pressOnRow(page, 'Potter K1', 'Delete');
  await termRow(page, 'Potter K1').getByText('deleted by').waitFor();
  await termRow(page, 'Potter K2').getByText('unsaved draft').waitFor();
  expect(await page.evaluate(COVERED)).toEqual([]);
  expect(await page.evaluate(CUT_HANDS)).toEqual([]);
  await handle.cancel();
});

/** Cells of a table that has not been scrolled which reach under the one after them. */
const COVERED = `[...document.querySelectorAll('.terms tbody td')]
  .filter((cell) => cell.getBoundingClientRect().right > (cell.nextElementSibling?.getBoundingClientRect().left ?? innerWidth) + 1)
  .map(({ textContent }) => textContent)`;
const CUT_HANDS = `[...document.querySelectorAll('.cell-changes, .cell-termbase')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map(({ textContent }) => textContent)`;

const FOCUSED = `document.activeElement.textContent.trim()`;

it('after Esc in a dialog that a button opened, the focus is there again', async () => {
  const page = await rig.open('reviewer', reviewPath(review.handle));
  await page.getByRole('button', { name: /^New \d/ }).waitFor();
  for (const name of ['Confirm…', 'Reject…', 'Shortcuts ?']) {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(FOCUSED)).toBe(name);
  }
});

it('after Esc in a dialog that the menu opened, the focus is on the menu', async () => {
  const page = await rig.open('operator', releasePath(review.handle));
  for (const name of ['Change the release', 'Pause the release', 'Cancel the release']) {
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(FOCUSED)).toBe('More');
  }
});

it('after Esc in a dialog that a key opened, the first term has the focus, or the one that had it before', async () => {
  const page = await rig.open('reviewer', reviewPath(review.handle));
  await page.getByRole('button', { name: /^New \d/ }).waitFor();
  const leaves = async (key: string): Promise<void> => {
    await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await leaves('?');
  expect(await page.evaluate(`document.activeElement.dataset.index`)).toBe('0');
  await page.keyboard.press('j');
  for (const key of ['?', 'r']) {
    await leaves(key);
    expect(await page.evaluate(`document.activeElement.matches('tr.current')`)).toBe(true);
  }
});
