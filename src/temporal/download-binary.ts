import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { spawnGuarded, type GuardedProcess } from './guarded-process';
import { withoutTemporalSettings } from './isolated-env';
import { nodeArgumentsFor } from './node-arguments';
import { withHeartbeat, type Report } from './progress-report';

/** The first CLI that bundles server 1.32. */
export const DOWNLOADED_CLI_VERSION = 'v1.9.1';

const POLL_MS = 500;
/** A network that swallows packets must not cost minutes; a slow one may take its time. */
const STALLED_AFTER_MS = 30_000;
const LONGEST_DOWNLOAD_MS = 15 * 60_000;

export type DownloadBinary = (directory: string, env: NodeJS.ProcessEnv, report: Report) => Promise<string>;

/** Lets the Temporal SDK download the CLI into that empty directory; returns the executable. */
export const downloadBinary: DownloadBinary = async (directory, env, report) => {
  report('Downloading the Temporal server, only this once. About 60 MB, usually less than a minute.');
  const sdk = await spawnGuarded(
    process.execPath,
    [...nodeArgumentsFor(require.resolve('./sdk-download')), directory, DOWNLOADED_CLI_VERSION],
    { env: withoutTemporalSettings(env) },
  );
  try {
    const needsDecision = await withHeartbeat(report, 'Still downloading the Temporal server', () =>
      endOrStall(sdk, directory),
    );
    // The SDK also fails when the server it starts is slow to answer: by then the executable is there.
    const executable = (await readdir(directory)).find((name) => !name.endsWith('.downloading'));
    if (executable !== undefined) return join(directory, executable);
    throw new Error(needsDecision ?? sdk.output.stderr.trim());
  } finally {
    await sdk.stop();
  }
};

/** Waits for the SDK to end; returns why it was given up if it does not. */
async function endOrStall(sdk: GuardedProcess, directory: string): Promise<string | null> {
  const startedMs = Date.now();
  let bytes = 0;
  let grewAtMs = startedMs;
  while ((await Promise.race([sdk.ended, delay(POLL_MS)])) === undefined) {
    const bytesNow = await sizeOf(directory);
    if (bytesNow > bytes) grewAtMs = Date.now();
    bytes = bytesNow;
    if (Date.now() - grewAtMs > STALLED_AFTER_MS) return `no data for ${STALLED_AFTER_MS / 1000} s`;
    if (Date.now() - startedMs > LONGEST_DOWNLOAD_MS) return 'it took too long';
  }
  return null;
}

async function sizeOf(directory: string): Promise<number> {
  const names = await readdir(directory);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(directory, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
