/** The exported strings of a release, beside those of the release before it. */
import type { Page } from 'playwright-core';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import { until } from '../support/until';
import { BrowserRig, releasePath } from './browser-rig';

const plain: Partial<ReleaseFile> = {
  terms: { scan: false },
  supplementLanguages: [],
  announce: undefined,
};
const COUNT = 1_000;

let rig: BrowserRig;
let path: string;
beforeAll(async () => {
  rig = await BrowserRig.start();
  const strings = Array.from({ length: COUNT }, (_, index) => ({
    string_id: `line.${index}`,
    content: `Nobody knows line ${index}.`,
  }));
  await (await rig.releases.release(plain, strings)).result();
  const next = [
    ...strings.map((string) =>
      string.string_id === 'line.7' ? { ...string, content: 'Everybody knows seven.' } : string,
    ),
    { string_id: 'line.new', content: 'Nobody knew this.' },
  ];
  const handle = await rig.releases.release(plain, next);
  await handle.result();
  path = releasePath(handle);
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

const chip = (page: Page, name: string) => page.getByRole('button', { name });
const ids = (page: Page): Promise<string[]> => page.locator('tr.string th bdi').allInnerTexts();

it('are found from the languages of a release, by what changed since the one before', async () => {
  const page = await rig.open('reader', path);
  await page.getByRole('link', { name: 'Japanese' }).click();
  await page.getByText(/^Compared with /).waitFor();
  await page.getByText(`${(COUNT + 1).toLocaleString('en')} strings`).waitFor();
  await chip(page, 'New 1').click();
  await page.getByText(`1 of ${(COUNT + 1).toLocaleString('en')} strings`).waitFor();
  expect(await ids(page)).toEqual(['line.new']);
  await chip(page, 'New 1').click();
  await chip(page, 'Changed 1').click();
  await page.locator('tr.change-changed').waitFor();
  const row = page.locator('tr.change-changed');
  expect(await row.innerText()).toContain('Everybody knows seven.');
  expect(await row.locator('del').innerText()).toContain('line 7');
  expect(await row.locator('td[lang=ja]').count()).toBe(1);
});

it('are searched by id and by text, and a link shows the same', async () => {
  const page = await rig.open('reader', `${path}/strings?language=zh-cn`);
  await page.getByRole('searchbox', { name: 'Search' }).fill('LINE.99');
  await page.getByText(`11 of ${(COUNT + 1).toLocaleString('en')} strings`).waitFor();
  expect(await ids(page)).toContain('line.99');
  const link = page.url();
  expect(link).toContain('search=LINE.99');
  await page.reload();
  await page.getByText(`11 of ${(COUNT + 1).toLocaleString('en')} strings`).waitFor();
  expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('LINE.99');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ja');
  await page.locator('td[lang=ja]').first().waitFor();
  expect(page.url()).toContain('language=ja');
});

it('of very many, only those in view are in the page, and the others come as one scrolls', async () => {
  const page = await rig.open('reader', `${path}/strings?language=ja`);
  await page.locator('tr.string').first().waitFor();
  expect(await page.locator('tr.string').count()).toBeLessThan(100);
  await page.getByRole('region', { name: 'Strings' }).focus();
  // Rows that turn out higher than was thought move the end.
  await until('the last one is reached', async () => {
    await page.keyboard.press('End');
    return page.getByText('line.new', { exact: true }).isVisible();
  });
  expect(await page.locator('tr.string').count()).toBeLessThan(100);
});

it('are compared with the last release that had the language, whatever came in between', async () => {
  const release = async (languages: string[], content: string) => {
    const strings = [{ string_id: 'line.only', content }];
    const handle = await rig.releases.release({ ...plain, targetLanguages: languages }, strings);
    await handle.result();
    return handle;
  };
  const first = await release(['ko', 'ja'], 'Said once.');
  await release(['ja'], 'Said otherwise.');
  const last = await release(['ko', 'ja', 'fr'], 'Said at last.');
  const page = await rig.open('reader', `${releasePath(last)}/strings?language=ko`);
  await page.getByText(`Compared with ${releasePath(first).replace('/releases/', '')}`).waitFor();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fr');
  await page.getByText('No earlier release on record has this language.').waitFor();
  expect(await chip(page, 'New').count()).toBe(0);
});

it('of a release without any it is said that there are none', async () => {
  const handle = await rig.releases.release({ ...plain, export: undefined });
  await handle.result();
  const page = await rig.open('reader', `${releasePath(handle)}/strings`);
  await page.getByText(/has no strings to show\./).waitFor();
});
