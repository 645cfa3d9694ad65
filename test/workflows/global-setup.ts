import { join } from 'node:path';
import { searchAttributeTypes } from '../../src/domain/search-attributes';
import { findTemporalBinary } from '../../src/temporal/server/binary';
import { startDevServer, type DevServer } from '../../src/temporal/server/dev-server';
import { buildSources } from '../support/built-sources';
import { bundleWorkflows, workflowChanges } from '../support/bundle-workflows';
import { bringS3Server } from '../support/versitygw';
import { smallLimits } from './small-limits';

declare global {
  var releaseTestServer: DevServer | undefined;
}

/** One server, one bundle of the workflows and one build for all of these tests: they take seconds to make. */
export default async function bringServerAndBundle(): Promise<void> {
  // Brought for another project of the same run.
  if (globalThis.releaseTestServer !== undefined) return;
  const binary = await findTemporalBinary({ report: (line) => process.stderr.write(`${line}\n`) });
  await bringS3Server();
  const [server, built] = await Promise.all([
    startDevServer({
      binary,
      timeSkipping: true,
      // Five failures of a workflow's tasks take a minute.
      settings: [
        'system.numConsecutiveWorkflowTaskProblemsToTriggerSearchAttribute=2',
        ...(process.env.LOCRELEASE_TEST_SMALL_LIMITS === '1' ? smallLimits : []),
      ],
      searchAttributes: searchAttributeTypes,
    }),
    buildSources(),
  ]);
  // Where the build would have it: a worker that is started from there takes it.
  const bundlePath = join(built, 'src/workflow-bundle.js');
  await bundleWorkflows({ path: bundlePath });
  for (const change of workflowChanges)
    await bundleWorkflows({ change, path: join(built, `src/${change}.js`) });
  globalThis.releaseTestServer = server;
  process.env.LOCRELEASE_TEST_ADDRESS = server.address;
  process.env.LOCRELEASE_TEST_BUNDLE = bundlePath;
}
