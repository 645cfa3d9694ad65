/** One operator reviews the terms of a release, from the sign-in to its end; nothing that was decided is lost. */
import type { Page, Route } from 'playwright-core';
import { refreshTermsUpdate } from '../../src/protocol/messages';
import { termKey } from '../../src/sandbox/localization/project-state';
import { tokens } from '../support/console';
import { until } from '../support/until';
import { BrowserRig, releasePath, reviewPath } from './browser-rig';
import { GatewayProcess } from './gateway-process';
import { tabTo } from './keyboard';
import {
  allSaved,
  atService,
  openReview,
  pressOnRow,
  setCategory,
  termRow,
  termsAtService,
} from './term-reviews';
import { itAtNight } from '../support/nightly';

let rig: BrowserRig;
beforeAll(async () => {
  rig = await BrowserRig.start();
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

/** 500 terms, of which the scan doubts ten, five lack a translation, and the termbase has three, one otherwise. */
async function openLongReview(guild: string) {
  const { termbase } = rig.releases.sandbox.localization.project('sandbox');
  for (const [index, category] of ['Character', 'Character', 'Villain'].entries()) {
    const content = `${guild} K${index + 101}`;
    const translations = { ja: `${content}·ja` };
    const at = '2026-11-01T00:00:00Z';
    const times = { created_at: at, updated_at: at };
    const entry = { id: `term_${index}`, content, source_language: 'en', category, pic: '', translations };
    // Under a key that hides it from the scan, as if it had come later.
    termbase.set(`later/${content}`, { ...entry, ...times });
  }
  const opened = await openReview(rig.releases, 500, guild, { announce: undefined });
  const { handle, status } = opened;
  const task_id = status.taskId ?? '';
  const found = termsAtService(rig.releases, status);
  await atService(rig.releases, async (service) => {
    const idOf = (number: number): string => found.get(`${guild} K${number}`)?.id ?? '';
    for (let number = 201; number <= 210; number += 1) {
      await service.updateTaskTerm({ task_id, id: idOf(number), glossary_score: 2 });
    }
    for (let number = 301; number <= 305; number += 1) {
      await service.updateTaskTerm({ task_id, id: idOf(number), translations: { ja: '' } });
    }
  });
  await handle.executeUpdate(refreshTermsUpdate, { args: [{ by: 'tester' }] });
  return opened;
}

const shown = (page: Page, text: string) => page.getByText(text).first().waitFor();
/** Exact: the number of a filter stands before it, and both together may read like another number. */
const termsShown = (page: Page, count: number) =>
  page.getByText(`${count} of 500 terms`, { exact: true }).waitFor();

/** From here on the keys change something. */
const isOpen = (page: Page) => page.getByRole('button', { name: 'Confirm…' }).waitFor();

describe('by keyboard alone', () => {
  it('an operator reviews 500 terms, and what was decided is what the service has', async () => {
    const { handle, status } = await openLongReview('Keeper');
    const page = await rig.open(null);
    const { keyboard } = page;

    // Sign in, and on to the review from the inbox.
    await keyboard.type(tokens.reviewer);
    await keyboard.press('Enter');
    await shown(page, '500 terms → zh-cn, ja');
    await tabTo(page, 'Review the terms');
    await keyboard.press('Enter');
    await termsShown(page, 500);
    await isOpen(page);

    // Edit the second term: its text, and a translation some fields on.
    await keyboard.press('j');
    await keyboard.press('e');
    await keyboard.type('Warden of Keys');
    await tabTo(page, 'Japanese translation');
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type('鍵の番人');
    await keyboard.press('Enter');
    await termRow(page, 'Warden of Keys').getByText('edited by reviewer').waitFor();

    // Delete one, take that back; delete another, and the one after it is next.
    await keyboard.press('j');
    await keyboard.press('d');
    await termRow(page, 'Keeper K3').getByText('deleted by reviewer').waitFor();
    await keyboard.press('u');
    await termRow(page, 'Keeper K3').getByText('deleted by').waitFor({ state: 'detached' });
    await keyboard.press('j');
    await keyboard.press('Delete');
    await termRow(page, 'Keeper K4').getByText('deleted by reviewer').waitFor();

    // Delete all that the scan doubts, by a filter.
    await tabTo(page, 'Score below 5 10', 'backwards');
    await keyboard.press('Space');
    await termsShown(page, 10);
    await keyboard.press('a');
    await keyboard.press('d');
    await shown(page, '10 terms will be deleted');
    await keyboard.press('Escape');
    await tabTo(page, 'Score below 5 10', 'backwards');
    await keyboard.press('Space');

    // A category for all whose text holds "K40", eleven terms at once.
    const categorise = async (category: string): Promise<void> => {
      await keyboard.press('/');
      await keyboard.type('K40');
      await keyboard.press('Enter');
      await termsShown(page, 11);
      await keyboard.press('a');
      await tabTo(page, 'Category for the selected terms');
      await keyboard.type(category);
      await keyboard.press('Enter');
      await shown(page, 'Category set for 11 terms.');
      await allSaved(page);
    };
    await categorise('Night watch');

    // What was saved is there after a reload, and can still be undone.
    await page.reload();
    await isOpen(page);
    await termsShown(page, 11);
    await keyboard.press('/');
    await keyboard.press('Escape');
    await termRow(page, 'Warden of Keys').getByText('鍵の番人').waitFor();
    await keyboard.press('u');
    await shown(page, 'Undone: 11 terms.');
    await categorise('Day watch');

    // One deliberate act, and the release goes on before one's eyes.
    await tabTo(page, 'Confirm…', 'backwards');
    await keyboard.press('Enter');
    const counts = page.getByRole('dialog', { name: 'Confirm the terms' }).locator('dl > div');
    await counts.last().waitFor();
    expect(await counts.allTextContents()).toEqual(['kept477', 'edited12', 'deleted11']);
    await page.locator('button:enabled', { hasText: 'Confirm 489 terms' }).waitFor();
    await tabTo(page, 'Confirm 489 terms');
    await keyboard.press('Enter');
    await page.waitForURL(`**${releasePath(handle)}`);
    await page.locator('.heading .state-done').waitFor();

    const terms = termsAtService(rig.releases, status);
    expect(terms.size).toBe(489);
    expect(terms.get('Warden of Keys')).toMatchObject({ translations: { ja: '鍵の番人' } });
    const gone = ['Keeper K2', 'Keeper K4', ...Array.from({ length: 10 }, (_, n) => `Keeper K${n + 201}`)];
    expect(gone.filter((term) => terms.has(term))).toEqual([]);
    const day = [...terms.values()].filter(({ category }) => category === 'Day watch');
    expect(day.map(({ term }) => term).sort()).toEqual(
      ['Keeper K40', ...Array.from({ length: 10 }, (_, n) => `Keeper K40${n}`)].sort(),
    );
    expect(terms.get('Keeper K3')).toMatchObject({ category: 'Character', translation_source: 'ai' });
    const { journal, localization } = rig.releases.sandbox;
    const termbase = [...localization.project('sandbox').termbase.values()].map(({ content }) => content);
    expect(termbase).toContain('Warden of Keys');
    expect(termbase).not.toContain('Keeper K201');
    expect(journal.find({ subject: 'POST /tasks/confirm-terms' })).toHaveLength(1);
    expect((await handle.result()).decisions).toMatchObject([
      { by: 'reviewer', what: 'delete 11 terms' },
      { by: 'reviewer', what: 'confirm terms' },
    ]);
  });
});

it('filters tell what the termbase has, what is doubted, what is missing and what one has changed', async () => {
  const { handle } = await openLongReview('Rider');
  const page = await rig.open('reviewer', reviewPath(handle));
  const chip = (name: string) => page.getByRole('button', { name, exact: true });
  await chip('New 497').waitFor();
  for (const [name, terms] of [
    ['Conflicts 1', ['Rider K103']],
    ['Missing translation 5', [301, 302, 303, 304, 305].map((number) => `Rider K${number}`)],
  ] as const) {
    await chip(name).click();
    await termsShown(page, terms.length);
    for (const term of terms) await termRow(page, term).waitFor();
    await chip(name).click();
  }
  await chip('Conflicts 1').click();
  const conflict = termRow(page, 'Rider K103');
  expect(await conflict.getByText('differs: Villain').isVisible()).toBe(true);
  await conflict.getByText('Character', { exact: true }).dblclick();
  expect(await page.getByLabel('Category', { exact: true }).inputValue()).toBe('Character');
  await page.keyboard.type('Villain');
  await page.keyboard.press('Enter');
  await shown(page, 'No term matches the filter.');
  await chip('Conflicts 0').click();
  await chip('Changed by me 1').click();
  await termRow(page, 'Rider K103').getByText('adds zh-cn', { exact: true }).waitFor();
  await allSaved(page);
});

it('a typed draft is there after another edit, after leaving and after a reload, and is not confirmed over', async () => {
  const { handle, status } = await openReview(rig.releases, 4, 'Singer');
  const page = await rig.open('reviewer', reviewPath(handle));
  await isOpen(page);
  const note = page.getByText('You have 1 unsaved draft.');
  const category = page.getByLabel('Category', { exact: true });
  const typeCategory = async (term: string, text: string): Promise<void> => {
    await pressOnRow(page, term, 'Edit');
    await category.fill(text);
  };

  // Another term is edited meanwhile.
  await typeCategory('Singer K1', 'Half typed');
  await setCategory(page, 'Singer K2', 'Saved');
  await allSaved(page);
  await termRow(page, 'Singer K1').getByText('unsaved draft').waitFor();

  // Away within the page and back, then a reload, then another window after this one was closed.
  await page.locator('h1 a').click();
  await page.waitForURL(`**${releasePath(handle)}`);
  await page.goBack();
  await note.waitFor();
  await page.reload();
  await note.waitFor();
  const context = page.context();
  await page.close();
  const next = await context.newPage();
  // The note is there before the list is: whoever is quick waits for it. The list may be read again after that.
  const holdBack = async (route: Route): Promise<void> => {
    await next.getByRole('button', { name: 'Continue' }).waitFor();
    await route.continue();
  };
  await next.route(/\/terms\?/, holdBack, { times: 1 });
  await next.goto(`${rig.url}${reviewPath(handle)}`);
  await next.getByRole('button', { name: 'Continue' }).click();
  expect(await next.getByLabel('Category', { exact: true }).inputValue()).toBe('Half typed');

  // A confirmation asks for it first.
  await next.getByRole('button', { name: 'Confirm…' }).click();
  const dialog = next.getByRole('dialog', { name: 'Confirm the terms' });
  await dialog.getByText('You have 1 unsaved draft: Singer K1.').waitFor();
  const confirm = dialog.getByRole('button', { name: 'Confirm 4 terms' });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Save drafts' }).click();
  await dialog.locator('button:enabled', { hasText: 'Confirm 4 terms' }).click();
  await next.locator('.heading .state-done').waitFor();
  const terms = termsAtService(rig.releases, status);
  expect(['Singer K1', 'Singer K2'].map((term) => terms.get(term)?.category)).toEqual([
    'Half typed',
    'Saved',
  ]);
});

it('Esc leaves the editor, and what was typed stays a draft to go on with', async () => {
  const { handle } = await openReview(rig.releases, 2, 'Weaver');
  const page = await rig.open('reviewer', reviewPath(handle));
  const category = page.getByLabel('Category', { exact: true });
  await pressOnRow(page, 'Weaver K1', 'Edit');
  await page.keyboard.press('Escape');
  await category.waitFor({ state: 'detached' });
  expect(await page.getByText('unsaved draft').count()).toBe(0);
  await page.keyboard.press('e');
  await category.fill('Half typed');
  await page.keyboard.press('Escape');
  await page.getByText('You have 1 unsaved draft.').waitFor();
  await page.keyboard.press('e');
  expect(await category.inputValue()).toBe('Half typed');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.keyboard.press('e');
  expect(await category.inputValue()).toBe('Character');
});

itAtNight('a term renamed onto an entry of the termbase overwrites it only if that was shown', async () => {
  const { handle, status } = await openReview(rig.releases, 3, 'Miner');
  const { termbase } = rig.releases.sandbox.localization.project('sandbox');
  const at = '2026-11-01T00:00:00Z';
  const shared = { source_language: 'en', pic: '', translations: {}, created_at: at, updated_at: at };
  const entry = (content: string, category: string): void => {
    termbase.set(termKey(content, 'en'), { ...shared, id: `term_${content}`, content, category });
  };
  entry('Old Miner', 'Theirs');
  const page = await rig.open('reviewer', reviewPath(handle));
  await termRow(page, 'Miner K1').getByText('new', { exact: true }).waitFor();
  await pressOnRow(page, 'Miner K1', 'Edit');
  await page.getByLabel('Term', { exact: true }).fill('Old Miner');
  await page.keyboard.press('Enter');
  await termRow(page, 'Old Miner').getByText('differs: Theirs').waitFor();

  // One more comes while the dialog is open: it is not confirmed over, and shown then.
  await page.getByRole('button', { name: 'Confirm…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm the terms' });
  await dialog.getByText('1 entry of the termbase will be overwritten').waitFor();
  expect(await dialog.locator('del').allTextContents()).toEqual(['Theirs']);
  const confirm = dialog.locator('button:enabled', { hasText: 'Confirm 3 terms' });
  await confirm.waitFor();
  entry('Miner K3', 'Theirs, too');
  await confirm.click();
  await dialog.getByText(/other entries than you were shown.*"Miner K3"/).waitFor();
  await dialog.getByText('2 entries of the termbase will be overwritten').waitFor();
  await dialog.getByRole('button', { name: 'Keep termbase values' }).click();
  await dialog.getByText('of the termbase will be overwritten').waitFor({ state: 'detached' });
  await confirm.click();
  await page.locator('.heading .state-done').waitFor();
  const categories = ['Old Miner', 'Miner K3'].map((term) => termbase.get(termKey(term, 'en'))?.category);
  expect(categories).toEqual(['Theirs', 'Theirs, too']);
  expect(termsAtService(rig.releases, status).get('Miner K3')?.category).toBe('Theirs, too');
});

describe('while the gateway is away', () => {
  let gateway: GatewayProcess;
  beforeAll(async () => {
    gateway = await GatewayProcess.start(rig.releases);
  });
  afterAll(() => gateway.kill());

  it('a review goes on, and what was done reaches the service when a gateway is back', async () => {
    const { handle, status } = await openReview(rig.releases, 8, 'Smith');
    const page = await rig.open('reviewer', reviewPath(handle), { url: gateway.url });
    expect(page.url()).toBe(`${gateway.url}${reviewPath(handle)}`);
    const categories = () =>
      [...termsAtService(rig.releases, status).values()].map(({ term, category }) => `${term}: ${category}`);

    // Killed with one change on its way and another one behind it.
    rig.releases.sandbox.faults.add({ on: 'POST /tasks/terms/update', do: 'delay', ms: 1500, nth: 1 });
    await setCategory(page, 'Smith K1', 'On its way');
    await until('it is on its way', () => {
      return rig.releases.sandbox.journal.find({ subject: 'POST /tasks/terms/update' }).length > 0;
    });
    await setCategory(page, 'Smith K2', 'Behind it');
    await gateway.kill();
    await page.getByText('Reconnecting…').waitFor();
    await setCategory(page, 'Smith K3', 'Alone');
    await pressOnRow(page, 'Smith K4', 'Delete');
    await page.getByText(/^Not saved: 4 changes\. The gateway does not answer\./).waitFor();
    expect(categories().filter((category) => !/Character|On its way/.test(category))).toEqual([]);

    await gateway.start();
    await allSaved(page);
    expect(categories().slice(0, 3)).toEqual([
      'Smith K1: On its way',
      'Smith K2: Behind it',
      'Smith K3: Alone',
    ]);

    // Killed again, and this time the window is closed before a gateway is back.
    await gateway.kill();
    await setCategory(page, 'Smith K5', 'From the closed window');
    await page.getByText('Not saved: 1 change').waitFor();
    const context = page.context();
    await page.close();
    await gateway.start();
    const next = await context.newPage();
    await next.goto(gateway.url);
    await until('it is saved', () => categories().includes('Smith K5: From the closed window'));
    await next.goto(`${gateway.url}${reviewPath(handle)}`);
    await termRow(next, 'Smith K4').getByText('deleted by reviewer').waitFor();

    await next.getByRole('button', { name: 'Confirm…' }).click();
    await next.locator('button:enabled', { hasText: 'Confirm 7 terms' }).click();
    await next.locator('.heading .state-done').waitFor();
    const left = termsAtService(rig.releases, status);
    expect([left.size, left.has('Smith K4')]).toEqual([7, false]);
  });
});
