/** Releases that are stuck, and the operators who decide how they go on. */
import type { Page } from 'playwright-core';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import { BrowserRig, releasePath } from './browser-rig';
import { choose, chooseFor, decide, history } from './decide';
import { itAtNight } from '../support/nightly';

const unreviewed: Partial<ReleaseFile> = { terms: { scan: false }, supplementLanguages: [] };

let rig: BrowserRig;
beforeAll(async () => {
  rig = await BrowserRig.start();
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

const effects = (subject: string) =>
  rig.releases.sandbox.journal.find({ subject }).filter(({ effect }) => effect !== null);
const ended = (page: Page, state: string) => page.locator(`.heading .state-${state}`).waitFor();

async function parkedAtPublish() {
  rig.releases.sandbox.faults.add({ on: 'work publish', do: 'fail', reason: 'the disk is full' });
  const handle = await rig.releases.release({ ...unreviewed, announce: undefined });
  await rig.releases.parked(handle);
  return handle;
}

it('a parked release is found in the inbox, its decision comes first on a telephone, and it goes on by a retry, once its cause is mended', async () => {
  const handle = await parkedAtPublish();
  const page = await rig.open('operator');
  const item = page.locator('.inbox li').filter({ hasText: handle.workflowId.split('/').at(-1) ?? '' });
  await item.getByRole('link', { name: 'Decide' }).click();
  await page.waitForURL(`**${releasePath(handle)}`);
  await page.getByRole('heading', { name: 'Publish is parked' }).waitFor();
  await page
    .getByText(/the disk is full/)
    .first()
    .waitFor();
  // Before everything else on a telephone, too.
  expect(await page.getByRole('main').locator('.primary').allInnerTexts()).toEqual(['Publish again']);
  await page.setViewportSize({ width: 360, height: 740 });
  const box = await page.getByRole('button', { name: 'Publish again' }).boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
  await page.setViewportSize({ width: 1280, height: 800 });
  // It is about what was seen.
  const { waitingFor } = await rig.releases.status(handle);
  const sent = page.waitForRequest((request) => request.url().endsWith('/resolve'));
  await decide(page, 'Publish again', 'there is room again');
  expect((await sent).postDataJSON()).toMatchObject({ action: 'retry', since: waitingFor?.since });
  await ended(page, 'done');
  await history(page).getByText('there is room again').waitFor();
  expect((await handle.result()).decisions).toMatchObject([
    { by: 'operator', what: 'resolve retry', why: 'there is room again' },
  ]);
  expect(effects('POST /tasks/publish')).toHaveLength(2);
});

it('an account that had expired before the release began is mended, and a retry goes on', async () => {
  const announce = { accounts: ['acc_3'], text: '{name} is out.' };
  const handle = await rig.releases.release({ ...unreviewed, announce });
  await rig.releases.parked(handle);
  const page = await rig.open('operator', releasePath(handle));
  await page.getByText('The authorization of account acc_3 (@sandboxgames) has expired').first().waitFor();
  await page.getByText('This stage cannot be skipped: the later stages need it.').waitFor();
  expect(await page.locator('.choices').getByRole('button').allInnerTexts()).toEqual([
    'Check again',
    'Abort the release',
  ]);
  rig.releases.sandbox.social.setAccount('acc_3', { status: 'active' });
  await decide(page, 'Check again', 'authorized again');
  await ended(page, 'done');
  expect(effects('publish acc_3')).toHaveLength(1);
});

itAtNight('an account that expired in the middle is mended, and announced on alone', async () => {
  const { faults, social } = rig.releases.sandbox;
  faults.add({ on: 'target acc_2', do: 'fail', code: 'auth_expired' });
  const announce = { accounts: ['acc_1', 'acc_2'], text: '{name} speaks {languages}.' };
  const handle = await rig.releases.release({ ...unreviewed, announce });
  const page = await rig.open('operator', releasePath(handle));
  await ended(page, 'partial');
  const announced = page.getByRole('region', { name: 'Announcement', exact: true });
  expect(await announced.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/^.*X.*published/),
    expect.stringMatching(/^.*Threads.*failed.*auth_expired/),
  ]);

  social.setAccount('acc_2', { status: 'expired' });
  await decide(page, 'Announce again on the failed accounts', 'perhaps it works now');
  await announced.getByText('needs_reauth', { exact: true }).waitFor();
  await announced.getByText('Authorize the account again in the application.').waitFor();
  social.setAccount('acc_2', { status: 'active' });
  await decide(page, 'Announce again on the failed accounts', 'authorized again');
  await ended(page, 'done');
  // The minutes that people took are not the stage's own.
  await page.locator('.stage', { hasText: 'Announce' }).getByText('with a wait for a person').waitFor();
  expect(effects('publish acc_1')).toHaveLength(1);
  expect(effects('publish acc_2')).toHaveLength(1);
});

