/** Makes the package, and installs it as from a registry. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

export const PROJECT = resolve(__dirname, '../..');

const packed = z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) });
/** npm has printed both. */
const packOutput = z.union([z.array(packed), z.record(z.string(), packed)]);
const packageFile = z.object({
  version: z.string(),
  bin: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});

export interface PackedProject {
  tarball: string;
  /** What is in it. */
  files: string[];
  version: string;
}

export async function run(
  command: string,
  words: readonly string[],
  { cwd, env = bareEnvironment() }: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<string> {
  return (await promisify(execFile)(command, words, { cwd, env })).stdout;
}

/** Nothing of the caller's settings may lead the package to another service, nor to this project. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, XDG_CACHE_HOME } = process.env;
  return { PATH, HOME, XDG_CACHE_HOME };
}

/** As `npm publish` does, but for the build: it is made before the tests, and doing it again would only take time. */
export async function packProject(directory: string): Promise<PackedProject> {
  const npm = (...words: string[]): Promise<string> => run('npm', words, { cwd: PROJECT });
  await npm('run', 'prepack');
  try {
    const output = await npm('pack', '--ignore-scripts', '--json', '--pack-destination', directory);
    const [made] = Object.values(packOutput.parse(JSON.parse(output)));
    if (made === undefined) throw new Error(`npm packed nothing: ${output}`);
    const { version } = await readPackageFile();
    return { tarball: join(directory, made.filename), files: made.files.map(({ path }) => path), version };
  } finally {
    await npm('run', 'postpack');
  }
}

/**
 * Registries tell npm that a package has a lock file; a file on disk is not asked. So the folder has what npm writes
 * down there after it was told.
 */
export async function installPackage(
  { tarball }: PackedProject,
  home: string,
  ...options: string[]
): Promise<void> {
  await mkdir(home, { recursive: true });
  await copyFile(tarball, join(home, 'locrelease.tgz'));
  const { version, bin, dependencies, optionalDependencies } = await readPackageFile();
  const digest = createHash('sha512').update(await readFile(tarball));
  const resolved = 'file:locrelease.tgz';
  const project = { private: true, dependencies: { locrelease: resolved } };
  const locrelease = {
    version,
    resolved,
    integrity: `sha512-${digest.digest('base64')}`,
    hasShrinkwrap: true,
    bin,
    dependencies,
    optionalDependencies,
  };
  const packages = { '': project, 'node_modules/locrelease': locrelease };
  await writeFile(join(home, 'package.json'), JSON.stringify(project));
  await writeFile(join(home, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...options], { cwd: home });
}

async function readPackageFile(): Promise<z.infer<typeof packageFile>> {
  return packageFile.parse(JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')));
}
