import { chmod } from 'node:fs/promises';
import { useDevSet } from '../../../src/config/dev-set';
import { cli } from '../../support/cli';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();

const given = { TEMPORAL_ADDRESS: '127.0.0.1:7233', LOCALIZATION_BASE_URL: 'http://127.0.0.1:8090' };

/** As `locrelease dev` leaves it. */
async function dev(directory = '.', set: object = {}): Promise<void> {
  const file = await scratch.write(
    `${directory}/.locrelease/dev.json`,
    JSON.stringify({ pid: process.pid, environment: given, ...set }),
  );
  await chmod(file, 0o600);
}

function used(env: Record<string, string> = {}, directory = '.'): [Record<string, string>, string[]] {
  const lines: string[] = [];
  useDevSet((line) => lines.push(line), env, scratch.path(directory));
  return [env, lines];
}

it('completes the environment, and says so once', async () => {
  await dev();
  const [env, lines] = used({ PATH: '/bin' });
  expect(env).toEqual({ PATH: '/bin', ...given });
  expect(lines).toEqual(['Using the dev set in this directory.']);
  expect(used(env)).toEqual([env, []]);
});

it('is found from a directory below, unless that has state of its own', async () => {
  await dev();
  await scratch.write('game/strings/en.json', '{}');
  expect(used({}, 'game/strings')).toEqual([given, [`Using the dev set in ${scratch.path()}.`]]);
  await scratch.write('game/.locrelease/store/x', '');
  expect(used({}, 'game/strings')).toEqual([{}, []]);
});

it.each([
  ['TEMPORAL_ADDRESS', 'temporal:7233'],
  ['TEMPORAL_NAMESPACE', 'games'],
  ['TEMPORAL_PROFILE', 'production'],
  ['LOCALIZATION_APP_KEY', 'key'],
  ['SOCIAL_ACCESS_TOKEN', 'token'],
  ['CALLBACK_BASE_URL', 'https://locrelease.example'],
  ['LOCRELEASE_STORE', '/srv/store'],
  ['LOCRELEASE_TASK_QUEUE', 'other'],
])('leaves everything as it is where %s is set', async (name, value) => {
  await dev();
  expect(used({ [name]: value })).toEqual([
    { [name]: value },
    [`Not using the dev set in this directory: ${name} is set.`],
  ]);
});

it('is used beside variables that say the same, say nothing, or name no place', async () => {
  await dev();
  const env = { ...given, LOCALIZATION_BASE_URL: '', LOCRELEASE_OPERATOR: 'olga' };
  expect(used(env)[0]).toEqual({ ...given, LOCRELEASE_OPERATOR: 'olga' });
});

it.each([
  ['has gone', { pid: 99_999_999 }],
  ['has left something else', { environment: 'none' }],
])('is not there where it %s', async (_what, set) => {
  await dev('.', set);
  expect(used()).toEqual([{}, []]);
});

it('is not believed where others could have written its file', async () => {
  await dev();
  await chmod(scratch.path('.locrelease/dev.json'), 0o666);
  expect(used()).toEqual([{}, []]);
});

it('is not looked for where there is none', () => {
  expect(used()).toEqual([{}, []]);
});

it('has commands come again while it starts, unless another place is named', async () => {
  await dev('.', { environment: {} });
  expect(() => used()).toThrow(
    'The dev set in this directory is still starting. Nothing was done. Run the command again once "locrelease dev" has printed its addresses.',
  );
  const elsewhere = { TEMPORAL_ADDRESS: 'temporal:7233' };
  expect(used({ ...elsewhere })).toEqual([elsewhere, []]);
});

it('is told by "dev --exports" while it runs, and nothing is started', async () => {
  await dev();
  const here = jest.spyOn(process, 'cwd').mockReturnValue(scratch.path());
  const { code, stdout } = await cli(['dev', '--exports']);
  expect([code, stdout]).toEqual([
    0,
    'export TEMPORAL_ADDRESS=127.0.0.1:7233\nexport LOCALIZATION_BASE_URL=http://127.0.0.1:8090\n',
  ]);
  await dev('.', { environment: {} });
  expect(await cli(['dev', '--exports'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The dev set in this directory is still starting.') as string,
  });
  here.mockRestore();
});
