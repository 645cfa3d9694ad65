/**
 * Pictures of the console's pages, by day and by night: npm run screenshots [-- NAME…]. All of them go to a directory that
 * git ignores; those that the documents show are copied to docs/images.
 */
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Cookie, Page } from 'playwright-core';
import { newToken } from '../src/gateway/operator-tokens';
import { startEmbeddedSet, type EmbeddedSet } from '../src/embedded/embedded-set';
import { findBrowser } from '../test/browser/find-browser';
import { launchBrowser } from '../test/browser/launch-browser';
import { Scene, STEP_MS } from './screenshots/scene';

const PROJECT = join(__dirname, '..');
const TAKEN = join(PROJECT, 'screenshots');
const IMAGES = join(PROJECT, 'docs/images');

const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Picture {
  name: string;
  path: string;
  /** Until the page shows what the picture is of. */
  ready: (page: Page) => Promise<void>;
  /** Taken of whoever has not signed in. */
  isSignedIn?: boolean;
}

/** A phone, a laptop, and a large screen. */
const screens = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
  { width: 2560, height: 1440 },
];

const pictures: readonly Picture[] = [
  { name: 'inbox', path: '/', ready: (page) => page.getByText('12 terms → ja, ar').waitFor() },
  {
    name: 'release-running',
    path: '/releases/default/2.4.0-tutorial',
    ready: (page) => page.getByText('step 4 of 7').waitFor(),
  },
  {
    name: 'release-parked',
    path: '/releases/default/2.3.1-store-page',
    ready: (page) => page.getByRole('button', { name: 'Publish again' }).waitFor(),
  },
  {
    name: 'review',
    path: '/releases/default/2.4.0-chapter-3/terms',
    ready: async (page) => {
      await page.getByRole('button', { name: /^New \d/ }).waitFor();
      await page.getByText('Dawn Blade', { exact: true }).first().click();
      await page.mouse.move(0, 0);
    },
  },
  {
    name: 'accounts',
    path: '/accounts',
    ready: (page) => page.getByText('token_expired').first().waitFor(),
  },
  {
    name: 'glossary',
    path: '/glossary/default/2.3.0-chapter-2',
    ready: (page) => page.getByText('Villain').first().waitFor(),
  },
  {
    name: 'search',
    path: '/?q=mira',
    ready: (page) =>
      page
        .getByRole('region', { name: /^Terms of/ })
        .first()
        .waitFor(),
  },
  {
    name: 'plan',
    path: '/new?from=default%2F2.3.0-summer&as=copy',
    ready: async (page) => {
      const text = page.getByRole('textbox', { name: 'Release file' });
      await text.fill((await text.inputValue()).replace('export:\n', 'export:\n  directory: files\n'));
      await page.getByRole('button', { name: 'Show the plan' }).click();
      await page.getByRole('heading', { name: /^Plan of/ }).waitFor();
      await page.evaluate(`document.querySelector('.plan h2').scrollIntoView()`);
    },
  },
  {
    name: 'calendar',
    path: '/schedules/calendar',
    ready: (page) => page.getByText('frozen').first().waitFor(),
  },
  { name: 'insights', path: '/insights', ready: (page) => page.getByText('Time per stage').waitFor() },
  { name: 'schedules', path: '/schedules', ready: (page) => page.getByText('paused').first().waitFor() },
  {
    name: 'release-waiting',
    path: '/releases/default/2.4.0-chapter-3',
    ready: (page) => page.getByText('Waiting for a review of').first().waitFor(),
  },
  {
    name: 'release-partial',
    path: '/releases/default/2.3.1-events',
    ready: (page) => page.getByText('token_expired').first().waitFor(),
  },
  {
    name: 'release-done',
    path: '/releases/default/2.3.0-summer',
    ready: (page) => page.getByRole('heading', { name: 'Files' }).waitFor(),
  },
  {
    name: 'strings',
    path: '/releases/default/2.3.0-summer/strings?language=ja',
    ready: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'report',
    path: '/api/releases/default/2.3.0-summer/report',
    ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'start',
    path: '/new',
    ready: (page) => page.getByRole('textbox', { name: 'Release file' }).waitFor(),
  },
  {
    name: 'amend',
    path: '/releases/default/2.4.0-chapter-3/amend',
    ready: (page) => page.getByRole('textbox', { name: 'Release file' }).waitFor(),
  },
  {
    name: 'glossary-all',
    path: '/glossary',
    ready: (page) => page.getByText('2.3.0-chapter-2').first().waitFor(),
  },
  {
    name: 'not-found',
    path: '/releases/default/2.9.9/nowhere',
    ready: (page) => page.getByRole('main').waitFor(),
  },
  {
    name: 'sign-in',
    path: '/',
    ready: (page) => page.getByLabel('Token').waitFor(),
    isSignedIn: false,
  },
];

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !pictures.some((picture) => picture.name === name));
  if (unknown.length > 0) throw new Error(`There is no picture ${unknown.join(', ')}.`);
  const directory = await mkdtemp(join(tmpdir(), 'locrelease-screenshots-'));
  const pace = { stepMs: STEP_MS };
  const operator = { name: 'olga', token: newToken() };
  const set = await startEmbeddedSet({ directory, keep: false, sandbox: { pace }, operator, report: say });
  try {
    await new Scene(set, directory).arrange();
    const wanted = pictures.filter(({ name }) => names.length === 0 || names.includes(name));
    const failed = await takePictures(set, wanted);
    await refreshDocuments(wanted.filter(({ name }) => !failed.includes(name)).map(({ name }) => name));
    if (failed.length > 0) throw new Error(`Not taken: ${failed.join(', ')}.`);
  } finally {
    await set.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** The names of those that failed: one page that has changed must not cost all other pictures. */
async function takePictures(set: EmbeddedSet, wanted: readonly Picture[]): Promise<string[]> {
  await mkdir(TAKEN, { recursive: true });
  const browser = await launchBrowser(await findBrowser(say));
  const failed: string[] = [];
  try {
    for (const picture of wanted)
      await takePicture(browser, set, picture).catch((error: unknown) => {
        say(`${picture.name}: ${String(error)}`);
        failed.push(picture.name);
      });
  } finally {
    await browser.close();
  }
  return failed;
}

/** Copies what README and documents link to; a picture that nothing links to any more goes. */
async function refreshDocuments(taken: readonly string[]): Promise<void> {
  const pages = (await readdir(join(PROJECT, 'docs'))).filter((name) => name.endsWith('.md'));
  const texts = ['README.md', ...pages.map((name) => `docs/${name}`)].map((page) =>
    readFile(join(PROJECT, page), 'utf8'),
  );
  const linked = new Set((await Promise.all(texts)).join('').match(/(?<=images\/)[\w-]+\.png/g));
  await mkdir(IMAGES, { recursive: true });
  for (const file of await readdir(IMAGES)) if (!linked.has(file)) await rm(join(IMAGES, file));
  for (const file of linked)
    if (taken.some((name) => file.replace(/-\d+-(light|dark)\.png$/, '') === name)) {
      await copyFile(join(TAKEN, file), join(IMAGES, file));
      say(`docs/images/${file}`);
    }
}

/** At every width and in both schemes. What a page keeps in its browser it forgets in between. */
async function takePicture(
  browser: Browser,
  set: EmbeddedSet,
  { name, path, ready, isSignedIn = true }: Picture,
): Promise<void> {
  for (const viewport of screens) {
    const context = await browser.newContext({
      viewport,
      reducedMotion: 'reduce',
      timezoneId: 'UTC',
    });
    if (isSignedIn) await context.addCookies(await cookiesOf(browser, set));
    try {
      const page = await context.newPage();
      await page.goto(`${set.gatewayUrl}${path}`);
      await ready(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const file = `${name}-${viewport.width}-${colorScheme}.png`;
        await page.screenshot({ path: join(TAKEN, file), animations: 'disabled' });
      }
    } finally {
      await context.close();
    }
  }
}

let cookies: Cookie[] | null = null;

/** Signed in once: a gateway takes ten sign-ins a minute. */
async function cookiesOf(browser: Browser, set: EmbeddedSet): Promise<Cookie[]> {
  if (cookies !== null) return cookies;
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(set.consoleLink);
  await page.getByRole('banner').waitFor();
  cookies = await context.cookies();
  await context.close();
  return cookies;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  say(String(error));
  process.exitCode = 1;
});
