/** The page in Arabic: from right to left, and in Arabic wherever the words are its own. */
import type { Locator, Page } from 'playwright-core';
import { reviewOnly, type ReleaseHandle } from '../workflows/release-rig';
import { arabic } from '../../web/messages/ar/arabic';
import { english } from '../../web/messages/en/english';
import { barriers } from './barriers';
import { BrowserRig, releasePath } from './browser-rig';
import { makeSchedule } from './nightly-schedule';

let rig: BrowserRig;
let waiting: ReleaseHandle;
let parked: ReleaseHandle;
let done: ReleaseHandle;
beforeAll(async () => {
  rig = await BrowserRig.start();
  waiting = await rig.releases.release(reviewOnly);
  await rig.releases.waitingForTerms(waiting);
  parked = await rig.releases.release({ announce: { accounts: ['acc_3'], text: '{name} is out.' } });
  await rig.releases.parked(parked);
  done = await rig.releases.release({ terms: { scan: false } });
  await done.result();
  await makeSchedule(rig.releases);
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

const open = (path: string, who: 'operator' | null = 'operator'): Promise<Page> =>
  rig.open(who, path, {
    storageState: {
      cookies: [],
      origins: [{ origin: rig.url, localStorage: [{ name: 'locrelease.language', value: '"ar"' }] }],
    },
  });

const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name });
const from = (handle: ReleaseHandle): string =>
  encodeURIComponent(releasePath(handle).replace('/releases/', ''));

/** Brings a page to where it shows all that it can show. */
const pages: {
  name: string;
  who?: null;
  path: () => string;
  ready: (page: Page) => Promise<unknown>;
}[] = [
  {
    name: 'the sign-in',
    who: null,
    path: () => '/',
    ready: (page) => page.getByLabel(arabic.signIn.token).waitFor(),
  },
  {
    name: 'the inbox and the list',
    path: () => '/',
    ready: async (page) => {
      await page.getByRole('link', { name: arabic.inbox.reviewTerms }).waitFor();
      await page.getByRole('row').getByText(arabic.states.names.done, { exact: true }).first().waitFor();
    },
  },
  {
    name: 'a release that waits',
    path: () => releasePath(waiting),
    ready: (page) => page.getByRole('link', { name: arabic.release.reviewTerms }).waitFor(),
  },
  {
    name: 'a change of a release',
    path: () => releasePath(waiting),
    ready: async (page) => {
      await button(page, arabic.release.change).click();
      await page.getByLabel(arabic.release.reviewDays).waitFor();
    },
  },
  {
    name: 'a release that is parked, and a retry',
    path: () => releasePath(parked),
    ready: async (page) => {
      await page.locator('.choices button').first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'a release that has ended, with its whole story',
    path: () => releasePath(done),
    ready: async (page) => {
      await page.getByRole('region', { name: arabic.release.files }).waitFor();
      await page.getByLabel(arabic.release.showAll).check();
    },
  },
  {
    name: 'the schedules',
    path: () => '/schedules',
    ready: (page) => button(page, arabic.schedules.actions.pause.button).waitFor(),
  },
  {
    name: 'the calendar, in a month with a run to come',
    path: () => '/schedules/calendar?month=2032-02',
    ready: (page) => page.getByText(arabic.states.names.planned, { exact: true }).waitFor(),
  },
  {
    name: 'the insights, with their numbers',
    path: () => '/insights',
    ready: async (page) => {
      await page.getByText(arabic.insights.numbers, { exact: true }).first().click();
      await page.getByRole('columnheader', { name: arabic.insights.notReleased }).waitFor();
    },
  },
  {
    name: 'the accounts, and a retry of all with one cause',
    path: () => '/accounts',
    ready: async (page) => {
      await page.locator('.failures .buttons button').first().click();
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    },
  },
  {
    name: 'a draft with faults',
    path: () => '/new',
    ready: async (page) => {
      await page.getByLabel(arabic.begin.releaseFile).fill('name: game\npublish: maybe\n');
      await button(page, arabic.begin.showPlan).click();
      await button(page, arabic.begin.line(2)).waitFor();
    },
  },
  {
    name: 'a duplicate with its plan',
    path: () => `/new?from=${from(done)}&as=copy`,
    ready: async (page) => {
      await button(page, arabic.begin.showPlan).click();
      await page.locator('.plan-stages').waitFor();
    },
  },
  {
    name: 'a change of a release by its file',
    path: () => `${releasePath(waiting)}/amend`,
    ready: async (page) => {
      const text = page.getByLabel(arabic.begin.releaseFile);
      await text.fill(`${await text.inputValue()}terms:\n  deadline: 9 days\n`);
      await button(page, arabic.begin.showChanges).click();
      await page.getByText(arabic.begin.whatChanges, { exact: true }).waitFor();
    },
  },
  {
    name: 'a release that is not there',
    path: () => '/releases/game/none',
    ready: (page) => page.getByText(arabic.common.noRelease).waitFor(),
  },
  {
    name: 'an address that leads nowhere',
    path: () => '/nothing',
    ready: (page) => page.getByText(arabic.common.noPage).waitFor(),
  },
];

/** Latin words that are read or heard, apart from names, and what others wrote. */
const latinWords = `(() => {
  const others = 'bdi, [dir=auto], [lang=en], [aria-hidden=true], code, kbd, textarea';
  const isLatin = (text) =>
    /[a-z]{2}/i.test(text.replace(/\\u2068.*?\\u2069/g, '').replace(/locrelease|Temporal|YAML|JSON/g, ''));
  return [...document.body.querySelectorAll('*')]
    .filter((element) => element.checkVisibility() && element.closest(others) === null)
    .flatMap((element) => [
      element.getAttribute('aria-label') ?? '',
      element.getAttribute('placeholder') ?? '',
      ...[...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data),
    ])
    .filter(isLatin);
})()`;

it.each(pages)('$name is in Arabic, from right to left, without barriers', async ({ who, path, ready }) => {
  const page = await open(path(), who);
  await ready(page);
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  expect(await page.evaluate(latinWords)).toEqual([]);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    expect([width, await barriers(page)]).toEqual([width, []]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  }
});

it('the language is chosen in the header, at the sign-in too, and stays after a reload', async () => {
  const page = await rig.open('operator');
  await button(page, 'العربية').click();
  await page.getByRole('heading', { name: arabic.inbox.title }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: arabic.inbox.title }).waitFor();
  await button(page, 'English').click();
  await page.getByRole('heading', { name: english.inbox.title }).waitFor();

  const stranger = await rig.open(null);
  await button(stranger, 'العربية').click();
  await stranger.getByRole('heading', { name: arabic.signIn.title }).waitFor();
});

it('the first language of the browser that the page speaks is its own', async () => {
  const page = await rig.open(null, '/', { locale: 'ar-EG' });
  await page.getByLabel(arabic.signIn.token).waitFor();
});
