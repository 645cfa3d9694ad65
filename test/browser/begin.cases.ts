/** Releases that are begun, begun again and changed at the page; what runs when; and how releases went. */
import type { Page } from 'playwright-core';
import { BrowserRig, releasePath } from './browser-rig';
import { choose, chooseFor, history } from './decide';
import { makeSchedule } from './nightly-schedule';
import { reviewOnly } from '../workflows/release-rig';
import { itAtNight } from '../support/nightly';
import { until } from '../support/until';

let rig: BrowserRig;
beforeAll(async () => {
  rig = await BrowserRig.start();
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

const text = (page: Page) => page.getByRole('textbox', { name: 'Release file' });
const plan = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Show the plan' }).click();
};
const started = (page: Page, name: string): Promise<void> =>
  page.waitForURL(`**/releases/${rig.releases.project}/${name}`);

async function cancel(page: Page): Promise<void> {
  await chooseFor(page, 'Cancel the release', 'enough');
  await page.locator('.heading .state-cancelled').waitFor();
}

const file = (name: string): string =>
  [
    `name: ${name}`,
    `project: ${rig.releases.project}`,
    'source:',
    '  file: strings/en.json',
    'targetLanguages: [ja]',
    'publish: false',
    '',
  ].join('\n');

it('a release is written, mended where it is wrong, planned and started; then cancelled and started again', async () => {
  const page = await rig.open('operator');
  await page.getByRole('link', { name: 'Start a release' }).click();
  await text(page).fill(`${file('written')}publish: maybe\n`);
  await plan(page);
  await page.getByRole('button', { name: 'Line 7' }).click();
  const selected = 'getSelection().toString()';
  expect(await page.evaluate<string>(selected)).toBe('publish: maybe');
  await page.keyboard.press('Delete');
  await plan(page);
  await page.getByText('names strings/en.json, and no file was added').waitFor();
  await page.getByLabel('Add files').setInputFiles({
    name: 'en.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"hero": "Nobody knows where Keeper K1 sleeps."}'),
  });
  // Files are lost by a reload, and the browser asks before.
  const asksToLeave = `!dispatchEvent(new Event('beforeunload', { cancelable: true }))`;
  await page.getByRole('button', { name: 'Remove en.json' }).waitFor();
  await until('the browser asks', () => page.evaluate<boolean>(asksToLeave));
  await plan(page);
  await page.getByRole('heading', { name: /^Plan of .*written$/ }).waitFor();
  await page.getByText('strings/en.json: 1 string, 6 words').waitFor();

  // What is started is what was shown: another text asks for another plan.
  await text(page).press('End');
  await text(page).pressSequentially(' ');
  await page.getByText('The draft was changed. Show the plan again.').waitFor();
  await plan(page);
  await page.getByRole('button', { name: /^Start .*written$/ }).click();
  await started(page, 'written');
  await page.getByText(/by operator/).waitFor();
  expect(await page.evaluate(asksToLeave)).toBe(false);
  await cancel(page);

  await page.getByRole('link', { name: 'Start again' }).click();
  await page.getByText('The 1 string of').waitFor();
  await plan(page);
  await page.getByRole('button', { name: /^Start .*written$/ }).click();
  await started(page, 'written');
  await cancel(page);
});

itAtNight('a release is duplicated under another name', async () => {
  const handle = await rig.releases.release({ ...reviewOnly, terms: { scan: false } });
  await handle.result();
  const page = await rig.open('operator', releasePath(handle));
  await choose(page, 'Duplicate');
  const name = `${handle.workflowId.split('/').at(-1) ?? ''}-2`;
  expect(await text(page).inputValue()).toContain(`name: ${name}\n`);
  await plan(page);
  await page.getByRole('button', { name: /^Start / }).click();
  await started(page, name);
  await page.locator('.heading .state-done').waitFor();
});

it('a release that runs is changed by its file, with the difference first and the reason kept', async () => {
  const handle = await rig.releases.release(reviewOnly);
  await rig.releases.waitingForTerms(handle);
  const page = await rig.open('operator', releasePath(handle));
  await choose(page, 'Change the release');
  await page.getByRole('dialog').getByRole('link', { name: 'edit its file' }).click();
  await text(page).waitFor();
  const before = await text(page).inputValue();
  await text(page).fill(before.replace('- ja\n', '- ko\n'));
  await page.getByRole('button', { name: 'Show what changes' }).click();
  await page.getByRole('alert').getByText('keeps its targetLanguages').waitFor();
  await text(page).fill(`${before}terms:\n  deadline: 9 days\n`);
  await page.getByRole('button', { name: 'Show what changes' }).click();
  await page.getByText('terms.deadline: was not set, now 9 d').waitFor();
  await page.getByLabel('Reason').fill('ivan is away');
  await page.getByRole('button', { name: 'Change the release' }).click();
  await history(page).getByText('ivan is away').waitFor();
  await cancel(page);
});

it('who may not start is told so, and is offered nothing', async () => {
  const page = await rig.open('reviewer', '/new');
  await page.getByText('you need the role operate').waitFor();
  await page.goto(rig.url);
  await page.getByRole('heading', { name: 'All releases' }).waitFor();
  expect(await page.getByRole('link', { name: 'Start a release' }).count()).toBe(0);
});

it('a schedule is paused, resumed and run now by an operator, with the reason, and only shown to others', async () => {
  const id = await makeSchedule(rig.releases);
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

  const reviewer = await rig.open('reviewer', '/schedules');
  await reviewer.getByRole('heading', { name: id }).waitFor();
  expect(await reviewer.getByRole('button', { name: /^(Pause|Resume|Run now)/ }).count()).toBe(0);
  expect(await reviewer.locator('.runs time').first().getAttribute('title')).toMatch(/ UTC$/);

  // The calendar shows runs that were, with their release, and those to come, by keyboard too.
  await page.getByRole('link', { name: 'Calendar' }).click();
  const days = page.getByRole('list', { name: /20\d\d$/ });
  await days.getByRole('link', { name: /^strings-20/ }).waitFor();
  await days.getByText('done', { exact: true }).waitFor();
  await page.locator('.month-steps button').last().focus();
  await page.keyboard.press('Enter');
  await page.getByText('No run and no freeze in this month.').waitFor();
  await page.goto(`${rig.url}/schedules/calendar?month=2032-02`);
  await page.getByRole('heading', { name: 'Sunday 29 February' }).waitFor();
  await page.getByText('planned').waitFor();
});

itAtNight('the insights count what has ended, in a table that is read out', async () => {
  const handle = await rig.releases.release({ ...reviewOnly, terms: { scan: false } });
  await handle.result();
  const page = await rig.open('reader', `/insights?project=${rig.releases.project}`);
  const times = page.getByRole('region', { name: 'Time per stage' });
  await times.getByRole('rowheader', { name: 'Translate' }).waitFor();
  await page.getByRole('combobox', { name: /^Time/ }).selectOption('4 weeks');
  const perWeek = page.getByRole('region', { name: 'Releases per week' });
  await perWeek.getByText('Numbers').click();
  expect(await perWeek.getByRole('row').count()).toBe(1 + 4);
  expect(page.url()).toContain('weeks=4');
});
