// Bundles the workflow code once, at build time: a worker that bundles at its start takes seconds longer.
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const built = (name) => join(import.meta.dirname, '../dist', name);

async function bundle(name, options) {
  const workflowsPath = built('workflows/index.js');
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    workflowInterceptorModules: [built('workflows/pass-trace.js')],
    logger: new DefaultLogger('WARN'),
    ...options,
  });
  // A module that is not found would be an error only when the worker runs.
  if (code.includes('webpackMissingModule')) throw new Error(`${name} lacks a module.`);
  await writeFile(built(name), code);
}

await bundle('workflow-bundle.js', {});
await bundle('workflow-bundle-encrypted.js', {
  failureConverterPath: built('temporal/payloads/failure-converter.js'),
});
