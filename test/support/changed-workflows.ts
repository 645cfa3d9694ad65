/** A later version of the workflows: a copy of the source with some of its text replaced, bundled. */
import { bundleWorkflowCode } from '@temporalio/worker';
import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { quietLogger } from '../temporal/quiet-logger';

const root = resolve(__dirname, '../..');

export interface Change {
  /** Under `src/workflows`. */
  file: string;
  /** Must stand there once: a change that no longer fits is an error, not no change. */
  from: string;
  to: string;
}

/** Answers the path of the bundle. */
export async function bundleChangedWorkflows(changes: readonly Change[]): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'locrelease-changed-'));
  await cp(join(root, 'src'), join(copy, 'src'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const { file, from, to } of changes) {
    const path = join(copy, 'src/workflows', file);
    const [before, after, ...more] = (await readFile(path, 'utf8')).split(from);
    if (before === undefined || after === undefined || more.length > 0) {
      throw new Error(`${file} does not hold this once: ${from}`);
    }
    await writeFile(path, before + to + after);
  }
  const workflowsPath = join(copy, 'src/workflows/index.ts');
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: quietLogger });
  const codePath = join(copy, 'workflows.js');
  await writeFile(codePath, code);
  return codePath;
}
