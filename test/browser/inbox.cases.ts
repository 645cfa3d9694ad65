/** The inbox as the place to work: in which order, until when, what one may do, and doing it. */
import type { Page } from 'playwright-core';
import { rejectTermsUpdate } from '../../src/protocol/messages';
import type { ReleaseHandle } from '../workflows/release-rig';
import { BrowserRig, releasePath, reviewPath } from './browser-rig';
import { openReview } from './term-reviews';

let rig: BrowserRig;
beforeAll(async () => {
  rig = await BrowserRig.start();
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

const HOUR_MS = 3_600_000;

/** A zone in which it is noon: two hours later it is still today. */
function zoneAtNoon(): string {
  const offset = 12 - new Date().getUTCHours();
  return `Etc/GMT${offset > 0 ? `-${offset}` : `+${-offset}`}`;
}

const nameOf = ({ workflowId }: ReleaseHandle): string => workflowId.split('/').at(-1) ?? '';
const group = (page: Page, name: RegExp) => page.getByRole('region', { name });
const itemOf = (page: Page, handle: ReleaseHandle) =>
  page.locator('.inbox li').filter({ hasText: nameOf(handle) });

it('has what is due today before the rest, and on top what is overdue', async () => {
  const later = await openReview(rig.releases, 2, 'Late', { terms: { deadline: '50h' } });
  const today = await openReview(rig.releases, 3, 'Soon', { terms: { deadline: '100m' } });
  const page = await rig.open('reviewer', '/', { timezoneId: zoneAtNoon() });
  await group(page, /^Due today 1/)
    .getByText(nameOf(today.handle))
    .waitFor();
  await group(page, /^Later 1/)
    .getByText(nameOf(later.handle))
    .waitFor();
  await itemOf(page, later.handle).getByText('due in 2 d 2 h, then rejected').waitFor();
  expect(await page.locator('.inbox .name').allTextContents()).toEqual(
    [today, later].map(({ handle }) => nameOf(handle)),
  );
  await page.getByRole('navigation').getByText('Inbox 2').waitFor();
  expect(await page.title()).toBe('(2) Inbox · locrelease');

  await page.clock.setFixedTime(Date.now() + 2 * HOUR_MS);
  await page.reload();
  await group(page, /^Overdue 1/)
    .getByText(/^overdue by (19|20|21) min, will be rejected$/)
    .waitFor();
  await itemOf(page, today.handle).getByRole('link', { name: 'Review the terms' }).click();
  await page.waitForURL(`**${reviewPath(today.handle)}`);
  for (const { handle } of [later, today])
    await handle.executeUpdate(rejectTermsUpdate, { args: [{ by: 'tester', reason: 'looked at' }] });
});

it('a parked release goes on from its row, and leaves the inbox', async () => {
  rig.releases.sandbox.faults.add({ on: 'work publish', do: 'fail', reason: 'the disk is full' });
  const handle = await rig.releases.release({ terms: { scan: false }, announce: undefined });
  await rig.releases.parked(handle);
  const reviewer = await rig.open('reviewer');
  await itemOf(reviewer, handle).getByText('Your role can see it, but not decide on it.').waitFor();
  expect(await itemOf(reviewer, handle).getByRole('button').count()).toBe(0);

  const page = await rig.open('operator');
  const item = itemOf(page, handle);
  await item.getByText(/the disk is full/).waitFor();
  await item.getByText('no deadline').waitFor();
  expect(await item.getByRole('link', { name: 'Decide' }).getAttribute('href')).toBe(releasePath(handle));
  await item.getByRole('button', { name: 'Publish again' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('there is room again');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish again' }).click();
  await item.waitFor({ state: 'detached' });
  await page.getByText('No release is waiting for a person.').waitFor();
  expect((await handle.result()).decisions).toMatchObject([{ by: 'operator', why: 'there is room again' }]);
});
