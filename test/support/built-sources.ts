/**
 * The sources as JavaScript, made anew for each run of the tests: a process that compiles them as it starts takes
 * seconds to do so, and what `npm run build` left may be older than the sources.
 */
import { build } from 'esbuild';
import { copyFile, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const DIRECTORY_VARIABLE = 'LOCRELEASE_TEST_BUILT_SOURCES';

/** Programs of the tests' own. */
const fixtures = ['test/workflows/fixtures/worker-process.ts'];

/** Answers the directory; the processes that run tests are told of it too. */
export async function buildSources(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'locrelease-built-'));
  const entries = await readdir(join(ROOT, 'src'), { recursive: true });
  const sources = entries.filter((path) => path.endsWith('.ts')).map((path) => join('src', path));
  await build({
    entryPoints: [...sources, ...fixtures],
    absWorkingDir: ROOT,
    outbase: ROOT,
    outdir: directory,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    sourcemap: 'inline',
  });
  for (const data of entries.filter((path) => path.endsWith('.json')))
    await copyFile(join(ROOT, 'src', data), join(directory, 'src', data));
  for (const beside of ['node_modules', 'package.json', 'dist']) {
    await symlink(join(ROOT, beside), join(directory, beside));
  }
  process.env[DIRECTORY_VARIABLE] = directory;
  return directory;
}

export async function removeBuiltSources(): Promise<void> {
  const directory = process.env[DIRECTORY_VARIABLE];
  if (directory !== undefined) await rm(directory, { recursive: true, force: true });
}

/** The file that Node can run, by the name of its source without the ending. */
export function builtModule(name: string): string {
  const directory = process.env[DIRECTORY_VARIABLE];
  if (directory === undefined) throw new Error(`${DIRECTORY_VARIABLE} is unset: the global set-up sets it`);
  return join(directory, `${name}.js`);
}
