/** What each role may, and the ways in and out. */
import type { Page } from 'playwright-core';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import { tokens } from '../support/console';
import type { ReleaseHandle } from '../workflows/release-rig';
import { BrowserRig, releasePath, reviewPath } from './browser-rig';
import { allSaved, details, openReview, pressOnRow, termRow, type OpenReview } from './term-reviews';

let rig: BrowserRig;
let review: OpenReview;
let parked: ReleaseHandle;
beforeAll(async () => {
  rig = await BrowserRig.start();
  review = await openReview(rig.releases, 3, 'Keeper');
  const file: Partial<ReleaseFile> = { export: { template: 'no-such-template', directory: 'out' } };
  parked = await rig.releases.release(file);
  await rig.releases.parked(parked);
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

const buttons = (page: Page, name: string) => page.getByRole('button', { name });

/** What a page could send that does not care for what it may: with everything that a true one sends. */
const FORCED = `async (path) => {
  const { csrfToken } = await (await fetch('/api/session')).json();
  const headers = { 'content-type': 'application/json', 'x-csrf-token': csrfToken };
  const bodies = { resolve: { action: 'abort', reason: 'forced' }, confirm: { digest: 'x' } };
  const body = JSON.stringify(bodies[path.split('/').at(-1)] ?? { reason: 'forced' });
  return (await fetch('/api' + path, { method: 'POST', headers, body })).status;
}`;
const forced = (page: Page, path: string): Promise<number> =>
  page.evaluate<number>(`(${FORCED})(${JSON.stringify(path)})`);

it('who may read sees everything and is offered nothing', async () => {
  const page = await rig.open('reader', reviewPath(review.handle));
  await termRow(page, 'Keeper K1').click();
  await page.getByText('Your role can see the terms, but not change them.').waitFor();
  for (const key of ['d', 'e', 'y', 'x', 'd', 'u']) await page.keyboard.press(key);
  await details(page).getByText('Keeper K1').first().waitFor();
  for (const name of ['Confirm…', 'Reject…', 'Refresh', 'Accept', 'Edit', 'Delete', 'Undo', 'Replace…']) {
    expect([name, await page.getByRole('button', { name: new RegExp(`^${name}`) }).count()]).toEqual([
      name,
      0,
    ]);
  }
  await page.getByRole('navigation').getByRole('link', { name: 'Inbox' }).click();
  await page.getByText('Your role can see it, but not decide on it.').first().waitFor();
  expect(await page.getByRole('link', { name: /^(Decide|Review the terms)$/ }).count()).toBe(0);
  await page.getByRole('link', { name: 'See the problem' }).click();
  await page.getByText('Your role can see this, but not decide on it.').waitFor();
  const choices = page.locator('.choices').getByRole('button');
  expect(await choices.allInnerTexts()).toEqual(['Check again', 'Abort the release']);
  for (const choice of await choices.all()) expect(await choice.isDisabled()).toBe(true);
  await page.locator('.menu').getByText('More').click();
  expect(await page.locator('.menu').getByRole('button').count()).toBe(0);
  expect((await rig.releases.status(review.handle)).terms).toMatchObject({ marks: null });
});

it.each(['reader', 'reviewer'] as const)('a %s who forces a deed is refused', async (who) => {
  const page = await rig.open(who);
  const ofOperators = ['resolve', 'cancel'].map((verb) => `${releasePath(parked)}/${verb}`);
  const ofSchedules = ['pause', 'resume', 'trigger'].map((verb) => `/schedules/default/nightly/${verb}`);
  const ofReviewers = ['edit', 'mark', 'confirm', 'reject', 'refresh', 'compare', 'keep-termbase'].map(
    (verb) => `${reviewPath(review.handle)}/${verb}`,
  );
  const deeds = [...ofOperators, ...ofSchedules, ...(who === 'reader' ? ofReviewers : [])];
  for (const path of deeds) expect([path, await forced(page, path)]).toEqual([path, 403]);
  expect((await rig.releases.status(parked)).state).toBe('parked');
  expect((await rig.releases.status(review.handle)).waitingFor?.kind).toBe('terms');
});

it('who may review decides on terms and not on what is parked', async () => {
  const page = await rig.open('reviewer', releasePath(parked));
  await page.getByText('Your role can see this, but not decide on it.').waitFor();
  expect(await buttons(page, 'Check again').isDisabled()).toBe(true);
  await page.goto(`${rig.url}${reviewPath(review.handle)}`);
  await buttons(page, 'Confirm…').waitFor();
});

describe('signing in', () => {
  it('leads back to where one wanted to go; a wrong token does not', async () => {
    const page = await rig.open(null, reviewPath(review.handle));
    expect(await page.title()).toBe('Sign in · locrelease');
    await page.getByLabel('Your token').fill('not-a-token');
    await buttons(page, 'Sign in').click();
    await page.getByRole('status').getByText(/token/).waitFor();
    await page.getByLabel('Your token').fill(tokens.reader);
    await buttons(page, 'Sign in').click();
    await termRow(page, 'Keeper K1').waitFor();
    expect(page.url()).toBe(`${rig.url}${reviewPath(review.handle)}`);
  });

  it('by a link leaves no token in the address, nor in the history of the browser', async () => {
    const page = await rig.open(null, `${releasePath(parked)}#token=${tokens.reader}`);
    await page.getByRole('banner').getByText('reader').waitFor();
    expect(page.url()).toBe(`${rig.url}${releasePath(parked)}`);
    await page.getByRole('link', { name: 'Schedules' }).click();
    await page.goBack();
    expect(page.url()).toBe(`${rig.url}${releasePath(parked)}`);
  });

  it('again goes on where the session ended, with what was being done', async () => {
    const page = await rig.open('reviewer', reviewPath(review.handle));
    // When it has compared the terms with the termbase, the page asks for nothing by itself.
    await buttons(page, 'New 3').waitFor();
    await pressOnRow(page, 'Keeper K3', 'Edit');
    await page.getByLabel('Category', { exact: true }).fill('Mentor');
    await page.context().clearCookies();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Your token').fill(tokens.reviewer);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await allSaved(page);
    await termRow(page, 'Keeper K3').getByText('edited by reviewer').waitFor();
    expect((await rig.releases.status(review.handle)).terms?.marks).not.toBeNull();
  });

  it('ends with signing out: the page shows nothing more, and neither does the API', async () => {
    const page = await rig.open('reader', reviewPath(review.handle));
    await termRow(page, 'Keeper K1').waitFor();
    await buttons(page, 'Sign out').click();
    await page.getByRole('heading', { name: 'Sign in to locrelease' }).waitFor();
    expect(await page.getByText('Keeper K1').count()).toBe(0);
    expect((await page.request.get(`${rig.url}/api/inbox`)).status()).toBe(401);
  });
});
