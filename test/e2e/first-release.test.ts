/** The first block of the README, line by line, as somebody types it who has set no variable. */
import { existsSync, readFileSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runningDev, STATE_DIRECTORY } from '../../src/config/dev-set';
import { newToken, tokenHash } from '../../src/gateway/operator-tokens';
import { until } from '../support/until';
import { CommandLine, type Ran } from './command-line';
import { cleanEnv, OPERATOR, runDev } from './ways';

const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
const [, block = ''] = /## Release engineers: .*?```sh\n(.*?)```/s.exec(readme) ?? [];
const lines = block
  .split('\n')
  .map((line) => line.replace(/#.*/, '').trim())
  .filter((line) => line !== '');

const token = newToken();
const said = new Map<string, Ran>();
let top: string;
let place: string;
let dev: Awaited<ReturnType<typeof runDev>> | undefined;

const typed = (words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
  new CommandLine(place, cleanEnv()).run(words, env);

beforeAll(async () => {
  place = top = await mkdtemp(join(tmpdir(), 'locrelease first '));
  for (const line of lines) {
    const [program, first = '', command = '', ...rest] = line.split(/\s+/);
    if (program === 'cd') place = join(place, first);
    else if (command === 'dev') dev = await withOperator();
    else said.set(line, await typed([command, ...rest]));
    if (command === 'start') await until('the terms wait', () => waitsForTerms());
  }
});
afterAll(async () => {
  await dev?.stop();
  await rm(top, { recursive: true, force: true });
});

/** The configuration file gives the one who runs it a token of their own. */
async function withOperator(): ReturnType<typeof runDev> {
  const operator = `operators:\n  ${OPERATOR}: { role: read, token: 'sha256:${tokenHash(token)}' }\n`;
  await appendFile(join(place, 'locrelease.config.yaml'), operator);
  return runDev(place);
}

async function waitsForTerms(): Promise<boolean> {
  return (await typed(['list', '--state', 'waiting', '-o', 'json'])).stdout.includes('game-1.0.0');
}

const environment = (): Record<string, string> => runningDev(join(place, STATE_DIRECTORY))?.environment ?? {};

it('each command of it does its part, in a directory with blanks in its name', () => {
  expect([...said].filter(([, { code }]) => code !== 0)).toEqual([]);
  expect([...said.keys()].map((line) => line.split(' ')[2])).toEqual(
    expect.arrayContaining(['init', 'start', 'terms', 'wait', 'files']),
  );
});

it('it ends with the terms confirmed and a file in hand', async () => {
  expect(said.get('npx locrelease terms list game-1.0.0')?.stdout).toContain('Captain Ava');
  expect(said.get('npx locrelease wait game-1.0.0')?.stdout).toMatch(/✓ confirm +done/);
  expect(JSON.parse(await readFile(join(place, 'build/locales/ja.json'), 'utf8'))).toMatchObject({
    'menu.quit': expect.stringContaining('Quit') as string,
  });
});

it('the doctor knows the callbacks and the store of the dev set, and a store that is another', async () => {
  const { checks } = JSON.parse((await typed(['doctor', '-o', 'json'])).stdout) as {
    checks: { what: string; level: string }[];
  };
  const levels = Object.fromEntries(checks.map(({ what, level }) => [what, level]));
  expect(levels).toMatchObject({ callbacks: 'ok', workers: 'ok', store: 'ok', Temporal: 'ok' });
  const other = await typed(['doctor'], { ...environment(), LOCRELEASE_STORE: join(top, 'other store') });
  expect(other.stdout).toMatch(/^warn {2}store: .*other store is not the store of locrelease@/m);
  expect(other.code).toBe(0);
});

it('operators of the configuration file sign in, and so does the link that was printed', async () => {
  const signIn = async (given: string): Promise<unknown> => {
    const answer = await fetch(`${environment().LOCRELEASE_CONSOLE_URL ?? ''}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: given }),
    });
    return answer.json();
  };
  const [, linked = ''] = /#token=(\S+)/.exec(dev?.printed ?? '') ?? [];
  expect(await signIn(token)).toMatchObject({ name: OPERATOR, role: 'read' });
  expect(await signIn(linked)).toMatchObject({ name: 'dev', role: 'operate' });
});

it('nothing is found any more once it has stopped', async () => {
  await dev?.stop();
  dev = undefined;
  expect(existsSync(join(place, STATE_DIRECTORY, 'dev.json'))).toBe(false);
});
