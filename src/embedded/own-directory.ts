/** The directory that a set keeps its state in: for one set at a time, which two would spoil for each other. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config/config-error';
import { DEV_FILE, runningDev, type DevSet } from '../config/dev-set';
import { cannotWrite } from '../domain/path-fault';
import { replaceFile } from '../store/replace-file';

const OWNER_ALONE = { directory: 0o700, file: 0o600 };

export interface OwnDirectory {
  /** Lets commands find the set. */
  announce(environment: DevSet['environment']): Promise<void>;
  giveBack(): void;
}

export async function ownDirectory(directory: string): Promise<OwnDirectory> {
  const file = join(directory, DEV_FILE);
  const owner = runningDev(directory)?.pid ?? process.pid;
  // In a container, one that was killed had the same number.
  if (owner !== process.pid) {
    throw new ConfigError(
      `"locrelease dev" already runs in this directory, as process ${owner}. Nothing was started. Stop it first, or run this one in another directory. If process ${owner} is something else, remove ${file}.`,
    );
  }
  const announce = (environment: DevSet['environment']): Promise<void> =>
    replaceFile(file, `${JSON.stringify({ pid: process.pid, environment })}\n`, OWNER_ALONE);
  try {
    await announce({});
  } catch (error) {
    throw new ConfigError(`${cannotWrite(directory, error)} Nothing was started.`);
  }
  return { announce, giveBack: () => rmSync(file, { force: true }) };
}
