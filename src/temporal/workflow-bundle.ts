import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config';

/** The bundle that the build made, one of two: failures are encrypted where they are made, and that is in there. */
export function builtWorkflowBundle({
  encryptionKeys,
}: Pick<Config, 'encryptionKeys'>): { codePath: string } | null {
  const name = encryptionKeys.length === 0 ? 'workflow-bundle.js' : 'workflow-bundle-encrypted.js';
  const codePath = join(__dirname, '..', name);
  return existsSync(codePath) ? { codePath } : null;
}
