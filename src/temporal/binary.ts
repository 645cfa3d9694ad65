// A `temporal` CLI for the embedded server, wherever we run: one that is installed, one brought earlier, the
// download of the release, or a build from the Go module in tools/temporal where only package registries are reached.
import { mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildBinary, pinDigest } from './build-binary';
import { DOWNLOADED_CLI_VERSION, downloadBinary, type DownloadBinary } from './download-binary';
import { executableName, findOnPath } from './executable';
import { withLockFile } from './lock-file';
import type { Report } from './progress-report';
import { MINIMUM_SERVER, requireNewEnoughServer } from './server-version';
import { NoTemporalServer } from './no-temporal-server';
import { sentence } from '../domain/sentence';

export interface TemporalBinaryOptions {
  readonly report: Report;
  readonly env?: NodeJS.ProcessEnv;
  readonly cacheDir?: string;
  /** The Go module that pins what is built. */
  readonly moduleDir?: string;
  readonly download?: DownloadBinary;
}

/** A way to bring a binary, and the place where it is kept from then on. */
interface Source {
  readonly way: string;
  readonly cached: string;
  bring(directory: string): Promise<string>;
}

/** The path of a CLI whose server is new enough; brings one if need be, which may take minutes. */
export async function findTemporalBinary(options: TemporalBinaryOptions): Promise<string> {
  const { env = process.env, report } = options;
  const cacheDir = options.cacheDir ?? defaultCacheDir(env);
  const failures: string[] = [];
  const attempt = async <T>(way: string, work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      failures.push(`${way}: ${reason(error)}`);
      return null;
    }
  };

  const installed = await attempt('`temporal` on the PATH', () => findInstalled(env));
  if (installed !== null) return installed;
  const sources = await listSources(cacheDir, options);
  const kept = await findCached(sources, env);
  if (kept !== null) return kept;

  const brought = await attempt(`The cache ${cacheDir}`, async () => {
    await mkdir(cacheDir, { recursive: true });
    return await withLockFile(join(cacheDir, 'bring.lock'), report, async () => {
      let binary = await findCached(sources, env);
      for (const source of sources) {
        binary ??= await attempt(source.way, () => bring(source, join(cacheDir, 'incoming'), env, report));
      }
      return binary;
    });
  });
  if (brought === null) throw new NoTemporalServer(explain(failures));
  return brought;
}

async function findInstalled(env: NodeJS.ProcessEnv): Promise<string> {
  const refusals: string[] = [];
  for (const binary of await findOnPath('temporal', env)) {
    try {
      await requireNewEnoughServer(binary, env);
      return binary;
    } catch (error) {
      refusals.push(reason(error));
    }
  }
  throw new Error(refusals.length === 0 ? 'not found' : refusals.join('; '));
}

async function listSources(cacheDir: string, options: TemporalBinaryOptions): Promise<Source[]> {
  const { env = process.env, report, download = downloadBinary } = options;
  const { moduleDir = resolve(__dirname, '../../tools/temporal') } = options;
  // One home directory may serve machines of several kinds.
  const keep = (version: string) =>
    join(cacheDir, executableName(`temporal-${process.platform}-${process.arch}-${version}`));
  return [
    {
      way: 'The download',
      cached: keep(DOWNLOADED_CLI_VERSION),
      bring: (directory) => download(directory, report),
    },
    {
      way: 'The build from source',
      cached: keep(`build-${await pinDigest(moduleDir)}`),
      bring: (directory) => buildBinary(directory, moduleDir, env, report),
    },
  ];
}

async function findCached(sources: readonly Source[], env: NodeJS.ProcessEnv): Promise<string | null> {
  for (const { cached } of sources) {
    try {
      await requireNewEnoughServer(cached, env);
      return cached;
    } catch {
      // Absent or broken: to be brought, and then replaced.
    }
  }
  return null;
}

/** Only what has been seen to run gets its place in the cache: half a binary is never taken for one. */
async function bring(
  source: Source,
  incomingDir: string,
  env: NodeJS.ProcessEnv,
  report: Report,
): Promise<string> {
  await rm(incomingDir, { recursive: true, force: true });
  await mkdir(incomingDir);
  try {
    const binary = await source.bring(incomingDir);
    await requireNewEnoughServer(binary, env);
    await rename(binary, source.cached);
    return source.cached;
  } catch (error) {
    report(`${source.way} failed: ${sentence(reason(error))}`);
    throw error;
  } finally {
    await rm(incomingDir, { recursive: true, force: true });
  }
}

export function defaultCacheDir(env: NodeJS.ProcessEnv): string {
  const base = env.XDG_CACHE_HOME;
  return join(base === undefined || base === '' ? join(homedir(), '.cache') : base, 'locrelease');
}

function explain(failures: readonly string[]): string {
  return [
    `No Temporal server ${MINIMUM_SERVER.join('.')} or newer could be found, downloaded or built. Nothing was started. Tried:`,
    ...failures.map((failure) => `  - ${failure}`),
    `Install the Temporal CLI ${DOWNLOADED_CLI_VERSION} or newer (https://docs.temporal.io/cli), or install Go ` +
      '(https://go.dev/dl) to build it here. Then run this again.',
  ].join('\n');
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
