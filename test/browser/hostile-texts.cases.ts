/** Texts that come from strangers: shown as they are, by every page, and never carried out. */
import type { Page } from 'playwright-core';
import { sandboxProfile } from '../../src/sandbox/profile';
import { refreshTermsUpdate } from '../../src/protocol/messages';
import { until } from '../support/until';
import { decide } from './decide';
import { BrowserRig, releasePath, reviewPath } from './browser-rig';
import { reviewOnly } from '../workflows/release-rig';
import { allSaved, atService, termRow, termsAtService } from './term-reviews';

const script = (where: string): string =>
  `<img src=x onerror="alert('${where}')"><script>alert('${where}')</script>"'>`;
const ARABIC = 'حارس البوابة';
const JAPANESE = '門番';

let rig: BrowserRig;
beforeAll(async () => {
  const { workspace } = sandboxProfile.parse({});
  const accounts = workspace.accounts.map((account) => ({ ...account, handle: script('handle') }));
  rig = await BrowserRig.start({ sandbox: { workspace: { ...workspace, accounts } } });
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

/** The page has no element that a text has made: it has no pictures and no scripts but its own. */
async function expectOnlyText(page: Page, text: string): Promise<void> {
  await page.getByText(text).first().waitFor();
  expect(await page.locator('img, script:not([src]), iframe, [onerror]').count()).toBe(0);
}

async function hostileReview() {
  const handle = await rig.releases.release({ ...reviewOnly, targetLanguages: ['ja', 'ar'] }, [
    { string_id: 'gate', content: `Keeper Aru guards ${script('context')}` },
    { string_id: 'keep', content: 'Keeper Bel sleeps in the Crystal Keep.' },
  ]);
  const status = await rig.releases.waitingForTerms(handle);
  const task_id = status.taskId ?? '';
  const id = termsAtService(rig.releases, status).get('Keeper Aru')?.id ?? '';
  await atService(rig.releases, (service) =>
    service.updateTaskTerm({
      task_id,
      id,
      term: script('term'),
      category: script('category'),
      judgment: script('judgment'),
      translations: { ja: script('translation'), ar: ARABIC },
    }),
  );
  await handle.executeUpdate(refreshTermsUpdate, { args: [{ by: 'tester' }] });
  return { handle, status };
}

it('the alarm of these tests goes off when a script stands in the page', async () => {
  const page = await rig.open(null);
  await page.evaluate(
    `document.body.append(Object.assign(document.createElement('script'), { text: 'alert(1)' }))`,
  );
  await until('it is heard', () => rig.faults.length > 0);
  expect(rig.faults.splice(0).join()).toMatch(/inline script violates .*Content Security Policy/);
});

it('a term with a script in each of its texts is shown, edited and rejected as text, each in its direction', async () => {
  const { handle, status } = await hostileReview();
  const page = await rig.open('reviewer', reviewPath(handle));
  for (const where of ['term', 'context', 'category', 'judgment', 'translation']) {
    await expectOnlyText(page, script(where));
  }
  await termRow(page, script('term')).getByText(script('translation')).dblclick();
  const field = page.getByLabel('Japanese translation');
  expect(await field.inputValue()).toBe(script('translation'));
  await field.fill(script('edited'));
  await field.press('Enter');
  await expectOnlyText(page, script('edited'));
  await allSaved(page);
  await page.getByLabel('Filter by text').fill('onerror');
  await page.getByText('1 of 3 terms').waitFor();
  expect(termsAtService(rig.releases, status).get(script('term'))?.translations.ja).toBe(script('edited'));

  // Each translation in its language and direction, also where it is edited.
  const table = page.getByRole('grid');
  await table.locator('[lang=ja]:dir(ltr)', { hasText: script('edited') }).waitFor();
  await table.locator('[lang=ar]:dir(rtl)', { hasText: ARABIC }).dblclick();
  await page.locator('textarea[lang=ar]:dir(rtl):focus').waitFor();
  await page.locator('textarea[lang=ja]:dir(ltr)').fill(JAPANESE);
  await page.keyboard.press('Enter');
  await table.locator('[lang=ja]:dir(ltr)', { hasText: JAPANESE }).waitFor();
  await allSaved(page);

  await page.getByRole('button', { name: 'Reject…' }).click();
  await page.getByLabel('Reason').fill(script('reason'));
  await page.getByRole('button', { name: 'Reject the terms' }).click();
  await page.locator('.heading .state-rejected').waitFor();
  await expectOnlyText(page, script('reason'));
});

it('a handle, an announcement and a problem with a script are text on the release page', async () => {
  const handle = await rig.releases.release({
    announce: { accounts: ['acc_1', 'acc_3'], text: `${script('announcement')} {languages}` },
  });
  const { problem } = await rig.releases.parked(handle);
  expect(problem?.message).toContain(script('handle'));
  const page = await rig.open('operator', releasePath(handle));
  await expectOnlyText(page, script('handle'));
  await expectOnlyText(page, script('announcement'));
  await decide(page, 'Abort the release', script('abort'));
  await page.locator('.heading .state-failed').waitFor();
  await expectOnlyText(page, script('abort'));
});

it('an address with a script in the place of a name is a release that does not exist', async () => {
  const page = await rig.open('reader', `/releases/${encodeURIComponent(script('project'))}/x`);
  await page.getByRole('alert').waitFor();
  expect(await page.locator('img, script:not([src])').count()).toBe(0);
  expect(await page.title()).toContain('<img');
});
