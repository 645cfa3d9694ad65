/** Small faults in a copy of the tree: whether the tests that concern a file notice each of them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { RandomSource } from '../../src/sandbox/random-source';
import { faultsOf, withFault, type Fault } from './faults-of';

const PROJECT = resolve(__dirname, '../..');
/** What hangs is noticed too. */
const LONGEST_MS = 15 * 60_000;
/** The tests are too weak where they notice less. */
const LEAST_NOTICED = 0.95;

interface Trial extends Omit<Fault, 'from' | 'to' | 'instead'> {
  file: string;
  /** The tests that failed, or `no end`; none where nobody noticed. */
  noticedBy: readonly string[];
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '20' },
      seed: { type: 'string', default: String(Date.now() % 100_000) },
      /** A file or folder of src. */
      only: { type: 'string', default: 'src' },
      /** The tier of whole releases too, where the quick ones notice nothing. */
      workflows: { type: 'boolean', default: false },
      /** Where the outcomes are written as JSON. */
      to: { type: 'string', default: 'out/faults.json' },
    },
  });
  const { count, seed, only, to } = values;
  const faults = drawFaults(await allFaults(only), Number(count), seed);
  console.log(`${faults.length} faults in ${only}, drawn by --seed ${seed}`);
  await mkdir(dirname(to), { recursive: true });
  const tree = await Tree.copied();
  const tiers = [['unit', 'services'], ...(values.workflows ? [['workflows']] : [])];
  const trials: Trial[] = [];
  try {
    for (const { file, fault } of faults) {
      const { line, what } = fault;
      const trial = { file, line, what, noticedBy: await tree.noticedBy(file, fault, tiers) };
      trials.push(trial);
      console.log(describe(trial));
      await writeFile(to, `${JSON.stringify({ seed, only, trials }, null, 2)}\n`);
    }
  } finally {
    await tree.remove();
  }
  const unnoticed = trials.filter(({ noticedBy }) => noticedBy.length === 0);
  console.log(`\n${trials.length - unnoticed.length} of ${trials.length} faults were noticed; not noticed:`);
  for (const trial of unnoticed) console.log(describe(trial));
  process.exitCode = trials.length - unnoticed.length < LEAST_NOTICED * trials.length ? 1 : 0;
}

interface FileFault {
  file: string;
  fault: Fault;
}

async function allFaults(only: string): Promise<FileFault[]> {
  const within = resolve(PROJECT, only);
  const files = /[.]ts$/.test(only)
    ? [within]
    : (await readdir(within, { recursive: true })).filter((name) => /[.]ts$/.test(name)).sort();
  const faults = await Promise.all(
    files.map(async (name) => {
      const path = resolve(within, name);
      const file = relative(PROJECT, path);
      return faultsOf(file, await readFile(path, 'utf8')).map((fault) => ({ file, fault }));
    }),
  );
  return faults.flat();
}

/** The same for the same seed. Files with many possible faults are met as often as others, so that no table of numbers has them all. */
function drawFaults(all: readonly FileFault[], count: number, seed: string): FileFault[] {
  const random = new RandomSource(seed);
  const byFile = new Map<string, FileFault[]>();
  for (const one of all) byFile.set(one.file, [...(byFile.get(one.file) ?? []), one]);
  const taken: FileFault[] = [];
  const takeFrom = <Item>(items: Item[]): Item | undefined =>
    items.splice(Math.floor(random.fraction() * items.length), 1)[0];
  let files: string[] = [];
  while (taken.length < Math.min(count, all.length)) {
    if (files.length === 0) files = [...byFile.keys()];
    const fault = takeFrom(byFile.get(takeFrom(files) ?? '') ?? []);
    if (fault !== undefined) taken.push(fault);
  }
  return taken;
}

/** A copy of the project in which files may be wrong for a while. */
class Tree {
  /** Test files that pass, and that fail, without any fault. */
  readonly #sound = new Set<string>();
  readonly #unsound = new Set<string>();

  private constructor(
    private readonly directory: string,
    private readonly tests: readonly string[],
  ) {}

