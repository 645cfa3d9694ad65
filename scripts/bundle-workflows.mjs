// Bundles the workflow code once, at build time: a worker that bundles at its start takes seconds longer.
import { bundleWorkflowCode } from '@temporalio/worker';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const quiet = { trace() {}, debug() {}, info() {}, log() {}, warn: console.warn, error: console.error };
const { code } = await bundleWorkflowCode({
  workflowsPath: fileURLToPath(new URL('../dist/workflows/index.js', import.meta.url)),
  logger: quiet,
});
await writeFile(new URL('../dist/workflow-bundle.js', import.meta.url), code);
