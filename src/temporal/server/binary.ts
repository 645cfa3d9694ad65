// Finds a `temporal` CLI for the embedded server: an installed one, a cached one, the download of the release, or,
// where only package registries are reached, a build from the Go module in tools/temporal.
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../package';
import {
  bringBinary,
  cachedPath,
  defaultCacheDir,
  reason,
  type Source,
  buildBinary,
  pinDigest,
  findOnPath,
} from './bring-binary';
import { DOWNLOADED_CLI_VERSION, downloadBinary, type DownloadBinary } from './download-binary';
import type { ReportLine } from '../progress-report';
import { NoTemporalServer } from '../errors';

export interface TemporalBinaryOptions {
  readonly report: ReportLine;
  readonly env?: NodeJS.ProcessEnv;
  readonly cacheDir?: string;
  /** The Go module that pins the source of the build. */
  readonly moduleDir?: string;
  readonly download?: DownloadBinary;
}

/** Returns a CLI whose server is new enough. A download or build may take minutes. */
export async function findTemporalBinary(options: TemporalBinaryOptions): Promise<string> {
  const { env = process.env, report } = options;
  const installed = await findInstalled(env);
  if ('binary' in installed) return installed.binary;
  const cacheDir = options.cacheDir ?? defaultCacheDir(env);
  const check = (binary: string): Promise<void> => requireNewEnoughServer(binary, env);
  const sources = await listSources(cacheDir, options);
  const { binary, failures } = await bringBinary(sources, { cacheDir, check, report });
  if (binary !== null) return binary;
  throw new NoTemporalServer(explain([`\`temporal\` on the PATH: ${installed.refusal}`, ...failures]));
}

async function findInstalled(env: NodeJS.ProcessEnv): Promise<{ binary: string } | { refusal: string }> {
  const refusals: string[] = [];
  for (const binary of await findOnPath('temporal', env)) {
    try {
      await requireNewEnoughServer(binary, env);
      return { binary };
    } catch (error) {
      refusals.push(reason(error));
    }
  }
  return { refusal: refusals.length === 0 ? 'not found' : refusals.join('; ') };
}

async function listSources(cacheDir: string, options: TemporalBinaryOptions): Promise<Source[]> {
  const { env = process.env, report, download = downloadBinary } = options;
  const { moduleDir = resolve(packageRoot, 'tools/temporal') } = options;
  const built = {
    moduleDir,
    program: 'github.com/temporalio/cli/cmd/temporal',
    title: 'Temporal server',
    takes: '4 to 6 minutes',
  };
  return [
    {
      way: 'The download',
      cached: cachedPath(cacheDir, 'temporal', DOWNLOADED_CLI_VERSION),
      bring: (directory) => download(directory, report),
    },
    {
      way: 'The build from source',
      cached: cachedPath(cacheDir, 'temporal', `build-${await pinDigest(moduleDir)}`),
      bring: (directory) => buildBinary(directory, built, { env, report }),
    },
  ];
}

function explain(failures: readonly string[]): string {
  return [
    `No Temporal server ${MINIMUM_SERVER.join('.')} or newer could be found, downloaded or built. Nothing was started. Tried:`,
    ...failures.map((failure) => `  - ${failure}`),
    `Install the Temporal CLI ${DOWNLOADED_CLI_VERSION} or newer (https://docs.temporal.io/cli), or install Go ` +
      '(https://go.dev/dl) to build it here. Then run this again.',
  ].join('\n');
}

export type Version = readonly [major: number, minor: number, patch: number];

/** The first server that skips time for single executions. */
const MINIMUM_SERVER: Version = [1, 32, 0];

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
