import { existsSync } from 'node:fs';
import type { Config } from '../config/config';
import { modulePath } from '../package';

/** The build makes two bundles, because failures are encrypted where they are created, inside the bundle. */
export function builtWorkflowBundle({
  encryptionKeys,
}: Pick<Config, 'encryptionKeys'>): { codePath: string } | null {
  const name = encryptionKeys.length === 0 ? 'workflow-bundle' : 'workflow-bundle-encrypted';
  const codePath = modulePath(name);
  return existsSync(codePath) ? { codePath } : null;
}
