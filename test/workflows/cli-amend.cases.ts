import { stringify } from 'yaml';
import { type CliRun, cli } from '../support/cli';
import { useScratch } from '../support/scratch';
import { until } from '../support/until';
import { commandAt, operatorsOfBackends, ways } from './backends';
import { ReleaseRig, type RigOptions, reviewOnly } from './release-rig';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import { publicationsOf } from './invariants';
import type { ReleasePlan } from '../../src/protocol/draft-api';
import type { ReleaseStatus } from '../../src/domain/release/status';
import { drawn, itAtNight } from '../support/nightly';

describe.each(drawn(ways, 1, 1))('the commands that change a release, %s,', (way) => {
  const scratch = useScratch();
  let rig: ReleaseRig;
  beforeEach(async () => {
    rig = await ReleaseRig.start({ minCheckInterval: '200ms', config: { operators: operatorsOfBackends } });
    await scratch.write('strings.json', '{"greeting": "Hello, Elder Mira!"}');
  });
  afterEach(() => rig.close());

  const run = (...args: string[]): Promise<CliRun> => commandAt(way, rig, args);
  const file = (change: object = {}): Promise<string> =>
    scratch.write(
      'release.yaml',
      stringify({
        name: 'game-1',
        project: rig.project,
        source: { file: 'strings.json' },
        targetLanguages: ['ja'],
        terms: { deadline: '2 days' },
        announce: { accounts: ['acc_1'], text: 'Out.' },
        ...change,
      }),
    );
  const status = async () => (await run('status', `${rig.project}/game-1`, '-o', 'json')).json() as Status;

  it('start nothing that a service would refuse, unless told', async () => {
    const wrong = await file({ export: { template: 'none' } });
    const refused = await run('start', wrong);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/release\.yaml:\d+: export\.template: There is no export template none/);
    expect((await run('status', `${rig.project}/game-1`)).code).toBe(2);

    expect((await run('start', wrong, '--no-check')).code).toBe(0);
    await until('it is parked', async () => (await status()).state === 'parked');
    expect((await run('start', await file())).stderr).toContain('started with the corrected file');
    const cancelled = await run('cancel', `${rig.project}/game-1`);
    expect(cancelled.code).toBe(0);
  });

  it('amend what has not happened, show the difference, and refuse the rest', async () => {
    const id = `${rig.project}/game-1`;
    expect((await run('start', await file())).code).toBe(0);
    await until('it waits for its terms', async () => (await status()).waitingFor?.kind === 'terms');

    const same = await run('amend', id, await file());
    expect(same).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('already asks for this') as string,
    });

    const changed = await file({ announce: { accounts: ['acc_1'], text: 'Out now.' } });
    const amended = await run('amend', id, changed, '--as', 'olga', '--reason', 'better');
    expect(amended.code).toBe(0);
    expect(amended.stdout).toMatch(/ now asks for this:\n {2}announce\.text: was "Out\.", now "Out now\."$/m);
    // What it asks for now is what it is known by.
    expect((await run('start', changed)).stderr).toContain('is already running. Attached to it.');

    const fixed = await run('amend', id, await file({ targetLanguages: ['ja', 'fr'] }));
    expect(fixed.code).toBe(2);
    expect(fixed.stderr).toContain('A release that runs keeps its targetLanguages. Nothing was changed.');

    const due = (await status()).waitingFor?.dueAt ?? '';
    const extended = await run('amend', id, '--deadline', '5 days', '-o', 'json');
    expect(extended.json()).toMatchObject({
      id,
      changed: 'amend terms.deadline',
      difference: ['terms.deadline: was 2 d, now 5 d'],
    });
    await until('it has more time', async () => {
      const { waitingFor } = await status();
      return Date.parse(waitingFor?.dueAt ?? '') - Date.parse(due) === 3 * 86_400_000;
    });
    expect((await run('amend', id)).code).toBe(2);
    expect((await run('amend', id, '--deadline', '5 days')).stdout).toContain('already asks for this');
    // Whoever repeats the same start is not kept from it by what others amended, and is told of that.
    for (const again of [await file(), await file({ announce: { accounts: ['acc_1'], text: 'Out now.' } })]) {
      const { code, stderr } = await run('start', again);
      expect(code).toBe(0);
      expect(stderr).toContain('is already running. Attached to it.');
      expect(stderr).toMatch(/ amended it: time for the term review: was 2 d, now 5 d\./);
    }
    const other = await run('start', await file({ announce: { accounts: ['acc_1'], text: 'New.' } }));
    expect(other.code).toBe(2);
    expect(other.stderr).toMatch(
      /with other content\. Nothing was started\.\n {2}announce\.text: was "Out now\.", now "New\."\nIt can be amended/,
    );

    expect((await run('amend', id, '--add-language', 'fr')).code).toBe(0);
    const withFrench = await run('start', await file({ targetLanguages: ['ja', 'fr'] }));
    expect(withFrench.stderr).toContain('Attached to it.');
    expect(withFrench.stderr).toMatch(/ amended it: add languages fr\./);
    expect(withFrench.code).toBe(0);
    expect((await run('amend', id, '--add-language', 'fr', '--as', 'ivan')).code).toBe(0);
    expect((await run('explain', id)).stdout.match(/added fr|time for the term review/g)).toHaveLength(2);

    // The file did not change the deadline: whoever gave more time is not overruled.
    const worded = { announce: { accounts: ['acc_1'], text: 'Out at last.' } };
    const reworded = await run('amend', id, await file(worded), '-o', 'json');
    expect(reworded.json()).toMatchObject({
      difference: ['announce.text: was "Out now.", now "Out at last."'],
      takenBack: [],
    });
    const shorter = await run('amend', id, await file({ ...worded, terms: { deadline: '4 days' } }));
    expect(shorter.stdout).toMatch(
      /terms\.deadline: was 5 d, now 4 d\nThis takes back:\n {2}terms\.deadline, which \S+ amended on \S+Z$/m,
    );
    const unchanged = await run('amend', id, await file({ ...worded, terms: { deadline: '4 days' } }));
    expect(unchanged.stdout).toContain('already asks for this');

    expect((await run('pause', id, '--reason', 'lunch')).code).toBe(0);
    await until('it is paused', async () => (await status()).state === 'paused');
    const text = (await run('status', id)).stdout;
    expect(text).toContain(`Next: locrelease resume ${id}`);
    expect(await run('pause', id)).toMatchObject({
      code: 0,
      stdout: `${id} is paused already. Nothing irreversible begins until it is resumed.\n`,
    });
    expect((await run('resume', id)).code).toBe(0);
    expect(await run('resume', id)).toMatchObject({
      code: 0,
      stdout: `${id} is not paused. Nothing was done.\n`,
    });
    const decided = (await status()).decisions.filter(({ what }) => ['pause', 'resume'].includes(what));
    expect(decided.map(({ what }) => what)).toEqual(['pause', 'resume']);
    const again = {
      code: 0,
      stdout: expect.stringContaining(`${id} is cancelled already. Cannot be undone: task `) as string,
    };
    expect((await run('cancel', id)).code).toBe(0);
    expect(await run('cancel', id)).toMatchObject(again);
    await until('it is cancelled', async () => (await status()).state === 'cancelled');
    expect(await run('cancel', id)).toMatchObject(again);
    expect(await run('resume', id)).toMatchObject({ code: 2, stdout: '' });
  });
});

