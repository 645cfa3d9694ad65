/** A review of many terms: how far one is, where one was, and many terms in few strokes. */
import type { Page } from 'playwright-core';
import { rejectTermsUpdate } from '../../src/protocol/messages';
import { until } from '../support/until';
import { reviewOnly, type ReleaseHandle } from '../workflows/release-rig';
import { BrowserRig, reviewPath } from './browser-rig';
import {
  allSaved,
  details,
  openReview,
  pressOnRow,
  setCategory,
  termRow,
  termsAtService,
  type OpenReview,
} from './term-reviews';
import { itAtNight } from '../support/nightly';

let rig: BrowserRig;
beforeAll(async () => {
  rig = await BrowserRig.start();
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

const progress = (page: Page, words: string) => page.getByText(`${words} reviewed by you`).waitFor();
const compared = (page: Page) => page.getByRole('button', { name: /^New \d/ }).waitFor();
const currentTerm = (page: Page) => page.locator('tr.current .cell-term').textContent();
const terms = (page: Page) => page.locator('.terms .cell-term').allTextContents();
const opened = async (guild: string, count: number): Promise<OpenReview & { page: Page }> => {
  const review = await openReview(rig.releases, count, guild);
  const page = await rig.open('reviewer', reviewPath(review.handle));
  await compared(page);
  return { ...review, page };
};
const reject = (handle: ReleaseHandle) =>
  handle.executeUpdate(rejectTermsUpdate, { args: [{ by: 'tester', reason: 'looked at' }] });
/** What the browser keeps of reviews. */
const keptKeys = (page: Page): Promise<string[]> =>
  page.evaluate(`Object.keys(localStorage).filter((key) => key.startsWith('locrelease.review/'))`);

it('what was found good is counted, and the review goes on there after the browser was closed', async () => {
  const { handle, page } = await opened('Keeper', 40);
  const { keyboard } = page;
  await progress(page, '0 of 40');
  for (const key of ['y', 'y', 'y']) await keyboard.press(key);
  await progress(page, '3 of 40');
  expect(await currentTerm(page)).toBe('Keeper K4');
  await keyboard.press('Space');
  await keyboard.press('d');
  await progress(page, '5 of 40');
  // Taken back: the term is to be reviewed again.
  await termRow(page, 'Keeper K2').getByRole('button', { name: 'Accept Keeper K2' }).click();
  await progress(page, '4 of 40');
  await keyboard.press('n');
  expect(await currentTerm(page)).toBe('Keeper K6');
  await allSaved(page);

  const context = page.context();
  await page.close();
  const next = await context.newPage();
  await next.goto(rig.url);
  const item = next.locator('.inbox li').filter({ hasText: handle.workflowId.split('/').at(-1) ?? '' });
  await item.getByText('4 of 40 reviewed by you').waitFor();
  await item.getByRole('link', { name: 'Continue the review' }).click();
  await progress(next, '4 of 40');
  expect(await currentTerm(next)).toBe('Keeper K6');

  // Each operator has marks of their own; a term that somebody has changed since is to be looked at again.
  const other = await rig.open('operator', reviewPath(handle));
  await progress(other, '0 of 40');
  await setCategory(other, 'Keeper K1', 'Mentor');
  await progress(next, '3 of 40');
  await next.getByRole('button', { name: 'To review 37' }).click();
  expect((await terms(next)).slice(0, 4)).toEqual(['Keeper K1', 'Keeper K2', 'Keeper K6', 'Keeper K7']);

  // With the filter on, what is accepted goes, and the next one is there: none is passed over.
  await next.keyboard.press('Home');
  await termRow(next, 'Keeper K1').click();
  await next.keyboard.press('y');
  expect(await currentTerm(next)).toBe('Keeper K2');
  await reject(handle);
  await until('nothing is kept of a release that has ended', async () => (await keptKeys(next)).length === 0);
});

it('fifteen terms are in view at 1280 by 800, with all there is to know of one beside them, and a translation one key away', async () => {
  const { handle, status, page } = await opened('Rider', 60);
  const inView = await page.evaluate<number>(`(() => {
    const { top, bottom } = document.querySelector('.term-box').getBoundingClientRect();
    return [...document.querySelectorAll('.terms tbody tr[data-index]')].filter((row) => {
      const place = row.getBoundingClientRect();
      return place.top >= top && place.bottom <= Math.min(bottom, innerHeight);
    }).length;
  })()`);
  expect(inView).toBeGreaterThanOrEqual(15);
  await details(page).locator('mark', { hasText: 'Rider K1' }).waitFor();
  await setCategory(page, 'Rider K1', 'Knight');
  await details(page).getByText('Edited by reviewer').waitFor();
  expect(await details(page).locator('li del').allTextContents()).toEqual(['Character']);
  await page.keyboard.press('i');
  await details(page).waitFor({ state: 'detached' });
  await page.reload();
  await compared(page);
  expect(await details(page).count()).toBe(0);

  await page.keyboard.press('2');
  await page.locator('textarea[name=ja]:focus').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await page.locator('textarea[name=zh-cn]:focus').waitFor();
  await page.keyboard.type('铁匠');
  await page.keyboard.press('Enter');
  await allSaved(page);
  expect(termsAtService(rig.releases, status).get('Rider K1')?.translations['zh-cn']).toBe('铁匠');
  await reject(handle);
});

it('filters and order stand in the address, and columns stay as they were chosen', async () => {
  const { handle, page } = await opened('Singer', 12);
  await page.getByLabel('Filter by text').fill('K1');
  await page.getByRole('button', { name: 'To review 12' }).click();
  await page.getByRole('columnheader', { name: 'Term', exact: true }).getByRole('button').click();
  await page.getByRole('columnheader', { name: 'Term', exact: true }).getByRole('button').click();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('group', { name: 'Columns of the table' }).getByLabel('Score').uncheck();
  await page.keyboard.press('Escape');
  const expected = ['Singer K12', 'Singer K11', 'Singer K10', 'Singer K1'];
  await until('they are sorted', async () => (await terms(page)).join() === expected.join());
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toEqual({ filter: 'open', text: 'K1', sort: '-term' });
  await page.reload();
  await compared(page);
  expect(await terms(page)).toEqual(expected);
  expect(await page.getByLabel('Filter by text').inputValue()).toBe('K1');
  await page.locator('[aria-sort=descending]', { hasText: 'Term' }).waitFor();
  expect(await page.getByRole('columnheader', { name: 'Score' }).count()).toBe(0);

  // So do those of the list of releases.
  await page.goto(`${rig.url}/?q=no-such-release&state=waiting`);
  await page.getByText('No release matches.').waitFor();
  expect(await page.getByLabel('Search').inputValue()).toBe('no-such-release');
  expect(await page.getByLabel('State').inputValue()).toBe('waiting');
  await page.getByLabel('Search').fill('');
  await page.waitForURL(`${rig.url}/?state=waiting`);
  await reject(handle);
});

it('finds and replaces in many terms by one request, as one step that can be undone, and sets one field of many', async () => {
  const { handle, status, page } = await opened('Miner', 60);
  const translations = (language: string) =>
    [...termsAtService(rig.releases, status).values()].map((term) => term.translations[language]);
  const before = translations('ja');
  let saves = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/terms/edit')) saves += 1;
  });
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Find and replace' });
  await dialog.getByLabel('Find').fill('Miner');
  await dialog.getByLabel('Replace with').fill('鉱夫');
  await dialog.getByLabel('Field to look in').selectOption('ja');
  await dialog.getByText('Found in 60 terms.').waitFor();
  expect(await dialog.locator('ins').first().textContent()).toBe('鉱夫 K1·ja');
  await dialog.getByRole('button', { name: 'Replace in 60 terms' }).click();
  await page.getByText('Replaced in 60 terms.').waitFor();
  await allSaved(page);
  expect(saves).toBe(1);
  expect(translations('ja')).toEqual(before.map((text) => text?.replace('Miner', '鉱夫')));
  expect(translations('zh-cn')[0]).toBe('Miner K1·zh-cn');
  await page.keyboard.press('u');
  await page.getByText('Undone: 60 terms.').waitFor();
  await allSaved(page);
  expect(translations('ja')).toEqual(before);
  expect(saves).toBe(2);

  await page.keyboard.press('a');
  await page.getByLabel('Field to set for the selected terms').selectOption('zh-cn');
  await page.getByLabel('Chinese (China) for the selected terms').fill('矿工');
  await page.keyboard.press('Enter');
  await page.getByText('Chinese (China) set for 60 terms.').waitFor();
  await allSaved(page);
  expect(new Set(translations('zh-cn'))).toEqual(new Set(['矿工']));
  await reject(handle);
});

