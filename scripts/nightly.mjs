/**
 * Runs what takes too long for every change, one after the other, and ends with a summary: npm run nightly [name…].
 * It fails when one of them has failed; the others run nevertheless.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const root = join(import.meta.dirname, '..');
/** The newest line of Node that is supported, of which no other step sees anything. */
const NEWEST_NODE = 24;
/** Drawn anew for each night, and told: whoever mends what was found runs it again with the same. */
const seed = process.env.NIGHTLY_SEED ?? String(Date.now() % 100_000);

const steps = {
  // Every case, where `npm test` runs a drawn part: all kill points, lost replies, pages in each light, explorations.
  tests: () => npm('test'),
  // Every documented reading through a whole release, a part of the mutations, completion in real shells, and clients that
  // others generate from the OpenAPI.
  'slow-tests': () => run('npx', 'jest', '--selectProjects', 'nightly'),
  'small-limits': () => npm('test:small-limits'),
  node: unitTestsOnNewestNode,
  services: () => npm('services', '--count', '40', '--seed', seed, '--informed'),
  mutations: () => npm('services', '--mutate'),
  chaos: () => npm('chaos', '--releases', '200'),
  // Small faults in the code: the tests are to notice 95 of 100.
  faults: () => npm('faults', '--count', '100', '--workflows', '--seed', seed),
  fuzz: () => npm('fuzz', '--seconds', '600', '--seed', seed),
  bench: () => npm('bench'),
  screenshots: () => npm('screenshots'),
  topology: () => npm('topology'),
};

function npm(script, ...args) {
  return run('npm', 'run', script, ...(args.length === 0 ? [] : ['--', ...args]));
}

async function run(command, ...args) {
  const env = { ...process.env, LOCRELEASE_TEST_NIGHTLY: '1' };
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env });
  const [code] = await once(child, 'exit');
  return code === 0;
}

async function unitTestsOnNewestNode() {
  const directory = await mkdtemp(join(tmpdir(), 'locrelease-node-'));
  try {
    const name = `node-${process.platform}-${process.arch}`;
    const isInstalled = await run(
      'npm',
      'install',
      '--no-save',
      '--prefix',
      directory,
      `${name}@${NEWEST_NODE}`,
    );
    if (!isInstalled) return false;
    const node = join(directory, 'node_modules', name, 'bin/node');
    return await run(node, 'node_modules/jest/bin/jest.js', '--selectProjects', 'unit');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(steps);
const unknown = chosen.find((name) => !Object.hasOwn(steps, name));
if (unknown !== undefined) throw new Error(`${unknown}: one of ${Object.keys(steps).join(', ')}`);

console.log(`Again: NIGHTLY_SEED=${seed} npm run nightly`);
const summary = [];
for (const name of chosen) {
  console.log(`\n== ${name}`);
  const beganMs = Date.now();
  const isDone = await steps[name]();
  const minutes = ((Date.now() - beganMs) / 60_000).toFixed(1);
  summary.push({
    isDone,
    line: `${isDone ? 'ok    ' : 'FAILED'}  ${name.padEnd(14)} ${minutes.padStart(6)} min`,
  });
}
console.log(`\nNightly, seed ${seed}:\n${summary.map(({ line }) => line).join('\n')}`);
process.exitCode = summary.every(({ isDone }) => isDone) ? 0 : 1;
