/** The console in a real browser: what it transfers, how soon it shows something, and how it bears much. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newToken } from '../../../src/gateway/operator-tokens';
import { startEmbeddedSet } from '../../../src/embedded/embedded-set';
import { findBrowser } from '../../../test/browser/find-browser';
import { launchBrowser } from '../../../test/browser/launch-browser';
import { benchList } from './list';
import { benchReview } from './review';
import { benchTransfer } from './transfer';

export async function benchConsole(): Promise<boolean> {
  const directory = await mkdtemp(join(tmpdir(), 'locrelease-bench-console-'));
  const operator = { name: 'bench', token: newToken() };
  const set = await startEmbeddedSet({
    directory,
    keep: false,
    sandbox: { speed: 20 },
    operator,
    report: console.error,
  });
  const browser = await launchBrowser(await findBrowser(console.error));
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const signedIn = await context.newPage();
    await signedIn.goto(set.consoleLink);
    await signedIn.getByRole('banner').waitFor();
    await signedIn.close();
    const held: boolean[] = [];
    // The list comes last: its ten thousand releases would be in the way of the others.
    for (const bench of [benchReview, benchTransfer, benchList]) {
      const page = await context.newPage();
      held.push(await bench(set, page));
      await page.close();
    }
    return held.every(Boolean);
  } finally {
    await browser.close();
    await set.close();
    await rm(directory, { recursive: true, force: true });
  }
}
