import { bundleWorkflowCode } from '@temporalio/worker';
import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { quietLogger } from '../temporal/quiet-logger';

const SOURCES = resolve(__dirname, '../../src/workflows');
const FIXTURES = resolve(__dirname, '../workflows/fixtures');
/** In `changes.ts`. */
const WANTED = 'the-change-that-a-test-wants';

/** Interceptors of workflows that change how they run, as `changes.ts` of the fixtures names them. */
const workflowChanges = ['short-heartbeats', 'guarded-change', 'unguarded-change'] as const;
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
  await writeFile(path, await bundled(...(change === undefined ? [] : [join(FIXTURES, `${change}.ts`)])));
}

/** Writes a bundle for each change to a directory. All are one, but for the name of the change: webpack takes seconds. */
export async function bundleChanges(directory: string): Promise<void> {
  const code = await bundled(join(FIXTURES, 'changes.ts'));
  const parts = code.split(WANTED);
  if (parts.length !== 2) throw new Error(`the bundle names ${WANTED} ${parts.length - 1} times, not once`);
  for (const change of workflowChanges) await writeFile(join(directory, `${change}.js`), parts.join(change));
}

async function bundled(...changes: string[]): Promise<string> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(SOURCES, 'index.ts'),
    // As the build has it: saved histories, which were made without it, are replayed with it.
    workflowInterceptorModules: [join(SOURCES, 'pass-trace.ts'), ...changes],
    logger: quietLogger,
  });
  return code;
}
