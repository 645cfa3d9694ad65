import { bundleWorkflowCode } from '@temporalio/worker';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { quietLogger } from '../temporal/quiet-logger';

const SOURCES = resolve(__dirname, '../../src/workflows');
const FIXTURES = resolve(__dirname, '../workflows/fixtures');

/** An interceptor of workflows that changes how they run, by the name of its file. */
export type WorkflowChange = 'short-heartbeats' | 'guarded-change' | 'unguarded-change';

/** Writes a bundle of the workflows to a file, and returns its path. */
export async function bundleWorkflows({
  change,
  path,
}: { change?: WorkflowChange; path?: string } = {}): Promise<string> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(SOURCES, 'index.ts'),
    workflowInterceptorModules: [
      // As the build has it: saved histories, which were made without it, are replayed with it.
      join(SOURCES, 'pass-trace.ts'),
      ...(change === undefined ? [] : [join(FIXTURES, `${change}.ts`)]),
    ],
    logger: quietLogger,
  });
  const codePath = path ?? join(await mkdtemp(join(tmpdir(), 'locrelease-bundle-')), 'workflows.js');
  await writeFile(codePath, code);
  return codePath;
}
