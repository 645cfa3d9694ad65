// Bundles the workflow code once, at build time: a worker that bundles at its start takes seconds longer.
import { bundleWorkflowCode } from '@temporalio/worker';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const built = (name) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));
const quiet = { trace() {}, debug() {}, info() {}, log() {}, warn: console.warn, error: console.error };

async function bundle(name, options) {
  const workflowsPath = built('workflows/index.js');
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: quiet, ...options });
  await writeFile(built(name), code);
}

await bundle('workflow-bundle.js', {});
await bundle('workflow-bundle-encrypted.js', { failureConverterPath: built('temporal/failure-converter.js') });