itAtNight('two windows agree on drafts and marks, and neither outlives its release', async () => {
  const { handle, page } = await opened('Scribe', 4);
  const other = await page.context().newPage();
  await other.goto(`${rig.url}${reviewPath(handle)}`);
  await compared(other);
  await page.keyboard.press('y');
  await progress(other, '1 of 4');
  await pressOnRow(page, 'Scribe K2', 'Edit');
  await page.getByLabel('Category', { exact: true }).fill('Half typed');
  await other.getByText('You have 1 unsaved draft.').waitFor();
  await other.getByRole('button', { name: 'Discard' }).click();
  await other.getByText('You have 1 unsaved draft.').waitFor({ state: 'detached' });
  expect(await termRow(page, 'Scribe K2').getByText('unsaved draft').count()).toBe(0);
  await page.getByLabel('Category', { exact: true }).fill('Typed again');
  await other.close();
  expect((await keptKeys(page)).some((key) => key.includes('/draft/'))).toBe(true);

  // The release ends while nobody looks; whoever opens the page next has nothing of it any more.
  const context = page.context();
  await page.close();
  await reject(handle);
  await handle.result();
  const next = await context.newPage();
  await next.goto(rig.url);
  await until('what was kept of it is gone', async () => (await keptKeys(next)).length === 0);
});

it('what a file says of its strings stands beside the term, as text', async () => {
  const note = {
    context: 'On the map of the first level',
    comment: '<b>A name</b>, never translated',
    maxLength: 24,
  };
  const handle = await rig.releases.release(reviewOnly, [
    { string_id: 'map.keeper', content: 'Nobody knows where Keeper Ilo sleeps.', note },
    { string_id: 'map.plain', content: 'Keeper Ilo is gone.' },
  ]);
  await rig.releases.waitingForTerms(handle);
  const page = await rig.open('reader', reviewPath(handle));
  await termRow(page, 'Keeper Ilo').getByText('Keeper Ilo', { exact: true }).first().click();
  const string = details(page).getByRole('listitem').filter({ hasText: 'map.keeper' });
  await string.getByText('at most 24 characters').waitFor();
  await string.getByText('On the map of the first level').waitFor();
  await string.getByText('<b>A name</b>, never translated').waitFor();
  await handle.cancel();
});
