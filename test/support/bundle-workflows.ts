import { bundleWorkflowCode } from '@temporalio/worker';
import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { quietLogger } from '../temporal/quiet-logger';

const SOURCES = resolve(__dirname, '../../src/workflows');
const FIXTURES = resolve(__dirname, '../workflows/fixtures');

/** Interceptors of workflows that change how they run, by the names of their files. */
export const workflowChanges = ['short-heartbeats', 'guarded-change', 'unguarded-change'] as const;
type WorkflowChange = (typeof workflowChanges)[number];

/** The bundle with that change which the global set-up has made. */
export function changedBundle(change: WorkflowChange): string {
  return join(dirname(process.env.LOCRELEASE_TEST_BUNDLE ?? ''), `${change}.js`);
}

/** Writes a bundle of the workflows, as the build has it or with that change, to a file where it is wanted. */
export async function bundleWorkflows({
  change,
  path,
}: {
  change?: WorkflowChange;
  path: string;
}): Promise<void> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(SOURCES, 'index.ts'),
    workflowInterceptorModules: [
      // As the build has it: saved histories, which were made without it, are replayed with it.
      join(SOURCES, 'pass-trace.ts'),
      ...(change === undefined ? [] : [join(FIXTURES, `${change}.ts`)]),
    ],
    logger: quietLogger,
  });
  await writeFile(path, code);
}
