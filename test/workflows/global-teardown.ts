import { removeBuiltSources } from '../support/built-sources';

export default async function endServerAndBuild(): Promise<void> {
  await globalThis.releaseTestServer?.stop();
  globalThis.releaseTestServer = undefined;
  await removeBuiltSources();
}
