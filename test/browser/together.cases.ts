/** A list that others change meanwhile: at the service, or at another browser. */
import type { Page } from 'playwright-core';
import { confirmTermsUpdate, editTermsUpdate, pauseUpdate } from '../../src/protocol/messages';
import { until } from '../support/until';
import { BrowserRig, reviewPath } from './browser-rig';
import { history } from './decide';
import {
  allSaved,
  atService,
  openReview,
  pressOnRow,
  setCategory,
  termRow,
  termsAtService,
} from './term-reviews';
import { itAtNight } from '../support/nightly';

let rig: BrowserRig;
beforeAll(async () => {
  rig = await BrowserRig.start();
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

const confirmations = () =>
  rig.releases.sandbox.journal
    .find({ subject: 'POST /tasks/confirm-terms' })
    .filter(({ effect }) => effect !== null);

const ended = (page: Page, state: string) => page.locator(`.heading .state-${state}`).waitFor();

it('a list that changed at the service shows how, and what is confirmed then is what was seen', async () => {
  const { handle, status } = await openReview(rig.releases, 4, 'Keeper');
  const page = await rig.open('reviewer', reviewPath(handle));
  await setCategory(page, 'Keeper K4', 'Mentor');
  await allSaved(page);
  const confirmedBefore = confirmations().length;

  const task_id = status.taskId ?? '';
  const idOf = (term: string): string => termsAtService(rig.releases, status).get(term)?.id ?? '';
  await atService(rig.releases, async (service) => {
    await service.updateTaskTerm({ task_id, id: idOf('Keeper K1'), category: 'Villain' });
    await service.deleteTaskTerm({ task_id, id: idOf('Keeper K2') });
  });
  await page.getByRole('button', { name: 'Confirm…' }).click();
  await page.getByRole('button', { name: 'Confirm 4 terms' }).click();

  const difference = page.getByRole('dialog', { name: 'The list has changed since you opened it' });
  await difference.getByText('Removed: 1 term').waitFor();
  await difference.getByText('Keeper K2').waitFor();
  await difference.getByText('1 changed term').waitFor();
  expect(await difference.locator('del').allTextContents()).toEqual(['Character']);
  expect(await difference.locator('ins').allTextContents()).toEqual(['Villain']);
  expect(confirmations()).toHaveLength(confirmedBefore);

  await difference.getByRole('button', { name: 'Continue with the new list' }).click();
  await termRow(page, 'Keeper K2').waitFor({ state: 'detached' });
  await termRow(page, 'Keeper K4').getByText('edited by reviewer').waitFor();
  await page.getByRole('button', { name: 'Confirm…' }).click();
  await page.getByRole('button', { name: 'Confirm 3 terms' }).click();
  await ended(page, 'done');
  expect(confirmations()).toHaveLength(confirmedBefore + 1);
  const terms = [...termsAtService(rig.releases, status).values()];
  expect(terms.map(({ term, category }) => `${term}: ${category}`)).toEqual([
    'Keeper K1: Villain',
    'Keeper K3: Character',
    'Keeper K4: Mentor',
  ]);
});

itAtNight('two operators see what the other one does, and both confirm what is confirmed once', async () => {
  const { handle, status } = await openReview(rig.releases, 3, 'Rider');
  const one = await rig.open('reviewer', reviewPath(handle));
  const other = await rig.open('operator', reviewPath(handle));
  // What was changed before the list has come is no news.
  await other.getByRole('button', { name: 'Confirm…' }).click({ trial: true });
  await Promise.all([
    // It goes by itself, and on a busy machine perhaps before anybody looks.
    other.getByText('reviewer changed 1 term.').waitFor(),
    setCategory(one, 'Rider K1', 'Mentor'),
  ]);
  await termRow(other, 'Rider K1').getByText('edited by reviewer').waitFor();
  await pressOnRow(other, 'Rider K2', 'Delete');
  await termRow(one, 'Rider K2').getByText('deleted by operator').waitFor();
  await pressOnRow(one, 'Rider K2', 'Restore');
  await termRow(other, 'Rider K2').getByText('deleted by').waitFor({ state: 'detached' });

  const confirmedBefore = confirmations().length;
  for (const page of [one, other]) {
    await page.getByRole('button', { name: 'Confirm…' }).click();
    await page.locator('button:enabled', { hasText: 'Confirm 3 terms' }).waitFor();
  }
  await Promise.all(
    [one, other].map((page) => page.getByRole('button', { name: 'Confirm 3 terms' }).click()),
  );
  for (const page of [one, other]) await ended(page, 'done');
  expect(confirmations()).toHaveLength(confirmedBefore + 1);
  expect((await handle.result()).decisions).toMatchObject([{ what: 'confirm terms' }]);
  expect(termsAtService(rig.releases, status).get('Rider K1')?.category).toBe('Mentor');
});

const languagesOf = (page: Page) => page.locator('.terms thead code').allTextContents();

it('who types while another confirms is told who did, and has what was typed to copy until it is discarded', async () => {
  const { handle } = await openReview(rig.releases, 3, 'Archer');
  const one = await rig.open('reviewer', reviewPath(handle));
  const other = await rig.open('operator', reviewPath(handle));
  await pressOnRow(one, 'Archer K1', 'Edit');
  await one.getByLabel('Japanese translation').fill('射手');
  const languages = await languagesOf(one);
  await pressOnRow(other, 'Archer K3', 'Delete');
  await allSaved(other);
  await other.getByRole('button', { name: 'Confirm…' }).click();
  await other.locator('button:enabled', { hasText: 'Confirm 2 terms' }).click();
  await ended(other, 'done');

  await one
    .getByText(/^The terms were confirmed by operator at \d.*There is nothing left to do here\.$/)
    .waitFor();
  await termRow(one, 'Archer K3').waitFor({ state: 'detached' });
  expect(await one.getByRole('dialog').count()).toBe(0);
  expect(await one.getByRole('button', { name: 'Save' }).count()).toBe(0);
  expect(await languagesOf(one)).toEqual(languages);
  for (const reload of [false, true]) {
    if (reload) await one.reload();
    await one.getByText('1 draft was not saved').waitFor();
    await one.locator('.drafts ins', { hasText: '射手' }).waitFor();
  }
  await one.getByRole('button', { name: 'Discard' }).click();
  await one.locator('.drafts').waitFor({ state: 'detached' });
});

it('what was saved a moment too late is there to copy', async () => {
  const { handle, status } = await openReview(rig.releases, 2, 'Hunter');
  const page = await rig.open('reviewer', reviewPath(handle));
  await page.getByRole('button', { name: /^New \d/ }).waitFor();
  await page.route(/\/terms\/edit$/, async (route) => {
    const { digest = '' } = (await rig.releases.status(handle)).terms ?? status.terms ?? {};
    await handle.executeUpdate(confirmTermsUpdate, { args: [{ by: 'operator', digest }] });
    await handle.result();
    return route.continue();
  });
  await setCategory(page, 'Hunter K1', 'Mentor');
  await page.locator('.drafts ins', { hasText: 'Mentor' }).waitFor();
});

it('a review of a paused release says that it is paused, and that what is confirmed waits for its resumption', async () => {
  const { handle } = await openReview(rig.releases, 2, 'Farmer');
  await handle.executeUpdate(pauseUpdate, { args: [{ by: 'operator', reason: 'until Monday' }] });
  const page = await rig.open('reviewer', reviewPath(handle));
  await page.getByText(/operator has paused the release .*until Monday/).waitFor();
  expect(await page.getByText('If nobody decides').count()).toBe(0);
  await page.getByRole('button', { name: 'Confirm…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm the terms' });
  await dialog.getByText('The release is paused: the translation starts once it is resumed').waitFor();
  await dialog.locator('button:enabled', { hasText: 'Confirm 2 terms' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/terms'));
  await page.goBack();
  await page
    .getByText(
      /^The terms were confirmed by reviewer at \d.*The release is paused: it goes on once it is resumed\.$/,
    )
    .waitFor();
  await handle.cancel();
});

it('a change whose answer was lost is saved once, and undoes nothing that another did meanwhile', async () => {
  const { handle, status } = await openReview(rig.releases, 2, 'Warden');
  const page = await rig.open('reviewer', reviewPath(handle));
  const warden = () => termsAtService(rig.releases, status).get('Warden K1');
  const keys: (string | undefined)[] = [];
  await page.route(/\/terms\/edit$/, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    const edit = { category: 'Villain' };
    await handle.executeUpdate(editTermsUpdate, {
      args: [{ by: 'operator', termIds: [warden()?.id ?? ''], edit }],
    });
    return route.abort();
  });
  await setCategory(page, 'Warden K1', 'Mentor');
  await until('it is sent again', () => keys.length > 1);
  await allSaved(page);
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(keys[0]).toMatch(/./);
  expect(warden()?.category).toBe('Villain');
  await termRow(page, 'Warden K1').getByText('edited by operator').waitFor();
});

it('a rejection needs its reason, which stays with the release', async () => {
  const { handle } = await openReview(rig.releases, 2, 'Smith');
  const page = await rig.open('reviewer', reviewPath(handle));
  await page.getByRole('button', { name: 'Reject…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject the terms' });
  const reject = dialog.getByRole('button', { name: 'Reject the terms' });
  expect(await reject.isDisabled()).toBe(true);
  await dialog.getByLabel('Reason').fill('   ');
  expect(await reject.isDisabled()).toBe(true);
  await dialog.getByLabel('Reason').fill('these are not our names');
  await reject.click();
  await ended(page, 'rejected');
  await history(page).getByText('these are not our names').first().waitFor();
  expect((await handle.result()).decisions).toMatchObject([
    { by: 'reviewer', why: 'these are not our names' },
  ]);
});
