/** Accounts that fail, the releases that wait because of them, and the retry of all of them at once. */
import type { ReleaseFile } from '../../src/domain/release/release-file';
import { quickPace, type ReleaseHandle } from '../workflows/release-rig';
import { BrowserRig, releasePath } from './browser-rig';
import { tabTo } from './keyboard';

const short: Partial<ReleaseFile> = {
  terms: { scan: false },
  supplementLanguages: [],
  publish: false,
  export: undefined,
};

let rig: BrowserRig;
beforeAll(async () => {
  // As documented: a quota that is told.
  rig = await BrowserRig.start({ sandbox: { pace: quickPace, readings: {} } });
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

const nameOf = ({ workflowId }: ReleaseHandle): string => workflowId.split('/').at(-1) ?? '';

async function partialFor(...codes: string[]): Promise<ReleaseHandle> {
  const accounts = codes.map((_, index) => `acc_${index + 1}`);
  for (const [index, code] of codes.entries())
    rig.releases.sandbox.faults.add({ on: `target acc_${index + 1}`, do: 'fail', code });
  const handle = await rig.releases.release({ ...short, announce: { accounts, text: '{name} is out.' } });
  await rig.releases.reached(handle, ({ state }) => state === 'partial', 'it is partial');
  return handle;
}

it('a reconnected account is announced on again by every release that failed for the same cause', async () => {
  const one = await partialFor('token_expired');
  const two = await partialFor('token_expired');
  const mixed = await partialFor('token_expired', 'media_required');
  const parked = await rig.releases.release({
    ...short,
    announce: { accounts: ['acc_3'], text: '{name} is out.' },
  });
  await rig.releases.parked(parked);

  const page = await rig.open('operator', '/accounts');
  const card = (handle: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: handle, exact: true }) });
  // Known by what its release says, which names it.
  const expired = card('@sandboxgames').filter({ hasText: 'acc_3' });
  await expired.getByText('has expired').first().waitFor();
  expect(await expired.getByRole('link', { name: nameOf(parked) }).getAttribute('href')).toBe(
    releasePath(parked),
  );
  await page.getByText(/scheduled posts are left this month/).waitFor();

  const failing = page.getByRole('button', { name: /^Retry all with this cause: .*expired/ }).first();
  await failing.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: new RegExp(nameOf(one)) }).waitFor();
  // One that failed for another cause too would be announced on that account as well.
  await dialog.getByRole('heading', { name: 'Decide on these one by one' }).waitFor();
  await dialog.getByRole('link', { name: nameOf(mixed) }).waitFor();
  const deed = dialog.getByRole('button', { name: 'Retry 2 releases' });
  expect(await deed.isDisabled()).toBe(true);
  await dialog.getByLabel('Reason').fill('authorized again');
  await deed.click();
  await dialog.getByText('2 of 2 releases continue.').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();

  for (const handle of [one, two]) {
    const { state, decisions } = await handle.result();
    expect(state).toBe('done');
    expect(decisions).toMatchObject([{ by: 'operator', what: 'resolve retry', why: 'authorized again' }]);
  }
  expect((await rig.releases.status(mixed)).state).toBe('partial');
  await page.getByRole('link', { name: nameOf(one) }).waitFor({ state: 'detached' });
});

it('is read by everybody, decided by those who may, and reached by the keyboard', async () => {
  const page = await rig.open('reader', '/');
  await tabTo(page, 'Accounts');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Accounts', exact: true }).waitFor();
  await page.getByText('Your role can see this, but not retry it.').first().waitFor();
  expect(await page.getByRole('button', { name: /^Retry all/ }).count()).toBe(0);
});

it('shows what releases know where the service does not answer', async () => {
  const broken = {
    on: 'GET /accounts',
    do: 'garbage',
    status: 502,
    body: 'Bad gateway',
    nth: 'all',
  } as const;
  const mend = rig.releases.sandbox.faults.add(broken);
  const page = await rig.open('operator', '/accounts');
  await page.getByRole('alert').getByText('Only accounts that releases use are listed below.').waitFor();
  mend();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
});
