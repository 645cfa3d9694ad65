import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export type Version = readonly [major: number, minor: number, patch: number];

/** The first server that skips time for single executions. */
export const MINIMUM_SERVER: Version = [1, 32, 0];

const VERSION_TIMEOUT_MS = 30_000;

/** The server inside the CLI, from a line such as `temporal version 1.8.2 (Server 1.32.1, UI 2.50.1)`. */
export function parseServerVersion(versionLine: string): Version | null {
  const match = /\(Server (\d+)\.(\d+)\.(\d+)/.exec(versionLine);
  return match === null ? null : [Number(match[1]), Number(match[2]), Number(match[3])];
}

export function isNewEnough(version: Version): boolean {
  const [major, minor, patch] = MINIMUM_SERVER;
  if (version[0] !== major) return version[0] > major;
  if (version[1] !== minor) return version[1] > minor;
  return version[2] >= patch;
}

/** Runs the binary, which also detects a truncated or foreign file; throws with the reason not to use it. */
export async function requireNewEnoughServer(binary: string, env: NodeJS.ProcessEnv): Promise<void> {
  const version = parseServerVersion(await versionLine(binary, env));
  if (version === null) throw new Error(`${binary} does not show its server version`);
  if (!isNewEnough(version)) {
    throw new Error(
      `${binary} has server ${version.join('.')}; ${MINIMUM_SERVER.join('.')} or newer is needed`,
    );
  }
}

async function versionLine(binary: string, env: NodeJS.ProcessEnv): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(binary, ['--version'], {
      env: withoutTemporalSettings(env),
      timeout: VERSION_TIMEOUT_MS,
    });
    return stdout;
  } catch (cause) {
    throw new Error(`${binary} does not run`, { cause });
  }
}

const NAMES_ANOTHER_SERVICE = /^(TEMPORAL_.*|HOME|XDG_CONFIG_HOME|USERPROFILE|APPDATA)$/i;

/**
 * The environment for a `temporal` process of ours, without anything that names another Temporal service. The home
 * directory is left out too, because the CLI reads profiles and writes a file of its own there.
 */
export function withoutTemporalSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !NAMES_ANOTHER_SERVICE.test(name)));
}
