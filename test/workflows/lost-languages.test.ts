/** Languages that strings have in the project, and a later release of them lacks. */
import { stringify } from 'yaml';
import type { ReleaseFile } from '../../src/domain/release-file';
import type { ReleaseStatus } from '../../src/domain/status';
import { cli, type CliRun } from '../support/cli';
import { useScratch } from '../support/scratch';
import { ReleaseRig, reviewOnly } from './release-rig';

const scratch = useScratch();
let rig: ReleaseRig;
afterEach(() => rig.close());

const unannounced: Partial<ReleaseFile> = { ...reviewOnly, publish: true, terms: { scan: false } };
const strings = [{ string_id: 'greeting', content: 'Hello, Elder Mira!' }];
const run = (...args: string[]): Promise<CliRun> =>
  cli(args, {
    ...rig.env({ LOCRELEASE_CONFIG: rig.configFile }),
    TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
  });

it('stop a release where a publish takes them away, until it may: also those of one that has not ended', async () => {
  rig = await ReleaseRig.start({ config: { assumptions: { 'publish-languages': 'replace' } } });
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const announce = { accounts: ['acc_1'], text: 'Out.', at };
  const open = await rig.release(
    { ...unannounced, name: 'game-1', targetLanguages: ['ja', 'ko'], announce },
    strings,
  );
  await rig.reached(open, ({ stage }) => stage === 'announce', 'it has published');

  await scratch.write('strings.json', '{"greeting": "Hello, Elder Mira!"}');
  const source = { file: 'strings.json' };
  const file = await scratch.write(
    'release.yaml',
    stringify({
      name: 'game-2',
      project: rig.project,
      source,
      targetLanguages: ['ja'],
      terms: { scan: false },
    }),
  );
  const refused = await run('start', file);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(`This release would lose ko, which ${rig.project}/game-1 has published.`);

  expect((await run('start', file, '--no-check')).code).toBe(0);
  const id = `${rig.project}/game-2`;
  const parked = (await run('wait', id, '--timeout', '60s', '-o', 'json')).json() as ReleaseStatus;
  expect(parked).toMatchObject({ state: 'parked', taskId: null, problem: { code: 'preflight' } });
  expect(parked.problem?.message).toContain('This release would lose ko');

  const started = await run('start', file, '--lose-languages', '--wait', '--timeout', '60s');
  expect(started.stderr).toContain('It replaced one in which nothing had been paid for.');
  expect(started.code).toBe(0);
  expect(rig.sandbox.localization.projectStrings('sandbox').strings).toMatchObject([
    { string_id: 'greeting', translations: { ja: expect.any(String) as string } },
  ]);
  await run('cancel', `${rig.project}/game-1`);
});

it('are warned of where it is not known what a publish does', async () => {
  rig = await ReleaseRig.start();
  const more = await rig.release({ ...unannounced, targetLanguages: ['ja', 'ko'] }, strings);
  expect((await more.result()).state).toBe('done');
  const { state, warnings } = await (
    await rig.release({ ...unannounced, targetLanguages: ['ja'] }, strings)
  ).result();
  expect(state).toBe('done');
  expect(warnings).toEqual([expect.stringContaining('This release may lose ko, which') as string]);
});
