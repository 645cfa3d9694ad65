import bringServerAndBundle from '../workflows/global-setup';
import { findBrowser } from './find-browser';

/** The same server and workflows as the other tests of releases have, and a browser. */
export default async function bringServerAndBrowser(): Promise<void> {
  process.env.LOCRELEASE_TEST_BROWSER = await findBrowser((line) => process.stderr.write(`${line}\n`));
  await bringServerAndBundle();
}
