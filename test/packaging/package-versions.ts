/** Which version of which package is where: as this project was tested, and as npm installed it. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PROJECT } from './packed-project';

/** By their place, such as `node_modules/a/node_modules/b`. */
export type PackageVersions = Record<string, string>;

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string(),
      dev: z.literal(true).optional(),
      optional: z.literal(true).optional(),
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
    }),
  ),
});
const packageFile = z.object({ version: z.string() });

/** Of everything that is neither for development nor for one platform alone. */
export async function testedVersions({
  optional: withOptional,
}: {
  optional: boolean;
}): Promise<PackageVersions> {
  const { packages } = lockFile.parse(JSON.parse(await readFile(join(PROJECT, 'package-lock.json'), 'utf8')));
  const wanted = Object.entries(packages).filter(
    ([path, { dev, os, cpu, optional }]) =>
      path !== '' && !dev && os === undefined && cpu === undefined && (withOptional || !optional),
  );
  return Object.fromEntries(wanted.map(([path, { version }]) => [path, version]));
}

export async function installedVersions(packageDirectory: string): Promise<PackageVersions> {
  const found: PackageVersions = {};
  const search = async (place: string): Promise<void> => {
    for (const name of await packagesIn(join(packageDirectory, place))) {
      const path = `${place}/${name}`;
      const file = await readFile(join(packageDirectory, path, 'package.json'), 'utf8');
      found[path] = packageFile.parse(JSON.parse(file)).version;
      await search(`${path}/node_modules`);
    }
  };
  await search('node_modules');
  return found;
}

async function packagesIn(directory: string): Promise<string[]> {
  const names = await subdirectories(directory);
  const scoped = names.filter((name) => name.startsWith('@'));
  const inScopes = await Promise.all(
    scoped.map(async (scope) =>
      (await subdirectories(join(directory, scope))).map((name) => `${scope}/${name}`),
    ),
  );
  return [...names.filter((name) => !scoped.includes(name)), ...inScopes.flat()];
}

/** None where there is no such directory; npm's own begin with a dot. */
async function subdirectories(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
}
