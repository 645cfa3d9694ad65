/** The list of all releases, of which there are hundreds. */
import type { Page, Route } from 'playwright-core';
import { releaseWorkflowId } from '../../src/domain/release/identity';
import { startRelease } from '../../src/client/releases/start-release';
import { until } from '../support/until';
import { BrowserRig } from './browser-rig';

const SPRING = 210;
const SUMMER = 6;

let rig: BrowserRig;
beforeAll(async () => {
  // Nobody works on them, so that hundreds of releases cost nothing.
  rig = await BrowserRig.start({ alone: true, worker: false });
  for (let number = 1; number <= SPRING; number += 1) await start(`spring-${number}`);
  for (let number = 1; number < SUMMER; number += 1) await start(`summer-${number}`);
  await start(`summer-${SUMMER}`, 'feature/sun');
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

async function start(name: string, branch?: string): Promise<void> {
  const { client, taskQueue, store } = rig.releases;
  const input = await rig.releases.input({ name });
  await startRelease(client, {
    input: { ...input, ...(branch !== undefined && { branch }) },
    taskQueue,
    store,
  });
}

const rows = (page: Page) => page.locator('tr[data-index]');
const named = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
const shows = (page: Page, count: number) => page.locator(`table[aria-rowcount="${count + 1}"]`).waitFor();

describe('the list of all releases', () => {
  it('is long, and only what is in view is in the page', async () => {
    const page = await rig.open('reader');
    await named(page, 'summer-6').waitFor();
    expect(await rows(page).count()).toBeLessThan(100);
    await page.keyboard.press('End');
    await shows(page, SPRING + SUMMER);
    await until('the first one is reached', async () => {
      await page.keyboard.press('End');
      return named(page, 'spring-1').isVisible();
    });
    expect(await rows(page).count()).toBeLessThan(100);
  });

  it('has rows of one height, wherever they stand: others would push each other for ever', async () => {
    const page = await rig.open('reader');
    await named(page, 'summer-6').waitFor();
    await page.keyboard.press('End');
    await until(
      'rows above are out of the page',
      async () => (await rows(page).first().getAttribute('data-index')) !== '0',
    );
    const heights = await rows(page).evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect().height),
    );
    expect([...new Set(heights)]).toHaveLength(1);
  });

  it('is read on when its end was reached while it was being read again', async () => {
    const page = await rig.open('reader');
    await named(page, 'summer-6').waitFor();
    const held: Route[] = [];
    await page.route(/\/api\/releases\?/, (route) => void held.push(route));
    await start('winter');
    await until('the list is being read again', () => held.length > 0);
    await page.keyboard.press('End');
    await until('the last row that was read is in the page', () =>
      page.locator('tr[data-index="199"]').isVisible(),
    );
    // What is held goes on then.
    await page.unroute(/\/api\/releases\?/);
    await shows(page, SPRING + SUMMER + 1);
  });

  it('is searched by part of a name and by project, and filtered by state', async () => {
    const page = await rig.open('reader');
    await page.getByLabel('Search').fill('UMMER-');
    await shows(page, SUMMER);
    await page.getByLabel('Search').fill('no such release');
    await page.getByText('No release matches.').waitFor();
    await page.getByLabel('Search').fill('summer');
    await page.getByLabel('Project').fill('another-game');
    await page.getByText('No release matches.').waitFor();
    await page.getByLabel('Project').fill(rig.releases.project);
    await shows(page, SUMMER);
    await page.getByLabel('State').selectOption('failed');
    await page.getByText('No release matches.').waitFor();
  });

  it('is narrowed by branch, starter and language too, and a reload shows the same in the same order', async () => {
    const page = await rig.open('reader', '/?q=summer');
    await shows(page, SUMMER);
    await page.getByLabel('Started by').fill('nobody');
    await page.getByText('No release matches.').waitFor();
    await page.getByLabel('Started by').fill('');
    await page.getByLabel('Branch').fill('FEATURE');
    await shows(page, 1);
    await named(page, 'summer-6').waitFor();
    await page.getByLabel('Branch').fill('');
    await page.getByLabel('Language').fill('Japanese');
    await shows(page, SUMMER);
    await page.getByLabel('Language').fill('ko');
    await page.getByText('No release matches.').waitFor();
    await page.getByLabel('Language').fill('ja');
    await page.getByRole('button', { name: 'Release', exact: true }).click();
    await page
      .getByRole('columnheader', { name: 'Release', exact: true })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    for (const again of [() => page.reload(), () => page.goto(page.url())]) {
      await again();
      await shows(page, SUMMER);
      expect(await rows(page).first().innerText()).toContain('summer-1');
      expect(await page.getByLabel('Language').inputValue()).toBe('ja');
    }
  });

  it('shows what begins and what ends without being asked', async () => {
    const page = await rig.open('reader');
    await page.getByLabel('Search').fill('summer');
    await named(page, 'summer-2').getByText('running').waitFor();
    await start('late-summer');
    await named(page, 'late-summer').waitFor();
    const ended = { project: rig.releases.project, name: 'summer-2' };
    await rig.releases.client.workflow.getHandle(releaseWorkflowId(ended)).terminate();
    await named(page, 'summer-2').getByText('failed').waitFor();
  });
});

it('the page of a release that there is not says so, and is connected all the same', async () => {
  const page = await rig.open('reader', `/releases/${rig.releases.project}/autumn`);
  const [events] = await Promise.all([page.waitForResponse(/\/api\/events/), page.reload()]);
  expect(events.status()).toBe(200);
  expect(await page.getByRole('alert').innerText()).toContain(`no release ${rig.releases.project}/autumn`);
  expect(await page.getByText('Reconnecting…').count()).toBe(0);
});
