import { BrowserRig } from './browser-rig';
import { makeSchedule } from './nightly-schedule';

let rig: BrowserRig;
let id: string;
beforeAll(async () => {
  rig = await BrowserRig.start();
  id = await makeSchedule(rig.releases);
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

it('schedules are paused, resumed and triggered by an operator, with the reason', async () => {
  const page = await rig.open('operator', '/schedules');
  const schedule = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: id }) });
  const press = async (button: string, reason: string): Promise<void> => {
    await schedule.getByRole('button', { name: new RegExp(`^${button}`) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await press('Pause', 'texts are frozen');
  await schedule.getByText('None while paused').waitFor();
  await schedule.getByText(/operator paused it: texts are frozen$/).waitFor();
  await press('Resume', '');
  await schedule.getByText('None while paused').waitFor({ state: 'detached' });
  await press('Run now', 'the texts are there');
  await schedule.getByText(/^done at/).waitFor();
});

it('schedules are shown to everybody, and offered to those who may', async () => {
  const page = await rig.open('reviewer', '/schedules');
  await page.getByRole('heading', { name: id }).waitFor();
  expect(await page.getByRole('button', { name: /^(Pause|Resume|Run now)/ }).count()).toBe(0);
  expect(await page.locator('.runs time').first().getAttribute('title')).toMatch(/ UTC$/);
});
