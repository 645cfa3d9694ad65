/** What a release changed in the termbase, seen and taken back. */
import { termKey, upsertTerm } from '../../src/sandbox/localization/project-state';
import { reviewOnly, type ReleaseHandle } from '../workflows/release-rig';
import { BrowserRig, reviewPath } from './browser-rig';
import { openReview, setCategory, allSaved } from './term-reviews';

let rig: BrowserRig;
let handle: ReleaseHandle;
let name: string;
beforeAll(async () => {
  rig = await BrowserRig.start();
  ({ handle } = await openReview(rig.releases, 4, 'Keeper', reviewOnly));
  name = handle.workflowId.split('/').at(-1) ?? '';
  upsertTerm(
    termbase(),
    { content: 'Keeper K1', source_language: 'en', category: 'Beast', translations: { ja: '番人' } },
    '2026-11-01T00:00:00Z',
  );
  const page = await rig.open('reviewer', reviewPath(handle));
  await setCategory(page, 'Keeper K2', 'Mentor');
  await allSaved(page);
  await page.getByRole('button', { name: 'Confirm…' }).click();
  await page.locator('button:enabled', { hasText: 'Confirm 4 terms' }).click();
  await handle.result();
  await rig.leave();
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

const termbase = () => rig.releases.sandbox.localization.project('sandbox');
const entry = (text: string) => termbase().termbase.get(termKey(text, 'en'));

it('lists what each release changed, and searches in it', async () => {
  const page = await rig.open('reader', '/glossary');
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByText('3 added, 1 changed').waitFor();
  await row.getByText('reviewer').waitFor();
  await page.getByLabel('Search', { exact: true }).fill('番人');
  await row.getByText('1 changed', { exact: true }).waitFor();
  await page.waitForURL(/[?]q=/);
  await page.getByLabel('Search', { exact: true }).fill('nobody has this');
  await page.getByText('No change matches.').waitFor();
  await page.getByLabel('Search', { exact: true }).fill('keeper');
  await row.getByRole('link', { name }).click();
  await page.getByRole('heading', { name: 'Keeper K1' }).waitFor();
  // Whoever may only read is offered no revert.
  expect(await page.getByRole('button', { name: /^Revert/ }).count()).toBe(0);
});

it('takes one change back, with the reason, and leaves what was changed since until that is meant', async () => {
  const page = await rig.open('operator', `/glossary/${rig.releases.project}/${name}`);
  const change = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Keeper K1' }) });
  expect(await change.locator('del').allTextContents()).toContain('番人');
  await page.getByRole('button', { name: 'Revert Keeper K1' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('gets its earlier values back').waitFor();
  const deed = dialog.getByRole('button', { name: 'Revert 1 term' });
  expect(await deed.isDisabled()).toBe(true);
  await dialog.getByLabel('Reason').fill('the old name stays');
  await deed.click();
  await dialog.getByText('Reverted 1 term.').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(entry('Keeper K1')).toMatchObject({ category: 'Beast', translations: { ja: '番人' } });
  const reverts = page.getByRole('region', { name: 'Reverts' });
  await reverts.getByText('the old name stays').waitFor();
  await reverts.getByText('operator').waitFor();
  await change.getByText('reverted by operator').waitFor();
  expect(await change.getByRole('button').count()).toBe(0);

  upsertTerm(
    termbase(),
    { content: 'Keeper K2', source_language: 'en', category: 'Saint' },
    '2026-11-16T00:00:00Z',
  );
  await page.getByRole('button', { name: 'Revert all of this release…' }).click();
  await dialog.getByRole('heading', { name: 'Changed again after the release' }).waitFor();
  await dialog.getByText('Saint').first().waitFor();
  await dialog.getByText('It is already as it was before the release.').waitFor();
  await dialog.getByLabel('Reason').fill('wrong guild');
  await dialog.getByRole('button', { name: 'Revert 2 terms' }).click();
  await dialog.getByText('Reverted 2 terms.').waitFor();
  await dialog.getByText('Somebody changed it after the release.').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect([entry('Keeper K3'), entry('Keeper K4')]).toEqual([undefined, undefined]);
  expect(entry('Keeper K2')).toMatchObject({ category: 'Saint' });

  await page.getByRole('button', { name: 'Revert Keeper K2' }).click();
  await dialog.getByRole('checkbox', { name: /Overwrite Keeper K2/ }).check();
  await dialog.getByLabel('Reason').fill('that too');
  await dialog.getByRole('button', { name: 'Revert 1 term' }).click();
  await dialog.getByText('Reverted 1 term.').waitFor();
  expect(entry('Keeper K2')).toBeUndefined();
});

it('says of a release that is not there that there is none', async () => {
  const page = await rig.open('reader', `/glossary/${rig.releases.project}/nobody`);
  await page.getByText(/There is no release .*nobody/).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});
