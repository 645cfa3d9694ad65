/** What the page says of releases in each of their states, and what it must not say. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import { rejectTermsUpdate } from '../../src/protocol/messages';
import { unzipped } from '../support/unzipped';
import { BrowserRig, releasePath, reviewPath } from './browser-rig';
import { choose, decide } from './decide';
import { drawn, itAtNight } from '../support/nightly';

const unreviewed: Partial<ReleaseFile> = { terms: { scan: false }, supplementLanguages: [] };

let rig: BrowserRig;
beforeAll(async () => {
  rig = await BrowserRig.start();
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

const stage = (page: Page, title: string): Locator =>
  page.getByRole('list', { name: 'Stages' }).getByRole('listitem').filter({ hasText: title });
const inState = (page: Page, state: string) => page.locator(`.heading .state-${state}`).waitFor();
const main = (page: Page): Promise<string> => page.getByRole('main').innerText();

it('where there is nothing yet, it says how to begin', async () => {
  const page = await rig.open('reader');
  await page.getByText('No release is waiting for a person.').waitFor();
  await page.getByText('when the term scan of a release has ended').waitFor();
  await page.getByText('There are no releases yet.').waitFor();
  await page.getByText('locrelease start release.yaml').waitFor();
  expect(await main(page)).not.toContain('No release matches');
});

it('whoever has no token is told where it comes from', async () => {
  const page = await rig.open(null);
  await page.getByText('Here for the first time?').waitFor();
  // Nobody has done anything wrong yet.
  expect(await page.getByRole('status').textContent()).toBe('');
  await page.getByText('locrelease auth token').waitFor();
  await page.getByText('locrelease dev').waitFor();
});

it('project, branch and environment of a release are in view, and production looks different', async () => {
  const input = await rig.releases.input();
  const handle = await rig.releases.startRelease({ ...input, branch: 'feature/new-names' });
  await rig.releases.waitingForTerms(handle);
  const looks: string[] = [];
  for (const environment of ['staging', 'production']) {
    const url = await rig.anotherConsole(environment);
    for (const path of [releasePath(handle), reviewPath(handle)]) {
      const page = await rig.open('reader', path, { url });
      await page.getByRole('heading', { level: 1 }).getByText(rig.releases.project).waitFor();
      await page.getByText('Branch feature/new-names').waitFor();
      const sign = page.getByRole('banner').getByText(environment, { exact: true });
      const { backgroundColor, borderColor, color } = await sign.evaluate((element) =>
        getComputedStyle(element),
      );
      looks.push([backgroundColor, borderColor, color].join(' '));
      expect((await page.title()).endsWith(environment)).toBe(environment === 'production');
    }
    // What is asked for says where it will be done.
    const page = await rig.open('operator', releasePath(handle), { url });
    await choose(page, 'Cancel the release');
    const sign = page.getByRole('dialog').getByText(environment, { exact: true });
    expect(await sign.count()).toBe(environment === 'production' ? 1 : 0);
    await page.goto(url);
    const item = page.locator('.inbox li').filter({ hasText: handle.workflowId.split('/').at(-1) ?? '' });
    await item.getByText('feature/new-names').waitFor();
    await item.getByText('started by tester').waitFor();
    await item.getByText('→ zh-cn, ja').waitFor();
  }
  const [staging, stagingReview, production, productionReview] = looks;
  expect(stagingReview).toBe(staging);
  expect(productionReview).toBe(production);
  expect(production).not.toBe(staging);
});

it('a release that was rejected has not failed, and announces nothing', async () => {
  const handle = await rig.releases.release();
  const page = await rig.open('operator', releasePath(handle));
  await inState(page, 'waiting');
  await stage(page, 'Translate').getByText('planned').waitFor();
  await page.getByRole('heading', { name: 'Will be announced' }).waitFor();
  await rig.releases.waitingForTerms(handle);
  const reason = 'the names are wrong.';
  await handle.executeUpdate(rejectTermsUpdate, { args: [{ by: 'olga', reason }] });
  await inState(page, 'rejected');
  await page.getByRole('heading', { name: 'The terms were rejected' }).waitFor();
  await stage(page, 'Confirm terms').getByText('rejected').waitFor();
  await stage(page, 'Translate').getByText('not reached').waitFor();
  await page.getByRole('heading', { name: 'Not announced' }).waitFor();
  await page.getByText('olga rejected the terms ("the names are wrong.").').waitFor();
  const outcome = page.getByRole('region', { name: 'The terms were rejected' });
  await outcome.getByText('The terms were rejected by olga. Reason: the names are wrong.').waitFor();
  expect(await main(page)).not.toMatch(/failed|stuck|Will be announced|\.\. /);
  expect(await page.locator('.choices').count()).toBe(0);
});

it.each(
  drawn(
    [
      ['reject', 'the terms are rejected and the release ends', 'then rejected'],
      ['confirm', 'the terms are confirmed as they are', 'then confirmed'],
    ] as const,
    1,
    1,
  ),
)('what happens at the deadline is said: %s', async (onDeadline, outcome, inShort) => {
  const handle = await rig.releases.release({ terms: { deadline: '100m', onDeadline } });
  await rig.releases.waitingForTerms(handle);
  const page = await rig.open('operator', releasePath(handle));
  await page.getByText(new RegExp(`If nobody decides by .*, ${outcome}\\.`)).waitFor();
  // One sentence and one thing to do.
  expect(await page.getByRole('region', { name: 'Waiting for a person', exact: true }).innerText()).toMatch(
    /An operator has to confirm \d+ terms \(since .*\)\. If nobody decides by/,
  );
  expect(await page.getByRole('main').locator('.primary').allInnerTexts()).toEqual(['Review the terms']);
  await page.goto(`${rig.url}${reviewPath(handle)}`);
  await page.getByText(new RegExp(`If nobody decides by .*, ${outcome}\\.`)).waitFor();
  await page.goto(`${rig.url}/`);
  const item = page.locator('.inbox li').filter({ hasText: handle.workflowId.split('/').at(-1) ?? '' });
  await item.getByText(new RegExp(`^due in 1 h (39|40) min, ${inShort}$`)).waitFor();
  await handle.cancel();
});

itAtNight('a partial release shows where its post is and why it is not on the others', async () => {
  rig.releases.sandbox.faults.add({ on: 'target acc_2', do: 'fail', code: 'auth_expired' });
  const announce = { accounts: ['acc_1', 'acc_2'], text: '{name} speaks {languages}.' };
  const handle = await rig.releases.release({ ...unreviewed, announce });
  const page = await rig.open('operator', releasePath(handle));
  await inState(page, 'partial');
  const announcement = page.getByRole('region', { name: 'Announcement', exact: true });
  const [first, second] = await announcement.getByRole('listitem').allInnerTexts();
  expect(first).toMatch(/X[\s\S]*published/);
  expect(second).toMatch(/Threads[\s\S]*failed/);
  // The text does not stand there as if it were on the account where it failed.
  expect(first).toContain('speaks');
  expect(second).not.toContain('speaks');
  expect(await page.getByRole('heading', { name: 'What was announced' }).count()).toBe(0);
  await stage(page, 'Announce').getByText('failed on 1 of 2').waitFor();
  expect(await page.locator('.stage.done', { hasText: 'Announce' }).count()).toBe(0);
  await page.getByText(/If nobody decides by .*, the release ends as it is\./).waitFor();
  expect(await page.getByRole('button', { name: 'Abort the release' }).count()).toBe(0);
  await decide(page, 'Leave it as it is', 'nobody reads it there');
  expect((await handle.result()).state).toBe('partial');
});

itAtNight('a release that waits for the time of its announcement says so, and what it has not', async () => {
  const text = `{name} is out. ${'Very long. '.repeat(30)}`;
  const announce = { accounts: ['acc_1', 'acc_2'], text, at: '2099-01-01T00:00:00Z' };
  const handle = await rig.releases.release({ ...unreviewed, announce });
  const page = await rig.open('operator', releasePath(handle), { timezoneId: 'UTC' });
  const held = page.getByRole('region', { name: 'Held back' });
  await held.getByText(/The announcement waits for its time: 1 Jan 2099, 00:00/).waitFor();
  await inState(page, 'waiting');
  await page.getByText('Not asked for: Scan terms, Confirm terms, Add languages').waitFor();
  await page.getByText('The announcement is held back until its time: 1 Jan 2099, 00:00').waitFor();
  const preview = page.getByRole('region', { name: 'Will be announced' });
  await preview.getByText(/^\d+ of 280 characters: too long for X$/).waitFor();
  await preview.getByText(/^\d+ of 500 characters$/).waitFor();
  await preview.getByText('@sandboxgames').first().waitFor();
  await page.goto(`${rig.url}/`);
  const row = page.getByRole('row').filter({ hasText: handle.workflowId.split('/').at(-1) ?? '' });
  await row.getByText('the time of its announcement').waitFor();
  expect(await row.innerText()).not.toContain('running');
  await handle.cancel();
});

itAtNight('a call that is refused again and again shows why and when the next try is', async () => {
  const { faults } = rig.releases.sandbox;
  const fault = { on: 'POST /tasks/publish', do: 'refuse', code: 429, nth: 'all' } as const;
  const mend = faults.add({ ...fault, message: 'slow down', retryAfter: '600' });
  const handle = await rig.releases.release({ ...unreviewed, announce: undefined });
  try {
    const page = await rig.open('operator', releasePath(handle));
    await page
      .getByText(/It has been trying to publish the task since .*\. 1 attempt failed\. The next one is at/)
      .waitFor();
    await page
      .getByText(/Trying to publish the task: 1 attempt failed\. .*429 slow down\. Next try: \d/)
      .waitFor();
  } finally {
    mend();
    await handle.cancel();
  }
});

itAtNight('a history is in sentences, with the calls for whoever asks', async () => {
  const handle = await rig.releases.release({ ...unreviewed, announce: undefined });
  const page = await rig.open('reader', releasePath(handle));
  await inState(page, 'done');
  const story = page.getByRole('region', { name: 'History' });
  await story.getByText('The release is done.').waitFor();
  await story.getByText(/^1 file exported with zh-cn, ja: /).waitFor();
  expect(await story.innerText()).not.toMatch(/[{}]|createTask|publishTask/);
  await page.getByLabel('Show every call and wait').check();
  await story.getByText(/^Create the task: done in/).waitFor();
});

itAtNight('files have short names and checksums, and come all at once for whoever wants that', async () => {
  const files = { template: 'tpl-1a2b3c4d', directory: rig.releases.directory, mode: 'separate' } as const;
  const handle = await rig.releases.release({ ...unreviewed, announce: undefined, export: files });
  const page = await rig.open('reader', releasePath(handle));
  const region = page.getByRole('region', { name: 'Files' });
  await region.getByText('Download all').waitFor();
  const exported = (await handle.result()).files;
  expect(exported).toHaveLength(2);
  const shown = await region.innerText();
  for (const { path, sha256 } of exported) {
    expect(shown).toContain(path.split('/').at(-1));
    expect(shown).toContain(`${sha256.slice(0, 12)}…`);
    expect(shown).not.toContain(rig.releases.directory);
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    region.getByRole('link', { name: 'Download all' }).click(),
  ]);
  const packed = await unzipped(await readFile(await download.path()));
  expect(Object.keys(packed)).toHaveLength(2);
});

it('a release that is missing has a heading, and nothing that does not help', async () => {
  const page = await rig.open('reader', `/releases/${rig.releases.project}/no-such-release`);
  await page.getByRole('heading', { name: 'Release not found' }).waitFor();
  // The page lists the others itself; those of the archive it cannot.
  expect(await main(page)).not.toMatch(/locrelease list(?! --all)/);
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Find it in the list of all releases' }).click();
  await page.waitForURL(`${rig.url}/`);
});
