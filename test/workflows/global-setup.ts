import { bundleWorkflowCode } from '@temporalio/worker';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { searchAttributeTypes } from '../../src/domain/search-attributes';
import { findTemporalBinary } from '../../src/temporal/binary';
import { startDevServer, type DevServer } from '../../src/temporal/dev-server';
import { buildSources } from '../support/built-sources';
import { quietLogger } from '../temporal/quiet-logger';
import { impatient } from '../support/impatient-workflows';
import { bringS3Server } from '../support/versitygw';
import { smallLimits } from './small-limits';

declare global {
  var releaseTestServer: DevServer | undefined;
}

/** One server, one bundle of the workflows and one build for all of these tests: they take seconds to make. */
export default async function bringServerAndBundle(): Promise<void> {
  // Chosen here, for all test files and for whoever tells of it in the end.
  if (process.env.STRANGER_SEED === 'random') process.env.STRANGER_SEED = randomUUID();
  // Brought for another project of the same run.
  if (globalThis.releaseTestServer !== undefined) return;
  const binary = await findTemporalBinary({ report: (line) => process.stderr.write(`${line}\n`) });
  await bringS3Server();
  const [server, built, { code }] = await Promise.all([
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
    bundleWorkflowCode({
      workflowsPath: resolve(__dirname, '../../src/workflows/index.ts'),
      // As the build has it: saved histories, which were made without it, are replayed with it.
      workflowInterceptorModules: [resolve(__dirname, '../../src/workflows/pass-trace.ts')],
      logger: quietLogger,
    }),
  ]);
  // Where the build would have it: a worker that is started from there takes it.
  const bundlePath = join(built, 'src/workflow-bundle.js');
  const impatientBundlePath = join(built, 'impatient-workflow-bundle.js');
  await writeFile(bundlePath, code);
  await writeFile(impatientBundlePath, impatient(code));
  globalThis.releaseTestServer = server;
  process.env.LOCRELEASE_TEST_ADDRESS = server.address;
  process.env.LOCRELEASE_TEST_BUNDLE = bundlePath;
  process.env.LOCRELEASE_TEST_IMPATIENT_BUNDLE = impatientBundlePath;
}
