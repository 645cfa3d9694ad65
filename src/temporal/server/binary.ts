// Finds a `temporal` CLI for the embedded server: an installed one, a cached one, the download of the release, or,
// where only package registries are reached, a build from the Go module in tools/temporal.
import { resolve } from 'node:path';
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
import { MINIMUM_SERVER, requireNewEnoughServer } from './server-version';
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
