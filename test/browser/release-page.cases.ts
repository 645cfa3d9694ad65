/** The page of a release: one sentence, one thing to do, and everything that is known below it. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import { confirmTermsUpdate } from '../../src/protocol/messages';
import type { ReleaseHandle } from '../workflows/release-rig';
import { BrowserRig, releasePath } from './browser-rig';
import { choose } from './decide';
import { itAtNight } from '../support/nightly';

const unreviewed: Partial<ReleaseFile> = { terms: { scan: false }, supplementLanguages: [] };

let rig: BrowserRig;
beforeAll(async () => {
  rig = await BrowserRig.start();
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

const inState = (page: Page, state: string) => page.locator(`.heading .state-${state}`).waitFor();
const primary = (page: Page): Promise<string[]> => page.getByRole('main').locator('.primary').allInnerTexts();

async function ended(file: Partial<ReleaseFile> = {}): Promise<ReleaseHandle> {
  const handle = await rig.releases.release({ ...unreviewed, ...file });
  await handle.result();
  return handle;
}

// The first: what a gateway knows of the past is kept for a minute.
itAtNight('tells how long the rest takes by the releases before it', async () => {
  for (let count = 0; count < 3; count += 1) await ended();
  const handle = await rig.releases.release({ supplementLanguages: [] });
  await rig.releases.waitingForTerms(handle);
  const page = await rig.open('operator', releasePath(handle));
  await page.getByText(/The rest takes (about|up to) \d+ (s|min) after the review/).waitFor();
  await handle.cancel();
});

itAtNight('on top of a release that is done there is what became of it, and its files', async () => {
  const page = await rig.open('operator', releasePath(await ended()));
  await page
    .getByText(/^Released in 2 languages: published, exported to 1 file, announced on 2 accounts, /)
    .waitFor();
  expect((await primary(page)).map((text) => text.trim())).toEqual(['Download 1 file']);
});

it('has the stages that were asked for, each as long as it took, counts each language, and gives its files with the checksum that it shows', async () => {
  const handle = await ended({ announce: undefined, supplementLanguages: ['ko'] });
  const page = await rig.open('reader', releasePath(handle));
  const stages = page.getByRole('list', { name: 'Stages' }).getByRole('listitem');
  await stages.first().waitFor();
  expect((await stages.locator('.stage-name').allInnerTexts()).join()).toBe(
    'Create,Translate,Add languages,Publish,Export',
  );
  await page.getByText('Not asked for: Scan terms, Confirm terms, Announce').waitFor();
  const { stages: known } = await rig.releases.status(handle);
  const took = known
    .filter(({ state }) => state === 'done')
    .map(({ startedAt, endedAt }) => Date.parse(endedAt ?? '') - Date.parse(startedAt ?? ''));
  const grows = await page.evaluate<number[]>(
    `[...document.querySelectorAll('.stage')].map((stage) => Number(stage.style.flexGrow))`,
  );
  const total = took.reduce((sum, ms) => sum + ms, 0);
  for (const [index, ms] of took.entries()) expect(grows[index]).toBeCloseTo(ms / total, 2);

  const row = (language: string) => page.getByRole('row').filter({ hasText: language });
  await row('Japanese').waitFor();
  expect((await row('Japanese').innerText()).split(/\s+/)).toEqual([
    'Japanese',
    'ja',
    '3',
    '3',
    '0',
    '100',
    '%',
  ]);
  await row('Korean').getByText('supplement').waitFor();

  const files = page.getByRole('region', { name: 'Files' });
  const [download] = await Promise.all([page.waitForEvent('download'), files.getByRole('link').click()]);
  const bytes = await readFile(await download.path());
  const shown = files.locator('.checksum code');
  const digest = createHash('sha256').update(bytes).digest('hex');
  expect(await shown.getAttribute('title')).toBe(digest);
  expect(await shown.textContent()).toBe(`${digest.slice(0, 12)}…`);
});

it('has a card for each account: what it says there, and what mends it where it failed', async () => {
  rig.releases.sandbox.faults.add({
    on: 'target acc_2',
    do: 'fail',
    code: 'token_expired',
  });
  const handle = await rig.releases.release({
    ...unreviewed,
    announce: { accounts: ['acc_1', 'acc_2'], text: '{name} speaks {languages}.' },
  });
  const page = await rig.open('operator', releasePath(handle));
  await inState(page, 'partial');
  const cards = page.getByRole('region', { name: 'Announcement', exact: true }).getByRole('listitem');
  const [first = '', second = ''] = await cards.allInnerTexts();
  expect(first).toMatch(/published[\s\S]*speaks[\s\S]*of 280 characters/);
  expect(second).toMatch(/failed[\s\S]*The authorization of the account has expired[\s\S]*token_expired/);
  expect(second).toMatch(/The platform says\s+\S/);
  expect(second).toMatch(
    /What to do\s+Authorize the account again in the application \(http\S+\/app\/accounts\)[.]/,
  );
  expect(second).not.toContain('speaks');
  expect(await primary(page)).toEqual(['Announce again on the failed accounts']);
  await handle.cancel();
});

it('the report of a release is a page, also on paper: what changed, who approved, what was announced where', async () => {
  const handle = await rig.releases.release({ supplementLanguages: [] });
  await rig.releases.waitingForTerms(handle);
  await handle.executeUpdate(confirmTermsUpdate, { args: [{ by: 'olga' }] });
  await handle.result();
  const page = await rig.open('reader', releasePath(handle));
  const [report] = await Promise.all([page.waitForEvent('popup'), choose(page, 'Report')]);
  await report.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await report.getByRole('heading', { name: /^What changed/ }).waitFor();
  await report.getByText(/^olga, /).waitFor();
  await report.getByRole('heading', { name: 'Announced' }).waitFor();
  await report.getByText(/^Text: .* now speaks /).waitFor();
  const colours = await report.evaluate<string[]>(
    `[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]`,
  );
  expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
});
