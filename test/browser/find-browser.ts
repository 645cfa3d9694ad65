/** Finds a Chromium for the tests of the page, brings one where the system's packages have it, or says how to. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findOnPath, isExecutable } from '../../src/temporal/server/bring-binary';

const run = promisify(execFile);

/** The shell first: it has no window, and takes a tenth less time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export async function findBrowser(report: (line: string) => void): Promise<string> {
  const named = process.env.LOCRELEASE_BROWSER;
  if (named !== undefined) {
    if (await isExecutable(named)) return named;
    throw new Error(`LOCRELEASE_BROWSER: there is no browser at ${named}`);
  }
  const found = await search();
  if (found !== null) return found;
  report('no Chromium was found: installing the package "chromium-headless-shell"');
  await installPackage();
  const brought = await search();
  if (brought !== null) return brought;
  throw new Error(HOW_TO);
}

const HOW_TO =
  'The tests of the page need Chromium or Chrome. Install it (Debian and Ubuntu: apt-get install chromium-headless-shell), ' +
  'or name its executable in LOCRELEASE_BROWSER.';

async function search(): Promise<string | null> {
  for (const name of names) {
    const [found] = await findOnPath(name, process.env);
    if (found !== undefined) return found;
  }
  for (const place of usualPlaces) if (await isExecutable(place)) return place;
  return null;
}

async function installPackage(): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...words: string[]) => run('apt-get', ['-q', '-y', ...words], { env, timeout: 15 * 60_000 });
  try {
    await apt('update');
    const fonts = ['fonts-noto-cjk', 'fonts-noto-core'];
    await apt('install', '--no-install-recommends', 'chromium-headless-shell', ...fonts);
  } catch (cause) {
    throw new Error(HOW_TO, { cause });
  }
}
