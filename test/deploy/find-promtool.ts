/** Finds promtool, which checks rules of Prometheus: on the PATH, in the cache, or in the package of Debian or Ubuntu. */
import { execFile } from 'node:child_process';
import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bringBinary, cachedPath, defaultCacheDir, findOnPath } from '../../src/temporal/server/bring-binary';

const run = promisify(execFile);

const HOW_TO =
  'The tests of the alerts need promtool. Install it (Debian and Ubuntu: apt-get install prometheus; elsewhere it comes with Prometheus).';

export async function findPromtool(report: (line: string) => void): Promise<string> {
  const [installed] = await findOnPath('promtool', process.env);
  if (installed !== undefined) return installed;
  const cacheDir = defaultCacheDir(process.env);
  const unpacked = {
    way: 'The package "prometheus"',
    cached: cachedPath(cacheDir, 'promtool', 'package'),
    bring: (directory: string) => unpack(directory, report),
  };
  const check = async (binary: string): Promise<void> => {
    await run(binary, ['--version']);
  };
  const { binary, failures } = await bringBinary([unpacked], { cacheDir, check, report });
  if (binary === null) throw new Error(`${HOW_TO} ${failures.join('; ')}`);
  return binary;
}

/** Taken out of the package, which would start a server where it is installed. */
async function unpack(directory: string, report: (line: string) => void): Promise<string> {
  report('no promtool was found: taking it from the package "prometheus"');
  const download = () => run('apt-get', ['-q', 'download', 'prometheus'], { cwd: directory });
  try {
    await download();
  } catch {
    // The lists of packages may be missing or old.
    await run('apt-get', ['-q', 'update']);
    await download();
  }
  const [archive = ''] = (await readdir(directory)).filter((name) => name.endsWith('.deb'));
  await run('dpkg-deb', ['--extract', archive, 'unpacked'], { cwd: directory });
  const promtool = join(directory, 'unpacked/usr/bin/promtool');
  await chmod(promtool, 0o755);
  return promtool;
}
