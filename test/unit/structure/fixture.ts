/** A small project with faults of structure, for the tools that must find them. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Scratch } from '../../support/scratch';

export const PROJECT = join(__dirname, '../../..');

export interface Fixture {
  /** Texts by path. */
  files: Readonly<Record<string, string>>;
  /** Names of packages that are installed. */
  dependencies?: readonly string[];
  devDependencies?: readonly string[];
}

export async function writeFixture(scratch: Scratch, fixture: Fixture): Promise<void> {
  const { files, dependencies = [], devDependencies = [] } = fixture;
  const versions = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '1.0.0']));
  const description = {
    name: 'fixture',
    dependencies: versions(dependencies),
    devDependencies: versions(devDependencies),
  };
  await scratch.write('package.json', JSON.stringify(description));
  await scratch.write('tsconfig.json', '{}');
  for (const name of [...dependencies, ...devDependencies]) {
    await scratch.write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0' }));
    await scratch.write(`node_modules/${name}/index.js`, '');
  }
  for (const [path, text] of Object.entries(files)) await scratch.write(path, text);
}

/** What one of the project's tools prints about a directory. That it found something is no failure here. */
export function runTool(directory: string, name: string, ...args: readonly string[]): Promise<string> {
  const tool = join(PROJECT, 'node_modules/.bin', name);
  return new Promise((resolve, reject) => {
    const options = { cwd: directory, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [tool, ...args], options, (error, stdout, stderr) => {
      if (stdout === '') reject(new Error(`${name} printed nothing: ${stderr}`, { cause: error }));
      else resolve(stdout);
    });
  });
}

interface Cruise {
  summary: {
    violations: { rule: { name: string }; from: string; to: string }[];
    ruleSetUsed: { forbidden: { name: string }[] };
  };
}

export interface Violations {
  /** As `rule: from → to`, in order of the alphabet. */
  found: string[];
  /** Names of all rules. */
  rules: string[];
}

export async function cruise(
  scratch: Scratch,
  config: string,
  entries: readonly string[],
): Promise<Violations> {
  const printed = await runTool(
    scratch.path(),
    'depcruise',
    '-c',
    join(PROJECT, config),
    '-T',
    'json',
    ...entries,
  );
  const { violations, ruleSetUsed } = (JSON.parse(printed) as Cruise).summary;
  return {
    found: violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`).sort(),
    rules: ruleSetUsed.forbidden.map(({ name }) => name),
  };
}
