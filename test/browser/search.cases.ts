/** One palette and one search, from every page: for pages, releases, terms and what can be done. */
import type { Page } from 'playwright-core';
import { until } from '../support/until';
import { reviewOnly, type ReleaseHandle } from '../workflows/release-rig';
import { BrowserRig, releasePath, reviewPath } from './browser-rig';
import { openReview } from './term-reviews';

let rig: BrowserRig;
let waiting: ReleaseHandle;
let done: ReleaseHandle;
let taskId: string;
beforeAll(async () => {
  rig = await BrowserRig.start();
  const { handle, status } = await openReview(rig.releases, 30, 'Keeper', reviewOnly);
  waiting = handle;
  taskId = status.taskId ?? '';
  done = await rig.releases.release({ ...reviewOnly, terms: { scan: false }, targetLanguages: ['ko'] });
  await done.result();
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

const nameOf = ({ workflowId }: ReleaseHandle): string => workflowId.split('/').at(-1) ?? '';

const rows = (page: Page) => page.locator('tr[data-index]');
const field = (page: Page) => page.getByLabel('Search', { exact: true });

it('is one key away, and finds releases by name, task and language in the list of releases', async () => {
  const page = await rig.open('reader', '/schedules');
  await page.getByRole('heading', { name: 'Schedules' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(nameOf(done));
  await page.getByRole('option', { name: /^Search everywhere/ }).click();
  await page.waitForURL(`**/?q=${encodeURIComponent(nameOf(done))}`);
  await rows(page)
    .getByRole('link', { name: nameOf(done) })
    .waitFor();
  // What waits has a page of its own then, one press away.
  expect(await page.getByRole('heading', { name: 'Inbox' }).count()).toBe(0);

  await field(page).fill(taskId);
  await rows(page).getByText(`Task ${taskId}`).waitFor();
  await rows(page)
    .getByRole('link', { name: nameOf(waiting) })
    .waitFor();
  await field(page).fill('Korean');
  await rows(page)
    .getByRole('link', { name: nameOf(done) })
    .click();
  await page.waitForURL(`**${releasePath(done)}`);
  await page.goBack();
  await rows(page)
    .getByRole('link', { name: nameOf(done) })
    .waitFor();
  expect(await field(page).inputValue()).toBe('Korean');
  expect(await rows(page).count()).toBe(1);
  await page.getByRole('link', { name: 'Inbox', exact: false }).last().click();
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  expect(await field(page).inputValue()).toBe('');
});

it('finds terms, says how many more there are, and a link shows the same', async () => {
  const page = await rig.open('reader', '/?q=keeper%20k');
  await page.getByText('0 releases and 30 terms found.').waitFor();
  const terms = page.getByRole('region', { name: `Terms of ${rig.releases.project}/${nameOf(waiting)}` });
  await terms.getByText('and 10 more.').waitFor();
  await page.getByRole('navigation', { name: 'What is shown' }).getByText('Releases').click();
  await page.getByText('No release matches.').waitFor();
  await page.getByRole('navigation', { name: 'What is shown' }).getByText('Terms 30').click();
  await terms.waitFor();
  await page.goto(`${rig.url}/?q=nobody+is+called+so`);
  await page.getByText('No release matches.').waitFor();
});

it('leaves the key to the review, and works on a phone', async () => {
  const page = await rig.open('reader', '/?kind=terms', { viewport: { width: 360, height: 700 } });
  await page.getByText('Terms are found by their text').waitFor();
  await field(page).fill('keeper k7');
  await page.getByRole('region', { name: /^Terms of/ }).waitFor();

  const review = await rig.open('reviewer', reviewPath(waiting));
  await review.getByRole('button', { name: 'New 30' }).waitFor();
  await review.keyboard.press('/');
  await review.keyboard.type('K7');
  expect(await review.getByLabel('Filter by text').inputValue()).toBe('K7');
});

const palette = (page: Page) => page.getByRole('dialog', { name: 'Find or do' });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });

it('Ctrl-K goes to a page, a release or a term', async () => {
  const page = await rig.open('reviewer');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('gloss');
  await option(page, 'Glossary changes').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/glossary');

  // On a telephone there is a button for it.
  await page.setViewportSize({ width: 360, height: 700 });
  await page.getByRole('button', { name: 'Find or do' }).click();
  await page.keyboard.type(nameOf(waiting));
  await option(page, new RegExp(`${nameOf(waiting)} waiting`)).click();
  await page.waitForURL(`**${releasePath(waiting)}`);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('keeper k17');
  await option(page, /^Keeper K17/).waitFor();
  await page.keyboard.press('ArrowUp');
  expect(await option(page, /^Keeper K17/).getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${reviewPath(waiting)}?text=Keeper+K17`);
  await page.getByText('1 of 30 terms').waitFor();
});

it('Ctrl-K offers every action that is possible here, and no other', async () => {
  const page = await rig.open('operator', releasePath(waiting));
  const actions = palette(page).getByRole('group', { name: 'Actions on this page' });
  await page.getByRole('link', { name: 'Review the terms' }).waitFor();
  await page.keyboard.press('Control+k');
  const offered = await actions.getByRole('option').allTextContents();
  for (const action of ['Review the terms', 'Change the release', 'Pause the release', 'Cancel the release'])
    expect(offered.map((text) => text.trim())).toContain(action);
  await page.keyboard.type('cancel');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Cancel the release' }).waitFor();
  await page.keyboard.press('Escape');

  const reader = await rig.open('reader', releasePath(waiting));
  await reader.getByText('Waiting for a person').waitFor();
  await reader.keyboard.press('Control+k');
  await option(reader, 'Insights').waitFor();
  expect(await palette(reader).textContent()).not.toMatch(/Cancel the release|Start a release/);
  await reader.keyboard.press('Escape');
  await palette(reader).waitFor({ state: 'detached' });
});

it('Back goes to where the page was scrolled to, and another page begins at its top', async () => {
  const page = await rig.open('operator', '/', { viewport: { width: 1000, height: 300 } });
  await page.getByRole('row').getByText(nameOf(done)).waitFor();
  await page.mouse.wheel(0, 250);
  const top = () => page.evaluate<number>('scrollY');
  await until('the page is scrolled', async () => (await top()) > 100);
  const link = page.getByRole('row').getByRole('link', { name: nameOf(done) });
  // It scrolls to what is pointed at.
  await link.hover();
  const before = await top();
  await link.click();
  await page.getByRole('region', { name: 'History' }).waitFor();
  expect(await top()).toBe(0);
  await page.goBack();
  await page.getByRole('row').getByText(nameOf(done)).waitFor();
  await until('it is scrolled to there again', async () => Math.abs((await top()) - before) <= 1);
});

it('what is still being read has its place, and screen readers are told', async () => {
  const page = await rig.open('reader', '/nothing');
  const answers: (() => void)[] = [];
  await page.route('**/api/schedules', async (route) => {
    await new Promise<void>((go) => answers.push(go));
    await route.continue();
  });
  await page.goto(`${rig.url}/schedules`);
  await page.locator('main [aria-busy=true] i').first().waitFor();
  for (const answer of answers) answer();
  await page.getByText('There are no schedules.').waitFor();
  expect(await page.locator('[aria-busy=true]').count()).toBe(0);

  for (const address of [/\/api\/glossary/, /\/terms\?/]) await page.route(address, () => undefined);
  for (const path of ['/glossary', reviewPath(waiting)]) {
    await page.goto(`${rig.url}${path}`);
    await page.locator('main [aria-busy=true] i').nth(3).waitFor();
    expect(await page.getByRole('status').filter({ hasText: 'Loading…' }).isVisible()).toBe(true);
    // Nothing is shown that says otherwise.
    expect(await page.getByText('0 of 0 terms').count()).toBe(0);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