itAtNight('a stage is skipped, or the release ended, by a reason that stays with it', async () => {
  const skipped = await parkedAtPublish();
  const page = await rig.open('operator', releasePath(skipped));
  await decide(page, 'Go on without publishing', 'nobody reads the project level');
  await ended(page, 'done');
  await page
    .getByRole('list', { name: 'Stages' })
    .getByRole('listitem')
    .filter({ hasText: /^Publish *skipped/ })
    .waitFor();

  const aborted = await parkedAtPublish();
  await page.goto(`${rig.url}${releasePath(aborted)}`);
  await decide(page, 'Abort the release', 'the build is withdrawn');
  await ended(page, 'failed');
  expect((await aborted.result()).decisions).toMatchObject([
    { by: 'operator', why: 'the build is withdrawn' },
  ]);
});

it('what will be announced is shown before it is; a pause meanwhile is a calm panel that asks nobody, and it can be cancelled', async () => {
  const announce = { accounts: ['acc_1', 'acc_2'], text: '{name} says 你好 👋🏽.', at: '2099-01-01T00:00Z' };
  const handle = await rig.releases.release({ ...unreviewed, announce });
  const page = await rig.open('operator', releasePath(handle));
  const preview = page.getByRole('region', { name: 'Will be announced' });
  const name = handle.workflowId.split('/').at(-1) ?? '';
  await preview.getByText(`${name} says 你好 👋🏽.`).first().waitFor();
  // X counts a wide character twice; the hand is one, and its tone a character of its own.
  const narrow = name.length + ' says  .'.length;
  expect(await preview.locator('.length').allTextContents()).toEqual([
    `${narrow + 2 * 3 + 1} of 280 characters`,
    `${narrow + 4} of 500 characters`,
  ]);
  await page.getByRole('region', { name: 'Held back' }).waitFor();
  await chooseFor(page, 'Pause the release', 'until Monday');
  const paused = page.getByRole('region', { name: 'Paused' });
  await paused.getByText('until Monday').waitFor();
  expect(await paused.getAttribute('class')).not.toContain('problem');
  expect(await paused.getByRole('button').allInnerTexts()).toEqual(['Resume the release']);
  await ended(page, 'paused');
  const inbox = await rig.open('operator');
  await inbox.getByRole('heading', { name: 'Inbox' }).waitFor();
  expect(await inbox.locator('.inbox li').filter({ hasText: name }).count()).toBe(0);
  await chooseFor(page, 'Cancel the release', 'not this year');
  await ended(page, 'cancelled');
});

itAtNight('an announcement that waits for its time is made now, for a reason that is kept', async () => {
  const announce = { accounts: ['acc_1'], text: '{name} is out.', at: '2099-01-01T00:00Z' };
  const handle = await rig.releases.release({ ...unreviewed, announce });
  const page = await rig.open('operator', releasePath(handle));
  const held = page.getByRole('region', { name: 'Held back' });
  await held.getByText('The announcement goes out at once, also in quiet hours.').waitFor();
  await decide(page, 'Announce now', 'the store has it already');
  await ended(page, 'done');
  expect((await handle.result()).decisions).toMatchObject([
    { by: 'operator', what: 'amend announce', why: 'the store has it already' },
  ]);
});

