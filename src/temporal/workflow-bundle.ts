import { existsSync } from 'node:fs';
import type { Config } from '../config/config';
import { modulePath } from '../package';

/** The bundle that the build made, one of two: failures are encrypted where they are made, and that is in there. */
export function builtWorkflowBundle({
  encryptionKeys,
}: Pick<Config, 'encryptionKeys'>): { codePath: string } | null {
  const name = encryptionKeys.length === 0 ? 'workflow-bundle' : 'workflow-bundle-encrypted';
  const codePath = modulePath(name);
  return existsSync(codePath) ? { codePath } : null;
}
