/** The page in Arabic: from right to left, and with no word of English but those that others wrote. */
import type { Page } from 'playwright-core';
import { confirmTermsUpdate, matchTermbaseUpdate } from '../../src/protocol/messages';
import { reviewOnly, type ReleaseHandle } from '../workflows/release-rig';
import { barriers } from './barriers';
import { BrowserRig, releasePath, reviewPath } from './browser-rig';
import { openReview } from './term-reviews';

let rig: BrowserRig;
let waiting: ReleaseHandle;
let done: ReleaseHandle;
let confirmed: ReleaseHandle;
beforeAll(async () => {
  rig = await BrowserRig.start();
  ({ handle: waiting } = await openReview(rig.releases, 40, 'Keeper', reviewOnly));
  done = await rig.releases.release({ terms: { scan: false } });
  await done.result();
  confirmed = await rig.releases.release(reviewOnly);
  await rig.releases.waitingForTerms(confirmed);
  await confirmed.executeUpdate(matchTermbaseUpdate, { args: [{ by: 'confirmer' }] });
  await confirmed.executeUpdate(confirmTermsUpdate, { args: [{ by: 'confirmer' }] });
  await confirmed.result();
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

const idOf = ({ workflowId }: ReleaseHandle): string => workflowId.replace(/^release\//, '');

/** As somebody who chose the language before. */
const open = (path: string, viewport = { width: 1280, height: 800 }): Promise<Page> =>
  rig.open('operator', path, {
    viewport,
    storageState: {
      cookies: [],
      origins: [{ origin: rig.url, localStorage: [{ name: 'locrelease.language', value: '"ar"' }] }],
    },
  });

const pages: { name: string; path: () => string; ready: (page: Page) => Promise<unknown> }[] = [
  {
    name: 'a review with an edited and a selected term, and one being edited',
    path: () => reviewPath(waiting),
    ready: async (page) => {
      await page.getByRole('button', { name: 'جديد 40' }).waitFor();
      await page.getByLabel(/^تحديد .*Keeper K4\W*$/).check();
      await page.getByRole('grid').getByText('Keeper K3', { exact: true }).click();
      await page.keyboard.press('e');
      await page.getByLabel('الفئة', { exact: true }).fill('Mentor');
      await page.keyboard.press('Enter');
      await page.getByText('تم حفظ الكل').waitFor();
      await page.getByText('السجل').waitFor();
    },
  },
  {
    name: 'the form of a term',
    path: () => reviewPath(waiting),
    ready: async (page) => {
      await page.getByRole('grid').getByText('Keeper K5', { exact: true }).click();
      await page.keyboard.press('t');
      await page.locator('textarea:focus').waitFor();
    },
  },
  {
    name: 'the help',
    path: () => reviewPath(waiting),
    ready: async (page) => {
      await page.getByRole('button', { name: 'الاختصارات' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'a replacement',
    path: () => reviewPath(waiting),
    ready: async (page) => {
      await page.getByRole('button', { name: 'استبدال…' }).click();
      await page.getByLabel('الحقل الذي يُبحث فيه').selectOption('term');
      await page.getByLabel('بحث عن', { exact: true }).fill('Keeper');
      await page.getByText('وُجد في 40 مصطلحًا.').waitFor();
    },
  },
  {
    name: 'a confirmation',
    path: () => reviewPath(waiting),
    ready: async (page) => {
      await page.getByRole('button', { name: 'اعتماد…' }).click();
      await page.locator('button:enabled', { hasText: 'اعتماد 40 مصطلحًا' }).waitFor();
    },
  },
  {
    name: 'the strings of a release',
    path: () => `${releasePath(done)}/strings?language=ja`,
    ready: (page) => page.getByText('greeting', { exact: true }).waitFor(),
  },
  {
    name: 'the changes of the glossary',
    path: () => '/glossary',
    ready: (page) => page.getByRole('row').getByText('confirmer').waitFor(),
  },
  {
    name: 'the changes of the glossary by one release',
    path: () => `/glossary/${idOf(confirmed)}`,
    ready: (page) => page.getByRole('heading', { name: 'Elder Mira' }).waitFor(),
  },
  {
    name: 'a revert',
    path: () => `/glossary/${idOf(confirmed)}`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'إرجاع كل تغييرات هذا الإصدار…' }).click();
      await page.getByRole('dialog').getByRole('heading', { name: 'يعود كما كان' }).waitFor();
    },
  },
  {
    name: 'a search',
    path: () => '/search?q=keeper',
    ready: (page) => page.getByRole('region', { name: /^مصطلحات/ }).waitFor(),
  },
  {
    name: 'a search for nothing yet',
    path: () => '/search',
    ready: (page) => page.getByText('Japanese').waitFor(),
  },
];

/** Latin words that are seen or heard, apart from names and what others wrote. */
const latinWords = `(() => {
  const others = 'bdi, [dir=auto], [lang=en], [aria-hidden=true], code, kbd, textarea';
  const isLatin = (text) =>
    /[a-z]{2}/i.test(text.replace(/\\u2068.*?\\u2069/g, '').replace(/locrelease|Temporal|UTC|Enter|Esc|Tab/g, ''));
  return [...document.body.querySelectorAll('*')]
    .filter((element) => element.checkVisibility() && element.closest(others) === null)
    .flatMap((element) => [
      ...['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''),
      ...[...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data),
    ])
    .filter(isLatin);
})()`;

it.each(pages)('$name speaks Arabic, from right to left, at 360 px too', async ({ path, ready }) => {
  const page = await open(path());
  await page.locator('html[lang=ar][dir=rtl]').waitFor();
  await ready(page);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    expect([width, await page.evaluate(latinWords)]).toEqual([width, []]);
    expect([width, await barriers(page)]).toEqual([width, []]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  }
});

it('has its first columns at the right, wherever one scrolls, and cuts a text at its own end', async () => {
  const page = await open(reviewPath(waiting), { width: 900, height: 800 });
  const box = page.locator('.term-box');
  const term = page.locator('.cell-term .value').first();
  await term.waitFor();
  await page.getByRole('button', { name: 'الأعمدة' }).click();
  for (const column of ['السياق', 'التقييم']) await page.getByLabel(column, { exact: true }).check();
  const before = await term.boundingBox();
  await box.evaluate((element) => element.scrollBy({ left: -10_000 }));
  expect(await box.evaluate(({ scrollLeft }) => scrollLeft)).toBeLessThan(0);
  expect((await term.boundingBox())?.x).toBe(before?.x);
  const note = page.locator('.cell-note .value').first();
  expect(await note.evaluate((element) => element.matches(':dir(ltr)'))).toBe(true);
  expect(await note.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
});
