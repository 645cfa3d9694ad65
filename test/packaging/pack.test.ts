/** The package as npm makes and installs it, in a folder that knows nothing of this project. */
import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { spawnGuarded, type GuardedProcess } from '../../src/temporal/guarded-process';
import { until } from '../support/until';

const PROJECT = resolve(__dirname, '../..');
const INSTALL_BOUND_MS = 180_000;
const RELEASE_BOUND_MS = 120_000;

const packed = z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) });
/** npm has printed both. */
const packOutput = z.union([z.array(packed), z.record(z.string(), packed)]);
const packageFile = z.object({ version: z.string() });

let home = '';
let files: string[] = [];
const running: GuardedProcess[] = [];

const run = async (command: string, words: readonly string[], env = bareEnvironment()): Promise<string> =>
  (await promisify(execFile)(command, words, { cwd: home, env })).stdout;

const locrelease = (...words: string[]): Promise<string> => run(installed(), words);

async function start(words: readonly string[], env = bareEnvironment()): Promise<GuardedProcess> {
  const process = await spawnGuarded(installed(), words, { cwd: home, env });
  running.push(process);
  return process;
}

function installed(): string {
  return join(home, 'node_modules/.bin/locrelease');
}

/** Nothing of the caller's settings may lead the package to another service, nor to this project. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, XDG_CACHE_HOME } = process.env;
  return { PATH, HOME, XDG_CACHE_HOME };
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'locrelease-package-'));
  // The build is made before the tests: doing it again would only take time.
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', home, PROJECT];
  const [made] = Object.values(packOutput.parse(JSON.parse(await run('npm', pack))));
  files = made?.files.map(({ path }) => path) ?? [];
  await writeFile(join(home, 'package.json'), '{ "private": true }');
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${made?.filename ?? ''}`]);
}, INSTALL_BOUND_MS);

afterAll(async () => {
  for (const process of running.reverse()) await process.stop();
  await rm(home, { recursive: true, force: true });
});

it('holds what the commands need, and neither sources nor tests', () => {
  expect(files).toEqual(
    expect.arrayContaining([
      'dist/cli/main.js',
      'dist/workflow-bundle.js',
      'dist/page/index.html',
      'examples/release.yaml',
      'tools/temporal/go.mod',
      'tools/temporal/go.sum',
    ]),
  );
  expect(files.filter((path) => /^(src|console|test|scripts)\/|\.test\.|\.env/.test(path))).toEqual([]);
});

it('answers to npx with its version', async () => {
  const { version } = packageFile.parse(JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')));
  expect(await run('npx', ['--no-install', 'locrelease', '--version'])).toBe(`${version}\n`);
});

it(
  'carries a release from init to its files, with a server, a worker and a sandbox of its own',
  async () => {
    await locrelease('init', 'game');
    await appendFile(
      join(home, 'game/release.yaml'),
      'terms: { confirmation: automatic }\nexport: { template: tpl-1a2b3c4d, filename: game, directory: out }\n',
    );
    const dev = await start(['dev', '--speed', '10']);
    await until('dev tells how to reach it', () => dev.output.stdout.includes('Ctrl-C stops'), 60_000);
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

    const words = ['start', 'game/release.yaml', '--wait', '--timeout', '60s', '--output', 'json'];
    const status: unknown = JSON.parse(await run(installed(), words, env));

    expect(status).toMatchObject({ id: 'default/game-1.0.0', state: 'done' });
    expect(await readFile(join(home, 'game/out/game.ini'), 'utf8')).toContain('[ja]');
    for (const { pid } of [worker, dev]) process.kill(pid, 'SIGTERM');
    expect(await Promise.all([worker.ended, dev.ended])).toEqual([0, 0]);
  },
  RELEASE_BOUND_MS,
);
