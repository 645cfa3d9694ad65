/** The package as npm makes and installs it, in a folder that knows nothing of this project. */
import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnGuarded, type GuardedProcess } from '../../src/temporal/server/guarded-process';
import { until } from '../support/until';
import { installedVersions, testedVersions } from './package-versions';
import {
  bareEnvironment,
  installPackage,
  packProject,
  PROJECT,
  run,
  type PackedProject,
} from './packed-project';

const INSTALL_BOUND_MS = 600_000;
const RELEASE_BOUND_MS = 300_000;

let directory = '';
let home = '';
let packed: PackedProject;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'locrelease-package-'));
  home = join(directory, 'home');
  packed = await packProject(directory);
  await installPackage(packed, home);
}, INSTALL_BOUND_MS);

afterAll(() => rm(directory, { recursive: true, force: true }));

const locreleaseOf = (folder: string): string => join(folder, 'node_modules/.bin/locrelease');

describe('the package', () => {
  it('holds what the commands need, and neither sources nor tests', () => {
    expect(packed.files).toEqual(
      expect.arrayContaining([
        'bin/locrelease.js',
        'dist/cli/main.js',
        'dist/workflow-bundle.js',
        'dist/page/index.html',
        'examples/release.yaml',
        'npm-shrinkwrap.json',
        'tools/temporal/go.mod',
        'tools/temporal/go.sum',
      ]),
    );
    expect(packed.files.filter((path) => /^(src|web|test|scripts)\/|\.test\.|\.env/.test(path))).toEqual([]);
  });

  it('has a lock file that names no registry, and leaves none in the project', async () => {
    const published = await readFile(join(home, 'node_modules/locrelease/npm-shrinkwrap.json'), 'utf8');
    expect(published).not.toContain('"resolved"');
    expect(existsSync(join(PROJECT, 'npm-shrinkwrap.json'))).toBe(false);
  });
});

describe('installed', () => {
  const running: GuardedProcess[] = [];
  afterAll(async () => {
    for (const process of running.reverse()) await process.stop();
  });

  async function start(words: readonly string[], env = bareEnvironment()): Promise<GuardedProcess> {
    const process = await spawnGuarded(locreleaseOf(home), words, { cwd: home, env });
    running.push(process);
    return process;
  }

  it('it brings every package in the version that was tested, and no other', async () => {
    const tested = await testedVersions({ optional: true });
    expect(Object.keys(tested).length).toBeGreaterThan(100);
    expect(await installedVersions(join(home, 'node_modules/locrelease'))).toEqual(tested);
    expect(await installedVersions(home)).toMatchObject({ 'node_modules/locrelease': packed.version });
  });

  it('it answers to npx with its version', async () => {
    const words = ['--no-install', 'locrelease', '--version'];
    expect(await run('npx', words, { cwd: home })).toBe(`${packed.version}\n`);
  });

  it(
    'it carries a release from init to its files, with a server, a worker and a sandbox of its own',
    async () => {
      await run(locreleaseOf(home), ['init', 'game'], { cwd: home });
      await appendFile(join(home, 'game/release.yaml'), 'terms: { confirmation: automatic }\n');
      const dev = await start(['dev', '--speed', '10', '--exports']);
      await until('dev tells how to reach it', () => /LOCRELEASE_CONSOLE_URL=.*\n/.test(dev.output.stdout));
      const exports = [...dev.output.stdout.matchAll(/export (\w+)=(\S+)/g)];
      const env: NodeJS.ProcessEnv = {
        ...bareEnvironment(),
        ...Object.fromEntries(exports.map(([, name = '', value = '']) => [name, value])),
        // Not that of dev's own worker: this release is for the worker below.
        LOCRELEASE_TASK_QUEUE: 'installed',
      };
      const worker = await start(['worker'], env);
      const page = await (await fetch(env.LOCRELEASE_CONSOLE_URL ?? '')).text();
      expect(page).toContain('<title>locrelease</title>');

      const words = ['start', 'game/release.yaml', '--wait', '--timeout', '180s', '--output', 'json'];
      const status: unknown = JSON.parse(await run(locreleaseOf(home), words, { cwd: home, env }));

      expect(status).toMatchObject({ id: 'default/game-1.0.0', state: 'done' });
      expect(await readFile(join(home, 'game/out/game.ini'), 'utf8')).toContain('[ja]');
      for (const { pid } of [worker, dev]) process.kill(pid, 'SIGTERM');
      expect(await Promise.all([worker.ended, dev.ended])).toEqual([0, 0]);
    },
    RELEASE_BOUND_MS,
  );
});

describe('installed without optional dependencies, as for production', () => {
  let bare = '';
  const built = (name: string): string => join(bare, 'node_modules/locrelease/dist', name);

  beforeAll(async () => {
    bare = join(directory, 'production');
    await installPackage(packed, bare, '--omit=optional');
  }, INSTALL_BOUND_MS);

  it('it brings nothing that only tests or downloads need', async () => {
    const installed = await installedVersions(join(bare, 'node_modules/locrelease'));
    expect(installed).toEqual(await testedVersions({ optional: false }));
    expect(installed).not.toHaveProperty(['node_modules/@temporalio/testing']);
  });

  it('it answers with its version, and with what a worker takes', async () => {
    expect(await run(locreleaseOf(bare), ['--version'], { cwd: bare })).toBe(`${packed.version}\n`);
    expect(await run(locreleaseOf(bare), ['worker', '--help'], { cwd: bare })).toMatch(
      /^Usage: locrelease worker /,
    );
  });

  it('it loads all that a worker and a gateway are made of', async () => {
    const script = `for (const path of process.argv.slice(1)) console.log(Object.keys(require(path)).join());`;
    const modules = ['worker.js', 'gateway/gateway.js'].map(built);
    const loaded = await run(process.execPath, ['-e', script, ...modules], { cwd: bare });
    expect(loaded.split('\n')).toEqual([
      expect.stringContaining('createReleaseWorker'),
      expect.stringContaining('startGateway'),
      '',
    ]);
  });
});
