/** Two people review the same terms: each sees what the other finds, types and says. */
import type { Page } from 'playwright-core';
import { editTermsUpdate } from '../../src/protocol/messages';
import { termKey } from '../../src/sandbox/localization/project-state';
import { BrowserRig, reviewPath } from './browser-rig';
import { barriers } from './barriers';
import {
  allSaved,
  details,
  openReview,
  pressOnRow,
  termRow,
  termsAtService,
  type OpenReview,
} from './term-reviews';
import { itAtNight } from '../support/nightly';

let rig: BrowserRig;
beforeAll(async () => {
  rig = await BrowserRig.start();
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

async function both(guild: string, count: number) {
  const review = await openReview(rig.releases, count, guild);
  return { ...review, one: await openFor('reviewer', review), other: await openFor('operator', review) };
}

async function openFor(who: 'reviewer' | 'operator', { handle }: OpenReview): Promise<Page> {
  const page = await rig.open(who, reviewPath(handle));
  await page.getByRole('button', { name: /^New \d/ }).waitFor();
  return page;
}

const accept = (page: Page, term: string) => page.getByRole('button', { name: `Accept ${term}` });

itAtNight('what one accepts is seen by the other, in the languages that each reviews', async () => {
  const { handle, status, one, other } = await both('Keeper', 4);
  await one.getByRole('button', { name: 'My languages: all' }).click();
  await one.getByRole('group', { name: 'Languages that you review' }).getByLabel('Chinese').uncheck();
  await one.keyboard.press('Escape');
  await one.getByRole('button', { name: 'My languages: ja' }).waitFor();
  await accept(one, 'Keeper K1').click();
  await one.getByText('1 of 4 reviewed by you').waitFor();
  await allSaved(one);

  await termRow(other, 'Keeper K1').getByLabel('Accepted by reviewer: ja').waitFor();
  await other.getByText('reviewer 1 of 4').waitFor();
  await termRow(other, 'Keeper K1').click();
  await details(other)
    .getByText(/^Accepted by reviewer in ja /)
    .waitFor();
  await other.getByText('0 of 4 reviewed by you').waitFor();

  // A change of another language does not concern it; a change of its own has it looked at again.
  const termIds = [termsAtService(rig.releases, status).get('Keeper K1')?.id ?? ''];
  const edit = (translations: Record<string, string>) =>
    handle.executeUpdate(editTermsUpdate, { args: [{ by: 'operator', termIds, edit: { translations } }] });
  await edit({ 'zh-cn': '守护者' });
  await termRow(one, 'Keeper K1').getByText('守护者').waitFor();
  await one.getByText('1 of 4 reviewed by you').waitFor();
  await edit({ ja: '番人' });
  await one.getByText('0 of 4 reviewed by you').waitFor();

  // Another browser of the same person has it too, and there all languages are to be reviewed. It can be undone.
  await accept(one, 'Keeper K2').click();
  await allSaved(one);
  const elsewhere = await rig.open('reviewer', reviewPath(handle));
  await termRow(elsewhere, 'Keeper K2').click();
  await details(elsewhere)
    .getByText(/^Accepted by reviewer in ja /)
    .waitFor();
  await elsewhere.getByText('0 of 4 reviewed by you').waitFor();
  await one.keyboard.press('u');
  await termRow(other, 'Keeper K2').getByLabel('Accepted by reviewer').waitFor({ state: 'detached' });
});

it('each sees that the other is here, at which term, and what was said of one, with who said it', async () => {
  const { one, other } = await both('Warden', 3);
  await termRow(one, 'Warden K2').click();
  await other.getByLabel('reviewer is here, at Warden K2').waitFor();
  await termRow(other, 'Warden K2').getByLabel('reviewer is at this term').waitFor();
  await termRow(one, 'Warden K1').getByLabel('operator is at this term').waitFor();
  expect(await barriers(other)).toEqual([]);

  const comment = details(one).getByLabel('Comment on this term');
  await comment.fill('Is this the <same> warden?');
  // What is typed waits where it was typed, until it is sent.
  await termRow(one, 'Warden K1').click();
  expect(await comment.inputValue()).toBe('');
  await one.reload();
  await termRow(one, 'Warden K2').click();
  expect(await comment.inputValue()).toBe('Is this the <same> warden?');
  await details(one).getByRole('button', { name: 'Comment' }).click();
  await details(one).locator('q', { hasText: 'Is this the <same> warden?' }).waitFor();
  await termRow(other, 'Warden K2').click();
  await details(other)
    .getByText(/^reviewer .*Is this/)
    .waitFor();
  await details(other).locator('q', { hasText: 'Is this the <same> warden?' }).waitFor();

  await one.close();
  await other.getByLabel('reviewer is here').waitFor({ state: 'detached' });
});

it('a form says at once what another has saved in its field, and neither value is lost', async () => {
  const { handle, status, one, other } = await both('Singer', 3);
  const japanese = (page: Page) => page.getByLabel('Japanese translation');
  const saved = () => termsAtService(rig.releases, status).get('Singer K1');
  await pressOnRow(one, 'Singer K1', 'Edit');
  await japanese(one).fill('mine');
  const edit = { translations: { ja: 'theirs' }, category: 'Mentor' };
  await handle.executeUpdate(editTermsUpdate, {
    args: [{ by: 'operator', termIds: [saved()?.id ?? ''], edit }],
  });
  await one.getByText(/operator changed this to/).waitFor();
  // What was not typed into is what was saved.
  expect(await one.getByLabel('Category', { exact: true }).inputValue()).toBe('Mentor');
  expect(await barriers(one)).toEqual([]);

  // Enter saves nothing before it is decided.
  await japanese(one).press('Enter');
  await one.getByRole('button', { name: 'Keep mine' }).waitFor();
  expect(saved()?.translations.ja).toBe('theirs');
  await one.getByRole('button', { name: 'Keep mine' }).click();
  await one.getByText(/operator changed this to/).waitFor({ state: 'detached' });
  // The focus is where the key to save is heard.
  await one.keyboard.press('Enter');
  await allSaved(one);
  expect(saved()?.translations.ja).toBe('mine');

  // The history has every step.
  await termRow(other, 'Singer K1').getByText('edited by reviewer').waitFor();
  await termRow(other, 'Singer K1').click();
  await details(other)
    .getByText(/^Edited by reviewer/)
    .waitFor();
  await details(other)
    .getByText(/^Edited by operator/)
    .waitFor();
  expect(await details(other).locator('li ins').allTextContents()).toEqual(['Mentor', 'theirs', 'mine']);

  // And the other way round.
  await pressOnRow(one, 'Singer K2', 'Edit');
  await japanese(one).fill('mine');
  const second = termsAtService(rig.releases, status).get('Singer K2')?.id ?? '';
  await handle.executeUpdate(editTermsUpdate, {
    args: [{ by: 'operator', termIds: [second], edit: { translations: { ja: 'theirs' } } }],
  });
  await one.getByRole('button', { name: 'Take theirs' }).click();
  expect(await japanese(one).inputValue()).toBe('theirs');
});

itAtNight('an open confirmation says what another changes meanwhile, and wants that seen', async () => {
  const { status, one, other } = await both('Rider', 3);
  await one.getByRole('button', { name: 'Confirm…' }).click();
  const dialog = one.getByRole('dialog', { name: 'Confirm the terms' });
  await dialog.locator('button:enabled', { hasText: 'Confirm 3 terms' }).waitFor();
  await pressOnRow(other, 'Rider K2', 'Delete');
  await dialog.getByText('1 term was changed by operator since you opened this: Rider K2.').waitFor();
  const confirm = dialog.getByRole('button', { name: 'Confirm 2 terms' });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'I have seen this' }).click();
  await confirm.click();
  await one.locator('.heading .state-done').waitFor();
  expect([...termsAtService(rig.releases, status).keys()]).toEqual(['Rider K1', 'Rider K3']);
});

