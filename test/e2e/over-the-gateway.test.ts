import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../support/until';
import { CLI, Product, type Ran } from './product';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

let product: Product;
let elsewhere: string;
beforeAll(async () => {
  product = await Product.start();
  elsewhere = await mkdtemp(join(tmpdir(), 'locrelease-far-'));
});
afterAll(async () => {
  await product.close();
  await rm(elsewhere, { recursive: true, force: true });
});

const far = (...args: string[]): Promise<Ran> => product.runFar(args, elsewhere);
const farJson = async (...args: string[]): Promise<Record<string, unknown>> =>
  JSON.parse((await far(...args, '-o', 'json')).stdout) as Record<string, unknown>;

async function writtenRelease(name: string, more: object = {}): Promise<string> {
  const strings = { greeting: 'Hello, Elder Mira!', keep: 'Elder Mira guards the Crystal Keep.' };
  await writeFile(join(elsewhere, 'en.json'), JSON.stringify(strings));
  const release = {
    name,
    source: { file: 'en.json' },
    targetLanguages: ['ja'],
    export: { template: 'tpl-1a2b3c4d', directory: 'out' },
    ...more,
  };
  await writeFile(join(elsewhere, `${name}.json`), JSON.stringify(release));
  return `${name}.json`;
}

it('a release goes from start to files from a machine that knows the gateway and a token alone', async () => {
  const started = await far('start', await writtenRelease('far-1'));
  expect(started).toMatchObject({ code: 0 });
  expect(started.stderr).toContain(`See it at: ${product.consoleUrl}/releases/default/far-1`);

  await product.waitingForTerms('far-1');
  const { terms } = (await farJson('terms', 'list', 'far-1')) as { terms: { id: string; term: string }[] };
  expect(terms.map(({ term }) => term)).toContain('Elder Mira');
  expect(await far('terms', 'edit', 'far-1', 'Elder Mira', '--translation', 'ja=長老ミラ')).toMatchObject({
    code: 0,
  });
  expect(await far('terms', 'confirm', 'far-1', '--as', 'nobody-like-it')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(', not of nobody-like-it. Nothing was done.') as string,
  });
  expect(await far('terms', 'confirm', 'far-1')).toMatchObject({ code: 0 });
  expect(await far('wait', 'far-1', '--timeout', '180s')).toMatchObject({ code: 0 });

  const { files } = (await farJson('files', 'far-1', '--to', 'got')) as {
    files: { path: string; sha256: string }[];
  };
  expect(files).toHaveLength(1);
  for (const { path, sha256 } of files) {
    const bytes = await readFile(join(elsewhere, path));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    expect(bytes.toString()).toContain('長老ミラ');
  }
});

it.each([
  [['status', 'far-1']],
  [['explain', 'far-1']],
  [['report', 'far-1']],
  [['history']],
  [['files', 'far-1']],
])('%j says the same on both machines', async (args) => {
  const [there, here] = [await far(...args, '-o', 'json'), await product.run([...args, '-o', 'json'])];
  expect(there).toEqual(here);
  expect(there.code).toBe(0);
});

it('a file that is wrong is refused with its place, and one for elsewhere on the worker too', async () => {
  const wrong = await far('start', await writtenRelease('far-2', { export: { template: 'none' } }));
  expect(wrong).toMatchObject({ code: 2, stdout: '' });
  expect(wrong.stderr).toMatch(/far-2\.json:1: export\.template: There is no export template none/);
  const outside = { export: { template: 'tpl-1a2b3c4d', directory: '/etc' } };
  const refused = await far('start', await writtenRelease('far-2', outside));
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('export.directory must be a relative path') as string,
  });
  expect((await far('status', 'far-2')).code).toBe(2);
});

it('a context is kept for its owner alone, and used until it is left', async () => {
  const env = { PATH: process.env.PATH, HOME: elsewhere };
  const run = async (args: string[], typed = ''): Promise<Ran> => {
    const child = spawn(process.execPath, [CLI, ...args], { cwd: elsewhere, env });
    child.stdin.end(typed);
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number]>,
    ]);
    return { code, stdout, stderr };
  };
  const server = product.consoleUrl;
  expect(await run(['login', 'home', '--server', server], 'lrt_nobody\n')).toMatchObject({ code: 2 });
  expect(await run(['login', 'home', '--server', server], `${product.consoleToken}\n`)).toMatchObject({
    code: 0,
  });
  const file = join(elsewhere, '.config/locrelease/contexts.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await run(['status', 'far-1'])).toMatchObject({ code: 0 });
  expect((await run(['context', 'list'])).stdout).toMatch(/^CURRENT +NAME +OPERATOR +SERVER\n\* +home /);
  expect((await run(['context', 'list'])).stdout).not.toContain(product.consoleToken);
  expect(await run(['status', 'far-1', '--context', 'nowhere'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no context nowhere.') as string,
  });
  expect(await run(['context', 'use', 'none'])).toMatchObject({ code: 0 });
  expect(await run(['status', 'far-1', '--context', 'home'])).toMatchObject({ code: 0 });
  expect(await run(['logout', 'home'])).toMatchObject({ code: 0 });
  expect(await readFile(file, 'utf8')).not.toContain(product.consoleToken);
});

it('says with exit code 9 which gateway does not answer', async () => {
  const [answer] = await Promise.all([
    product.run(['status', 'far-1'], {
      LOCRELEASE_SERVER: 'http://127.0.0.1:2',
      LOCRELEASE_TOKEN: 'lrt_token',
    }),
  ]);
  expect(answer).toMatchObject({ code: 9, stdout: '' });
  expect(answer.stderr).toContain('Cannot connect to the gateway at http://127.0.0.1:2');
  expect(answer.stderr).toContain('Nothing was done.');
});

it('follows a release until it has settled', async () => {
  const name = await writtenRelease('far-3', { terms: { scan: false }, export: undefined });
  const watched = await far('start', name, '--wait', '--timeout', '180s');
  expect(watched).toMatchObject({ code: 0 });
  await until('it is done', async () => (await farJson('status', 'far-3')).state === 'done');
});