  static async copied(): Promise<Tree> {
    const directory = await mkdtemp(join(tmpdir(), 'locrelease-faults-'));
    const left = new Set(['node_modules', '.git', 'out', 'coverage', '.locrelease']);
    await cp(PROJECT, directory, {
      recursive: true,
      filter: (path) => !left.has(relative(PROJECT, path).split('/')[0] ?? ''),
    });
    await symlink(join(PROJECT, 'node_modules'), join(directory, 'node_modules'));
    const names = await readdir(join(directory, 'test'), { recursive: true });
    return new Tree(
      directory,
      names.filter((name) => name.endsWith('.test.ts')).map((name) => `test/${name}`),
    );
  }

  /** The tests that import the file itself go first: mostly they are enough, and they are quick. */
  async noticedBy(file: string, fault: Fault, tiers: readonly string[][]): Promise<readonly string[]> {
    const path = join(this.directory, file);
    const sound = await readFile(path, 'utf8');
    try {
      for (const projects of tiers) {
        const near = await this.#importersOf(file, projects);
        for (const choice of [
          near.length > 0 && ['--runTestsByPath', ...near],
          ['--findRelatedTests', file],
        ]) {
          if (choice === false) continue;
          await writeFile(path, withFault(sound, fault));
          const failed = await this.#failed(projects, choice);
          await writeFile(path, sound);
          const noticed = failed === null ? ['no end'] : await this.#onlyWithFault(projects, failed);
          if (noticed.length > 0) return noticed;
        }
      }
      return [];
    } finally {
      await writeFile(path, sound);
    }
  }

  async #importersOf(file: string, projects: readonly string[]): Promise<string[]> {
    const importsIt = `/${basename(file, '.ts')}';`;
    const near: string[] = [];
    for (const test of this.tests.filter((one) => projects.includes(one.split('/')[1] ?? ''))) {
      const codes = await this.#codesOf(test);
      if (codes.some((code) => code.includes(importsIt))) near.push(test);
    }
    return near;
  }

  /** The code of a test file, and of the modules of cases that it loads. */
  async #codesOf(test: string): Promise<string[]> {
    const path = join(this.directory, test);
    const code = await readFile(path, 'utf8');
    const modules = [...code.matchAll(/require\('([^']+[.]cases)'\)/g)];
    const cases = modules.map(([, name]) => readFile(join(dirname(path), `${name}.ts`), 'utf8'));
    return [code, ...(await Promise.all(cases))];
  }

  /** Of tests that failed, those that pass once the fault is gone. */
  async #onlyWithFault(projects: readonly string[], failed: readonly string[]): Promise<string[]> {
    const unknown = failed.filter((test) => !this.#sound.has(test));
    const unsound =
      unknown.length === 0 ? [] : await this.#failed(projects, ['--runTestsByPath', ...unknown]);
    for (const test of unknown) (unsound?.includes(test) === false ? this.#sound : this.#unsound).add(test);
    return failed.filter((test) => this.#sound.has(test));
  }

  /** The test files that fail; null where they come to no end. */
  async #failed(projects: readonly string[], choice: readonly string[]): Promise<string[] | null> {
    const ignored = [...this.#unsound].map((test) => `--testPathIgnorePatterns=${test}`);
    const options = ['--silent', '--bail', '--passWithNoTests', '--reporters=default', ...ignored];
    const jest = spawn(
      process.execPath,
      ['node_modules/jest/bin/jest.js', '--selectProjects', ...projects, ...options, ...choice],
      { cwd: this.directory, stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    );
    const bound = setTimeout(() => process.kill(-(jest.pid ?? 0), 'SIGKILL'), LONGEST_MS);
    const ended = once(jest, 'close') as Promise<[code: number | null]>;
    const output = await text(jest.stderr);
    const [code] = await ended;
    clearTimeout(bound);
    if (code === null) return null;
    const failed = [...output.matchAll(/^FAIL \w+ (\S+)/gm)].map(([, test = '']) => test);
    if (code !== 0 && failed.length === 0) throw new Error(`jest did not run: ${output}`);
    return [...new Set(failed)];
  }

  async remove(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }
}

function describe({ file, line, what, noticedBy }: Trial): string {
  return `${noticedBy.length > 0 ? 'noticed    ' : 'NOT NOTICED'}  ${file}:${line}  ${what}  ${noticedBy[0] ?? ''}`;
}

void main();
