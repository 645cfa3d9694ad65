/** What each page fetches: nothing twice, all of it packed, and what never changes only once. */
import type { Page, Request } from 'playwright-core';
import { until } from '../support/until';
import { tokens } from '../support/console';
import { releasePath, reviewPath } from './browser-rig';
import { done, rig, waiting } from './pages-rig';

const pages = [
  ['the inbox and the list', () => '/', '40 terms → zh-cn, ja'],
  ['a release that waits', () => releasePath(waiting), 'Review the terms'],
  ['a release that has ended', () => releasePath(done), 'The release is done.'],
  ['its strings', () => `${releasePath(done)}/strings?language=ja`, 'greeting'],
  ['a review', () => reviewPath(waiting), 'Keeper K1'],
  ['the schedules', () => '/schedules', 'Next runs'],
] as const;

/** What is read again for an event is read a second after it. */
const QUIET_MS = 2_500;

class NetworkLog {
  readonly requests: Request[] = [];
  #lastMs = Date.now();

  constructor(page: Page) {
    page.on('request', (request) => {
      this.requests.push(request);
      this.#lastMs = Date.now();
    });
  }

  quiet(): Promise<boolean> {
    return until('the page asks for nothing more', () => Date.now() - this.#lastMs > QUIET_MS);
  }

  get addresses(): string[] {
    return this.requests.map((request) => new URL(request.url()).pathname + new URL(request.url()).search);
  }

  twice(): string[] {
    return this.addresses.filter((address, index, all) => all.indexOf(address) !== index);
  }
}

// What they do is wait until a page asks for nothing more: all pages at once.
it('no page fetches an address twice, opened or opened again, and each uses all that it was told to ask for ahead', () =>
  Promise.all(pages.map(fetchesOnce)));

async function fetchesOnce([name, path, text]: (typeof pages)[number]): Promise<void> {
  const page = await rig.open('reader', '/nothing');
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  // What the page before still asks for is none of its own.
  await new NetworkLog(page).quiet();
  page.removeAllListeners('request');
  for (const open of [() => page.goto(`${rig.url}${path()}`), () => page.reload()]) {
    const log = new NetworkLog(page);
    const document = await open();
    expect(document?.headers().link).toContain('</api/session>; rel=preload');
    await page.getByText(text).first().waitFor();
    await log.quiet();
    expect([name, ...log.twice()]).toEqual([name]);
    // One stream of events, and not first one without the release.
    expect(log.addresses.filter((address) => address.startsWith('/api/events'))).toHaveLength(1);
    page.removeAllListeners('request');
  }
  // A browser tells of what it asked for in vain some seconds after it has loaded.
  await page.waitForTimeout(6_000);
  expect([name, ...warnings]).toEqual([name]);
}

const askedAhead = async (page: Page): Promise<boolean> =>
  (await page.goto(rig.url))?.headers().link?.includes('/api/') === true;

it('nobody is told to ask for anything ahead but who has signed in; each sees the inbox, by a token or by a link', async () => {
  const page = await rig.open(null, '/nothing');
  const ofBefore = { name: 'locrelease_session', value: 'of.before', url: rig.url };
  const signIn = async (token: string): Promise<void> => {
    await page.getByLabel('Your token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('40 terms → zh-cn, ja').waitFor();
  };
  expect(await askedAhead(page)).toBe(false);
  await signIn(tokens.reader);
  await page.reload();
  await page.getByText('40 terms → zh-cn, ja').waitFor();
  expect(await askedAhead(page)).toBe(true);

  // As after signing out, or where the session has ended.
  for (const cookies of [[], [ofBefore]]) {
    await page.context().clearCookies();
    await page.context().addCookies(cookies);
    expect(await askedAhead(page)).toBe(false);
    await signIn(tokens.reviewer);
    expect(await askedAhead(page)).toBe(true);
  }

  await page.goto('about:blank');
  await page.goto(`${rig.url}/#token=${tokens.operator}`);
  await page.getByText('40 terms → zh-cn, ja').waitFor();
  // As the page itself is answered.
  await page.getByRole('banner').getByText('operator').first().waitFor();
});

it('going back reads the page anew, once', async () => {
  const page = await rig.open('reader', releasePath(done));
  await page.getByText('The release is done.').waitFor();
  await page.getByRole('link', { name: 'Schedules' }).click();
  await page.getByText('Next runs').first().waitFor();
  const log = new NetworkLog(page);
  await page.goBack();
  await page.getByText('The release is done.').waitFor();
  await log.quiet();
  expect(log.twice()).toEqual([]);
});

it('all that is worth it comes packed, and files with a hash in their name are kept for good', async () => {
  const page = await rig.open('reader', '/nothing');
  const log = new NetworkLog(page);
  await page.goto(`${rig.url}/`);
  await page.getByText('40 terms → zh-cn, ja').waitFor();
  await log.quiet();
  for (const request of log.requests) {
    const response = await request.response();
    const headers = (await response?.allHeaders()) ?? {};
    const { pathname } = new URL(request.url());
    if (pathname === '/api/events') continue;
    if (/-[A-Z0-9]{8}\.\w+$/.test(pathname))
      expect([pathname, headers['cache-control']]).toEqual([pathname, 'public, max-age=31536000, immutable']);
    const bytes = (await response?.body())?.byteLength ?? 0;
    if (bytes > 2048) expect([pathname, headers['content-encoding']]).toEqual([pathname, 'br']);
  }
  expect(log.addresses.some((address) => address.endsWith('.js'))).toBe(true);
});
