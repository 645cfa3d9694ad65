import { join, resolve } from 'node:path';

export const PROJECT = resolve(__dirname, '../..');
/** The command that was built of the project as it is. */
export const TODAY = join(PROJECT, 'dist/cli/main.js');

/** A version of the workers: what they register as, and the command that they are. */
export interface Version {
  buildId: string;
  command: string;
}
export const today: Version = { buildId: 'v1', command: TODAY };