interface Status {
  state: string;
  decisions: { what: string }[];
  waitingFor: { kind: string; dueAt: string | null } | null;
  problem: { code: string } | null;
}

describe('releases that failed', () => {
  const short: Partial<ReleaseFile> = {
    terms: { scan: false },
    supplementLanguages: [],
    publish: false,
    export: undefined,
  };
  const twoAccounts = { accounts: ['acc_1', 'acc_2'], text: '{name} is out.' };

  describe.each(drawn(ways, 1, 2))('a retry, %s,', (way) => {
    let rig: ReleaseRig;
    beforeEach(async () => {
      rig = await ReleaseRig.start({ minCheckInterval: '200ms', config: { operators: operatorsOfBackends } });
    });
    afterEach(() => rig.close());

    const retry = (...args: string[]): Promise<CliRun> => commandAt(way, rig, ['retry', ...args]);
    const ofProject = (...args: string[]): Promise<CliRun> =>
      retry('--failed', '--project', rig.project, ...args);
    const idOf = ({ workflowId }: { workflowId: string }): string => workflowId.replace(/^release\//, '');

    it('of all that failed for one cause leaves the others, and announces once; other words are refused', async () => {
      for (const args of [[], ['game-1', '--failed'], ['game-1', '--cause', 'x']])
        expect({ args, ...(await retry(...args)) }).toMatchObject({ args, code: 2, stdout: '' });
      expect(await ofProject()).toMatchObject({ code: 0, stdout: 'No release waits to be tried again.\n' });

      rig.sandbox.faults.add({ on: 'target acc_1', do: 'fail', code: 'token_expired' });
      const partial = await rig.release({ ...short, announce: twoAccounts });
      await rig.reached(partial, ({ state }) => state === 'partial', 'one account is left');
      const parked = await rig.release({
        ...short,
        announce: { accounts: ['acc_3'], text: '{name} is out.' },
      });
      await rig.parked(parked);

      const unknown = await ofProject('--cause', 'preflght');
      expect([unknown.code, unknown.stdout]).toEqual([2, '']);
      expect(unknown.stderr).toContain('(did you mean preflight?)');

      const taken = await ofProject('--cause', 'token_expired', '-o', 'json');
      expect(taken.code).toBe(0);
      expect(taken.json()).toMatchObject({
        releases: [{ id: idOf(partial), state: 'partial', outcome: 'taken' }],
      });
      expect((await partial.result()).state).toBe('done');
      expect(publicationsOf(rig.sandbox, await rig.status(partial))).toEqual(['acc_1', 'acc_2']);
      expect((await rig.status(parked)).state).toBe('parked');

      rig.sandbox.social.setAccount('acc_3', { status: 'active' });
      const one = await retry(idOf(parked), '--as', 'olga');
      expect([one.code, one.stdout]).toEqual([0, `Decision saved for ${idOf(parked)}: retry.\n`]);
      expect((await parked.result()).decisions).toMatchObject([{ by: 'olga', what: 'resolve retry' }]);
    });
  });
});

describe('what may be spent', () => {
  describe('a budget', () => {
    const scratch = useScratch();
    let rig: ReleaseRig;
    afterEach(() => rig.close());

    const prices = { currency: 'EUR', perWord: 0.5 };
    const start = async (options: RigOptions = {}): Promise<void> => {
      rig = await ReleaseRig.start({ callbacks: false, ...options });
    };
    const run = (...args: string[]): Promise<CliRun> =>
      cli(args, {
        ...rig.env({ LOCRELEASE_CONFIG: rig.configFile }),
        TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
      });
    async function fileWith(budget: ReleaseFile['budget']): Promise<string> {
      await scratch.write('strings.json', '{"greeting": "Hello, Elder Mira!"}');
      const release = {
        name: 'game-1',
        project: rig.project,
        source: { file: 'strings.json' },
        targetLanguages: ['ja'],
        publish: false,
        budget,
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

    itAtNight('lets a release go on that stays within it', async () => {
      await start();
      const handle = await rig.release({ ...reviewOnly, terms: { scan: false }, budget: { words: 1000 } });
      expect((await handle.result()).state).toBe('done');
    });
  });
});
