/** The first block of the README, line by line, as somebody types it who has set no variable. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STATE_DIRECTORY } from '../../src/config/dev-set';
import { until } from '../support/until';
import { CommandLine, type Ran } from './command-line';
import { cleanEnv, runDev } from './ways';

const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
const [, block = ''] = /## Release engineers: .*?```sh\n(.*?)```/s.exec(readme) ?? [];
const lines = block.split('\n').map((line) => line.replace(/#.*/, '').trim());

let directory: string;
let dev: Awaited<ReturnType<typeof runDev>> | null = null;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'locrelease first '));
});
afterAll(async () => {
  await dev?.stop();
  await rm(directory, { recursive: true, force: true });
});

it('leads to confirmed terms and a file, in a directory with blanks in its name', async () => {
  let place = directory;
  const typed = (words: readonly string[]): Promise<Ran> => new CommandLine(place, cleanEnv()).run(words);
  const said: Record<string, Ran> = {};
  for (const line of lines.filter((one) => one !== '')) {
    const [program, ...words] = line.split(/\s+/);
    if (program === 'cd') place = join(place, words[0] ?? '');
    else if (words[1] === 'dev') dev = await runDev(place);
    else {
      said[line] = await typed(words.slice(1));
      expect([line, said[line].stderr, said[line].code]).toEqual([line, expect.anything(), 0]);
    }
    if (words[1] === 'start')
      await until('the terms wait', async () =>
        (await typed(['list', '--state', 'waiting', '-o', 'json'])).stdout.includes('game-1.0.0'),
      );
  }
  expect(said['npx locrelease terms list game-1.0.0']?.stdout).toContain('Captain Ava');
  const file = await readFile(join(place, 'build/locales/game.ini'), 'utf8');
  expect(file).toContain('intro.quest');

  const { stdout } = await typed(['doctor', '-o', 'json']);
  const { checks } = JSON.parse(stdout) as { checks: { what: string; level: string }[] };
  const levels = Object.fromEntries(checks.map(({ what, level }) => [what, level]));
  expect(levels).toMatchObject({ callbacks: 'ok', workers: 'ok', store: 'ok', Temporal: 'ok' });
  const other = await new CommandLine(place, {
    ...cleanEnv(),
    ...(
      JSON.parse(await readFile(join(place, STATE_DIRECTORY, 'dev.json'), 'utf8')) as { environment: object }
    ).environment,
    LOCRELEASE_STORE: join(directory, 'other store'),
  }).run(['doctor']);
  expect(other.stdout).toMatch(/^warn {2}store: .*other store is not the store of locrelease@/m);
  expect(other.code).toBe(0);

  await dev?.stop();
  dev = null;
  expect(existsSync(join(place, STATE_DIRECTORY, 'dev.json'))).toBe(false);
});
