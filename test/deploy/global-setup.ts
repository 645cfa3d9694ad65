import bringServerAndBundle from '../workflows/global-setup';
import { findPromtool } from './find-promtool';
import { bringRenderManifests } from './render-manifests';

/** Runs once before these tests, outside of their time limits: a build takes minutes. */
export default async function bringTools(): Promise<void> {
  process.env.LOCRELEASE_TEST_PROMTOOL = await findPromtool((line) => process.stderr.write(`${line}\n`));
  await bringRenderManifests();
  await bringServerAndBundle();
}
