import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The bundle that the build made; null where the code runs from its sources. */
export function builtWorkflowBundle(): { codePath: string } | null {
  const codePath = join(__dirname, '..', 'workflow-bundle.js');
  return existsSync(codePath) ? { codePath } : null;
}
