import { bundleWorkflowCode } from '@temporalio/worker';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findTemporalBinary } from '../../src/temporal/binary';
import { startDevServer, type DevServer } from '../../src/temporal/dev-server';
import { searchAttributeNames } from '../../src/domain/search-attributes';
import { quietLogger } from '../temporal/quiet-logger';

declare global {
  var releaseTestServer: DevServer | undefined;
}

/** One server and one bundle of the workflows for all of these tests: both take seconds to make. */
export default async function bringServerAndBundle(): Promise<void> {
  // Brought for another project of the same run.
  if (globalThis.releaseTestServer !== undefined) return;
  const binary = await findTemporalBinary({ report: (line) => process.stderr.write(`${line}\n`) });
  const [server, { code }] = await Promise.all([
    startDevServer({
      binary,
      timeSkipping: true,
      searchAttributes: Object.fromEntries(searchAttributeNames.map((name) => [name, 'Keyword'] as const)),
    }),
    bundleWorkflowCode({
      workflowsPath: resolve(__dirname, '../../src/workflows/index.ts'),
      logger: quietLogger,
    }),
  ]);
  const bundlePath = join(await mkdtemp(join(tmpdir(), 'locrelease-bundle-')), 'workflows.js');
  await writeFile(bundlePath, code);
  globalThis.releaseTestServer = server;
  process.env.LOCRELEASE_TEST_ADDRESS = server.address;
  process.env.LOCRELEASE_TEST_BUNDLE = bundlePath;
}
