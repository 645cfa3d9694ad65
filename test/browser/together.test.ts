/** A list that others change meanwhile: at the service, or at another browser. */
import type { Page } from 'playwright-core';
import { editTermsUpdate } from '../../src/protocol/messages';
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
