/** The state directory of a set. Only one set at a time may use it, because two would corrupt it. */
import { rmSync, existsSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { readFile, writeFile, chmod, mkdir } from 'node:fs/promises';
import * as z from 'zod';
import { ConfigError } from '../config/config-error';
import { DEV_FILE, runningDev, type DevSet } from '../config/dev-set';
import { cannotWrite } from '../domain/text/path-fault';
import { replaceFile } from '../store/replace-file';
import { freePorts, isFreePort } from '../temporal/server/free-ports';
import { newToken } from '../gateway/operator-tokens';

const OWNER_ALONE = { directory: 0o700, file: 0o600 };

interface OwnDirectory {
  announce(environment: DevSet['environment']): Promise<void>;
  giveBack(): void;
}

export async function ownDirectory(directory: string): Promise<OwnDirectory> {
  const file = join(directory, DEV_FILE);
  const owner = runningDev(directory)?.pid ?? process.pid;
  // In a container, a set that was killed may have had our own pid.
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

/** The ports of a set stay the same in a directory, so that links and callbacks keep working. */
const ports = z.object({ temporal: z.int(), ui: z.int(), gateway: z.int(), sandbox: z.int() });
export type Ports = z.output<typeof ports>;

const names: Readonly<Record<keyof Ports, string>> = {
  temporal: 'Temporal',
  ui: 'the web UI of Temporal',
  gateway: 'the gateway',
  sandbox: 'the sandbox',
};

interface WantedPorts {
  /** The ports for a directory without saved ones. */
  usual: Ports;
  requested: Partial<Ports>;
}

/** Returns the saved ports. One that is in use is replaced by another, which is reported. */
export async function savedPorts(
  file: string,
  { usual, requested }: WantedPorts,
  report: (line: string) => void,
): Promise<Ports> {
  const before = { ...((await portsIn(file)) ?? usual), ...requested };
  const chosen = { ...before };
  for (const name of ['temporal', 'ui', 'gateway', 'sandbox'] as const) {
    const port = before[name];
    if (await isFreePort(port)) continue;
    const [free = 0] = await freePorts(1);
    chosen[name] = free;
    report(`Port ${port} is in use. From now on, ${names[name]} has port ${free} in this directory.`);
  }
  await writeFile(file, `${JSON.stringify(chosen)}\n`, { mode: 0o600 });
  return chosen;
}

async function portsIn(file: string): Promise<Ports | null> {
  try {
    return ports.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

/** The token in the file, or a new one that is written there, so that a bookmarked link stays valid. */
export async function savedToken(path: string): Promise<string> {
  if (existsSync(path)) {
    await chmod(path, 0o600);
    return (await readFile(path, 'utf8')).trim();
  }
  const token = newToken();
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, `${token}\n`, { mode: 0o600 });
  return token;
}
