/** The programs of Temporal's images, under the names that they have there, built from what the Go module pins. */
import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { findTemporalBinary } from '../../src/temporal/binary';
import { defaultCacheDir, pinDigest, findOnPath } from '../../src/temporal/bring-binary';
import { withHeartbeat, type Report } from '../../src/temporal/progress-report';
import type { Site } from './site';

const MODULE = resolve(__dirname, '../../tools/temporal');
const LONGEST_BUILD_MS = 30 * 60_000;

const PACKAGES = {
  'temporal-server': 'go.temporal.io/server/cmd/server',
  'temporal-sql-tool': 'go.temporal.io/server/cmd/tools/sql',
} as const;

/** A PATH that begins with them. */
export async function serverToolsPath(site: Site, report: Report): Promise<string> {
  const directory = site.path('bin');
  await mkdir(directory);
  await symlink(await findTemporalBinary({ report }), join(directory, 'temporal'));
  return [directory, await builtServerTools(site, report), process.env.PATH].join(delimiter);
}

/** Built once, and kept. */
async function builtServerTools(site: Site, report: Report): Promise<string> {
  const kind = `${process.platform}-${process.arch}-${await pinDigest(MODULE)}`;
  const directory = join(defaultCacheDir(process.env), `temporal-server-${kind}`);
  const [kept] = await findOnPath('temporal-server', { PATH: directory });
  if (kept !== undefined) return directory;

  const [go] = await findOnPath('go', process.env);
  if (go === undefined)
    throw new Error('Go is needed to build the Temporal server. Install it: https://go.dev/dl');
  report('Building the Temporal server from source, only this once. This takes some minutes.');
  // Beside the place where they are kept: they get there whole or not at all.
  const incoming = `${directory}.${process.pid}`;
  await mkdir(incoming, { recursive: true });
  try {
    for (const [name, goPackage] of Object.entries(PACKAGES)) {
      await withHeartbeat(report, `Still building ${name}`, () =>
        site.run(
          [go, 'build', '-mod=readonly', '-ldflags', '-s -w', '-o', join(incoming, name), goPackage],
          { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' },
          { cwd: MODULE, timeoutMs: LONGEST_BUILD_MS },
        ),
      );
    }
    await rename(incoming, directory);
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
  return directory;
}
