/** Finds versitygw, an S3 server: on the PATH, in the cache, or built from the Go module in tools/versitygw. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { bringBinary, cachedPath, defaultCacheDir } from '../../src/temporal/bring-binary';
import { buildBinary, pinDigest } from '../../src/temporal/build-binary';
import { findOnPath } from '../../src/temporal/executable';
import type { Report } from '../../src/temporal/progress-report';

/** Set where there is one: its path. */
export const S3_SERVER_VARIABLE = 'LOCRELEASE_TEST_VERSITYGW';

/** Runs once before the tests that need it, outside of their time limits. */
export async function bringS3Server(): Promise<void> {
  const report: Report = (line) => process.stderr.write(`${line}\n`);
  const found = await findVersitygw(report);
  if (found.binary !== null) {
    process.env[S3_SERVER_VARIABLE] = found.binary;
    return;
  }
  // What could have been built and was not must not pass as tested.
  const [go] = await findOnPath('go', process.env);
  if (go !== undefined) throw new Error(`There is no S3 server for the tests. ${found.failures.join('; ')}`);
  report(
    `The tests of stores in a bucket are skipped: there is no S3 server. ${found.failures.join('; ')}. Install Go or versitygw to run them.`,
  );
}

async function findVersitygw(report: Report): Promise<{ binary: string | null; failures: string[] }> {
  const [installed] = await findOnPath('versitygw', process.env);
  if (installed !== undefined) return { binary: installed, failures: [] };
  const { env } = process;
  const cacheDir = defaultCacheDir(env);
  const target = {
    moduleDir: resolve(__dirname, '../../tools/versitygw'),
    program: 'github.com/versity/versitygw/cmd/versitygw',
    title: 'S3 server for the tests',
    takes: '2 minutes',
  };
  const built = {
    way: 'The build from source',
    cached: cachedPath(cacheDir, 'versitygw', `build-${await pinDigest(target.moduleDir)}`),
    bring: (directory: string) => buildBinary(directory, target, { env, report }),
  };
  const check = async (binary: string): Promise<void> => {
    await promisify(execFile)(binary, ['--version']);
  };
  return bringBinary([built], { cacheDir, check, report });
}
