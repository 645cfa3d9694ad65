import { stringify } from 'yaml';
import type { ReleasePlan } from '../../src/client/plan-release';
import type { ReleaseFile } from '../../src/domain/release-file';
import type { ReleaseStatus } from '../../src/domain/status';
import { cli, type CliRun } from '../support/cli';
import { useScratch } from '../support/scratch';
import { ReleaseRig, reviewOnly, type RigOptions } from './release-rig';

describe('a budget', () => {
  const scratch = useScratch();
  let rig: ReleaseRig;
  afterEach(() => rig.close());

  const prices = { currency: 'EUR', perWord: 0.5 };
  const start = async (options: RigOptions = {}): Promise<void> => {
    rig = await ReleaseRig.start(options);
  };
  const run = (...args: string[]): Promise<CliRun> =>
    cli(args, {
      ...rig.env({ LOCRELEASE_CONFIG: rig.configFile }),
      TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
    });
  async function fileWith(budget: ReleaseFile['budget']): Promise<string> {
    await scratch.write('strings.json', '{"greeting": "Hello, Elder Mira!"}');
    const release = {
      ...{ name: 'game-1', project: rig.project, source: { file: 'strings.json' }, targetLanguages: ['ja'] },
      ...{ publish: false, budget },
    };
    return scratch.write('release.yaml', stringify(release));
  }

  it('stops a release before anything is paid for, and a corrected file takes its place', async () => {
    await start({ config: { prices } });
    const small = await fileWith({ cost: 1 });
    expect((await run('start', small)).code).toBe(3);
    expect((await run('start', small, '--no-check')).code).toBe(0);
    const { code, json } = await run('wait', `${rig.project}/game-1`, '--timeout', '60s', '-o', 'json');
    expect(code).toBe(3);
    const { stage, taskId, problem } = json() as ReleaseStatus;
    expect({ stage, taskId, code: problem?.code }).toEqual({
      stage: 'create',
      taskId: null,
      code: 'gate_budget',
    });
    expect(problem?.message).toMatch(
      /over its budget: 1\.50 EUR, and budget\.cost is 1\.00 EUR\.\n +ja +3 words/,
    );
    expect(rig.sandbox.journal.find().filter(({ effect }) => effect !== null)).toEqual([]);

    const outcome = async (file: string): Promise<unknown> =>
      ((await run('start', file, '--dry-run', '-o', 'json')).json() as ReleasePlan).start;
    expect(await outcome(small)).toEqual({ outcome: 'attach', isTemporalAsked: true });
    const larger = await fileWith({ cost: 1.5 });
    expect(await outcome(larger)).toEqual({ outcome: 'replace', isTemporalAsked: true });
    expect((await run('start', larger)).stderr).toContain(
      'It replaced one in which nothing had been paid for',
    );
    expect(await outcome(larger)).toEqual({ outcome: 'attach', isTemporalAsked: true });
    await run('cancel', `${rig.project}/game-1`);
  });

  it('is not passed over by workers that have no prices to judge it by', async () => {
    await start();
    const { problem } = await rig.parked(await rig.release({ ...reviewOnly, budget: { cost: 1 } }));
    expect(problem).toMatchObject({
      code: 'preflight',
      message: expect.stringContaining('budget.cost cannot be checked') as string,
    });
  });

  it('lets a release go on that stays within it', async () => {
    await start();
    const handle = await rig.release({ ...reviewOnly, terms: { scan: false }, budget: { words: 1000 } });
    expect((await handle.result()).state).toBe('done');
  });
});
