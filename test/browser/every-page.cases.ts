/** What holds for every page: anybody can use it, by day and by night, on a telephone too. */
import type { Page } from 'playwright-core';
import { expectEach } from '../support/expect-each';
import { until } from '../support/until';
import type { ReleaseHandle } from '../workflows/release-rig';
import { barriers } from './barriers';
import { releasePath, reviewPath } from './browser-rig';
import { confirmed, done, parked, rig, waiting } from './pages-rig';
import { pressOnRow } from './term-reviews';
import { drawn } from '../support/nightly';

const idOf = ({ workflowId }: ReleaseHandle): string => workflowId.replace(/^release\//, '');

/** Brings a page to where it shows all that it can show. */
const pages: {
  name: string;
  signedIn?: false;
  path: () => string;
  ready: (page: Page) => Promise<unknown>;
}[] = [
  {
    name: 'the sign-in',
    signedIn: false,
    path: () => '/',
    ready: (page) => page.getByLabel('Your token').waitFor(),
  },
  {
    name: 'the inbox and the list',
    path: () => '/',
    ready: async (page) => {
      await page.getByText('40 terms → zh-cn, ja').waitFor();
      await page.getByRole('row').getByText('done', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'a release that waits',
    path: () => releasePath(waiting),
    ready: (page) => page.getByRole('link', { name: 'Review the terms' }).waitFor(),
  },
  {
    name: 'a release that is parked',
    path: () => releasePath(parked),
    ready: async (page) => {
      await page.getByRole('button', { name: 'Check again' }).click();
      await page.getByRole('region', { name: 'Check again' }).waitFor();
    },
  },
  {
    name: 'a release that has ended',
    path: () => releasePath(done),
    ready: (page) => page.getByRole('region', { name: 'Files' }).waitFor(),
  },
  {
    name: 'the strings of a release',
    path: () => `${releasePath(done)}/strings?language=ja`,
    ready: (page) => page.getByText('greeting', { exact: true }).waitFor(),
  },
  {
    name: 'a review with an edited, a deleted and a selected term, and one being edited',
    path: () => reviewPath(waiting),
    ready: async (page) => {
      await page.getByRole('button', { name: 'New 40' }).waitFor();
      await page.getByLabel('Select Keeper K4', { exact: true }).check();
      await pressOnRow(page, 'Keeper K3', 'Edit');
      await page.getByLabel('Japanese translation').waitFor();
    },
  },
  {
    name: 'a confirmation',
    path: () => reviewPath(waiting),
    ready: async (page) => {
      await page.getByRole('button', { name: 'Confirm…' }).click();
      await page.locator('button:enabled', { hasText: 'Confirm 39 terms' }).waitFor();
    },
  },
  {
    name: 'the schedules',
    path: () => '/schedules',
    ready: (page) => page.getByRole('button', { name: /^Pause/ }).waitFor(),
  },
  {
    name: 'the accounts, and a retry of all with one cause',
    path: () => '/accounts',
    ready: async (page) => {
      await page.getByRole('button', { name: /^Retry all with/ }).click();
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    },
  },
  {
    name: 'the accounts',
    path: () => '/accounts',
    ready: (page) => page.getByRole('button', { name: /^Retry all with/ }).waitFor(),
  },
  {
    name: 'the changes of the glossary',
    path: () => '/glossary',
    ready: (page) => page.getByRole('row').getByText('confirmer').waitFor(),
  },
  {
    name: 'the changes of the glossary by one release',
    path: () => `/glossary/${idOf(confirmed)}`,
    ready: (page) => page.getByRole('button', { name: 'Revert Elder Mira' }).waitFor(),
  },
  {
    name: 'a revert',
    path: () => `/glossary/${idOf(confirmed)}`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Revert all of this release…' }).click();
      await page.getByRole('dialog').getByRole('heading', { name: 'Goes back' }).waitFor();
    },
  },
  {
    name: 'a search',
    path: () => '/?q=keeper',
    ready: (page) => page.getByRole('region', { name: /^Terms of/ }).waitFor(),
  },
  {
    name: 'a draft with faults',
    path: () => '/new',
    ready: async (page) => {
      await page.getByRole('textbox', { name: 'Release file' }).fill('name: game\npublish: maybe\n');
      await page.getByRole('button', { name: 'Show the plan' }).click();
      await page.getByRole('button', { name: 'Line 2' }).waitFor();
    },
  },
  {
    name: 'a duplicate with its plan',
    path: () => `/new?from=${encodeURIComponent(releasePath(done).replace('/releases/', ''))}&as=copy`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Show the plan' }).click();
      await page.getByRole('heading', { name: /^Plan of/ }).waitFor();
    },
  },
  {
    name: 'a change of a release by its file',
    path: () => `${releasePath(waiting)}/amend`,
    ready: async (page) => {
      const text = page.getByRole('textbox', { name: 'Release file' });
      await text.fill(`${await text.inputValue()}terms:\n  deadline: 9 days\n`);
      await page.getByRole('button', { name: 'Show what changes' }).click();
      await page.getByText('terms.deadline').last().waitFor();
    },
  },
  {
    name: 'the calendar, in a month with a run to come',
    path: () => '/schedules/calendar?month=2032-02',
    ready: (page) => page.getByText('planned').waitFor(),
  },
  {
    name: 'the insights, with their numbers',
    path: () => '/insights',
    ready: async (page) => {
      await page.getByText('Numbers').first().click();
      await page.getByRole('columnheader', { name: 'Not released' }).waitFor();
    },
  },
  {
    name: 'an address that leads nowhere',
    path: () => '/nothing',
    ready: (page) => page.getByText('Page not found').waitFor(),
  },
];

const lights = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 360 },
] as const;

it('no page has a barrier by day, by night, or at 360 px', async () => {
  const [desk, door] = [await rig.open('operator', '/nothing'), await rig.open(null, '/nothing')];
  await expectEach(
    pages,
    ({ name }) => name,
    async ({ name, path, ready, signedIn }) => {
      const page = signedIn === false ? door : desk;
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${rig.url}${path()}`);
      await ready(page);
      // Each page in one light, and every one in each at night.
      for (const { colorScheme, width } of drawn(lights, 1, name.length)) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        expect([colorScheme, width, await barriers(page)]).toEqual([colorScheme, width, []]);
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
          width,
        );
      }
    },
  );
});

it('the title counts what waits for whoever reads it, on every page', async () => {
  const titled = (page: Page, title: string) =>
    until(`it is called ${title}`, async () => (await page.title()) === title);
  const page = await rig.open('operator');
  await titled(page, '(2) Inbox · locrelease');
  await page.getByRole('link', { name: 'Schedules' }).click();
  await titled(page, '(2) Schedules · locrelease');
  await titled(await rig.open('reader'), 'Inbox · locrelease');
});

it("times are in the reader's zone, and in UTC for whoever hovers", async () => {
  const { stages } = await rig.releases.status(done);
  const at = stages[0]?.endedAt ?? '';
  const zone = { timezoneId: 'Asia/Kolkata', locale: 'en-GB' };
  const page = await rig.open('reader', releasePath(done), zone);
  const time = page.getByRole('list', { name: 'Stages' }).locator('time').first();
  const there = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone.timezoneId,
    hour: '2-digit',
    minute: '2-digit',
  });
  expect(await time.textContent()).toContain(there.format(new Date(at)));
  expect(await time.getAttribute('title')).toBe(`${at.slice(0, 19).replace('T', ' ')} UTC`);
  expect(await time.getAttribute('datetime')).toBe(at);
});
