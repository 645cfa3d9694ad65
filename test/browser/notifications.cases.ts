/** Whoever keeps the first page open is told there too: of what newly waits, and of routes on which nothing arrives. */
import { deadAddress } from '../support/bare-server';
import { until } from '../support/until';
import { BrowserRig } from './browser-rig';
import { openReview } from './term-reviews';

let rig: BrowserRig;
beforeAll(async () => {
  rig = await BrowserRig.start({
    // The routes of notices belong to a worker, and not to a project.
    ownWorker: true,
    config: {
      notices: { routes: [{ slack: { urlVariable: 'CHAT_URL' } }] },
    },
    env: { CHAT_URL: await deadAddress() },
  });
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

/** What the browser would show; a test has no desktop to look at. */
const RECORD_NOTIFICATIONS = `
  globalThis.shown = [];
  globalThis.Notification = class {
    static permission = 'default';
    static async requestPermission() { return (this.permission = 'granted'); }
    constructor(title) { shown.push(title); }
  };`;

it('the browser notifies of what newly waits, once the reader wants it, and not of what is there', async () => {
  await openReview(rig.releases, 1, 'Early');
  const page = await rig.open('reader');
  // A browser that nobody sees forbids its own before the page is there.
  await page.addInitScript(RECORD_NOTIFICATIONS);
  await page.reload();
  await page.locator('.inbox li').first().waitFor();
  await page.getByRole('button', { name: 'Notify me in this browser' }).click();
  await page.getByRole('button', { name: 'Stop notifying me in this browser' }).waitFor();

  const { status } = await openReview(rig.releases, 1, 'Late');
  const shown = await until('something is shown', async () => {
    const titles = await page.evaluate<string[]>('shown');
    return titles.length > 0 && titles;
  });
  expect(shown).toEqual([`Review the terms: ${status.id}`]);
});

it('a route on which nothing arrives is shown on the first page', async () => {
  await openReview(rig.releases, 1, 'Unheard');
  const seen = await until('it is shown', async () => {
    const page = await rig.open('reader');
    await page.locator('.inbox li').first().waitFor();
    const trouble = page.getByRole('region', { name: 'Notices that do not arrive' });
    return (await trouble.count()) > 0 && trouble.innerText();
  });
  expect(seen).toMatch(/^Notices have not arrived on slack CHAT_URL since .*cannot connect \(ECONNREFUSED\)/);
});