itAtNight(
  'a language that lacks texts is left out where its release is parked, which then goes on',
  async () => {
    const strings = [
      { string_id: 'greeting', content: 'Hello' },
      { string_id: 'empty', content: '' },
    ];
    const handle = await rig.releases.release(
      {
        ...unreviewed,
        targetLanguages: ['ja', 'ko'],
        announce: undefined,
        export: { template: 'tpl-1a2b3c4d', directory: rig.releases.directory, minimumComplete: { ko: 90 } },
      },
      strings,
    );
    const page = await rig.open('operator', releasePath(handle));
    await page.getByRole('button', { name: 'Leave out languages' }).click();
    const form = page.getByRole('region', { name: 'Leave out languages' });
    await form.getByLabel('Reason').fill('ko comes next week');
    expect(await form.getByRole('button', { name: 'Leave out languages' }).isDisabled()).toBe(true);
    await form.getByRole('checkbox', { name: 'Korean' }).check();
    await form.getByRole('button', { name: 'Leave out languages' }).click();
    await form.waitFor({ state: 'detached' });
    await decide(page, 'Export again', 'without ko');
    await ended(page, 'done');
    expect((await handle.result()).languages).toEqual(['ja']);
  },
);

it('a release is changed, paused and resumed, each with its reason', async () => {
  const announce = { accounts: ['acc_1', 'acc_2'], text: '{name} is out.', at: '2099-01-01T00:00Z' };
  const handle = await rig.releases.release({ supplementLanguages: [], announce });
  await rig.releases.waitingForTerms(handle);
  const page = await rig.open('operator', releasePath(handle));
  const due = async () => Date.parse((await rig.releases.status(handle)).waitingFor?.dueAt ?? '');
  const before = await due();
  await choose(page, 'Change the release');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('ivan is away');
  await dialog.getByRole('button', { name: 'Change it' }).click();
  await dialog.getByRole('alert').getByText('Nothing is changed yet.').waitFor();
  const shown = await dialog.getByLabel('Review until').inputValue();
  await dialog.getByRole('button', { name: '+1 day' }).click();
  const moved = await dialog.getByLabel('Review until').inputValue();
  expect(Date.parse(moved) - Date.parse(shown)).toBe(86_400_000);
  const name = handle.workflowId.split('/').at(-1) ?? '';
  await dialog.getByLabel('Text of the announcement').fill('{name} is here.');
  expect(
    await dialog.getByRole('list', { name: 'Length on each account' }).getByRole('listitem').allInnerTexts(),
  ).toEqual([
    expect.stringMatching(`X[^]*${name.length + 9} of 280 characters`),
    expect.stringMatching(`Threads[^]*${name.length + 9} of 500 characters`),
  ]);
  // Both are called the same.
  await dialog.getByRole('checkbox', { name: '@sandboxgames Threads' }).check();
  await dialog.getByRole('button', { name: 'Change it' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await due()) - before).toBe(86_400_000);
  const ahead = page.getByRole('region', { name: 'Will be announced' });
  await ahead.getByText('is here.').first().waitFor();

  await chooseFor(page, 'Pause the release', 'until Monday');
  await history(page).getByText('until Monday').waitFor();
  const panel = page.getByRole('region', { name: 'Waiting for a person' });
  await panel.getByText(/operator has paused the release .*until Monday/).waitFor();
  await panel.getByRole('button', { name: 'Resume the release' }).click();
  await panel.getByRole('region').getByRole('button', { name: 'Resume the release' }).click();
  await panel.getByRole('button', { name: 'Resume the release' }).waitFor({ state: 'detached' });
  await chooseFor(page, 'Cancel the release', 'enough');
  await ended(page, 'cancelled');
  const { decisions: kept, waitingFor } = await handle.result();
  expect(waitingFor).toBeNull();
  expect(kept).toMatchObject([
    { by: 'operator', why: 'ivan is away' },
    { by: 'operator', what: 'pause', why: 'until Monday' },
    { by: 'operator', what: 'resume' },
    { by: 'operator', why: 'enough' },
  ]);
});