it('two terms of one name are told as what they become, while one is renamed and before they are confirmed', async () => {
  const one = await openFor('reviewer', await openReview(rig.releases, 2, 'Weaver'));
  await pressOnRow(one, 'Weaver K1', 'Edit');
  await one.getByLabel('Term', { exact: true }).fill('Weaver K2');
  await one.getByText('Another term has this name. In the termbase they become one entry.').waitFor();
  await one.keyboard.press('Enter');
  await allSaved(one);
  await one.getByRole('button', { name: 'Confirm…' }).click();
  await one
    .getByRole('dialog', { name: 'Confirm the terms' })
    .getByText('Several terms have the same name, and become one entry of the termbase: Weaver K2.')
    .waitFor();
});

it('languages that an entry of the termbase gets are named, and counted in the confirmation', async () => {
  const { termbase } = rig.releases.sandbox.localization.project('sandbox');
  const at = '2026-11-01T00:00:00Z';
  const content = 'Miner K1';
  const entry = { id: 'term_m', content, source_language: 'en', category: 'Character', pic: '' };
  const times = { created_at: at, updated_at: at };
  termbase.set(`later/${termKey(content, 'en')}`, {
    ...entry,
    ...times,
    translations: { ja: `${content}·ja` },
  });
  const one = await openFor('reviewer', await openReview(rig.releases, 2, 'Miner'));
  await termRow(one, content).getByText('adds zh-cn', { exact: true }).waitFor();
  await one.getByRole('button', { name: 'Confirm…' }).click();
  const dialog = one.getByRole('dialog');
  await dialog
    .getByText('1 entry of the termbase will get more languages (Chinese (China)): Miner K1.')
    .waitFor();
  await dialog.getByText('1 term is new to the termbase.').waitFor();
});
