import type { ReleaseFile } from '../../src/domain/release-file';
import type { CliRun } from '../support/cli';
import { commandAt, operatorsOfBackends, ways } from './backends';
import { publicationsOf } from './invariants';
import { ReleaseRig } from './release-rig';

const short: Partial<ReleaseFile> = {
  terms: { scan: false },
  supplementLanguages: [],
  publish: false,
  export: undefined,
};
const twoAccounts = { accounts: ['acc_1', 'acc_2'], text: '{name} is out.' };

describe.each(ways)('a retry, %s,', (way) => {
  let rig: ReleaseRig;
  beforeEach(async () => {
    rig = await ReleaseRig.start({ minCheckInterval: '200ms', config: { operators: operatorsOfBackends } });
  });
  afterEach(() => rig.close());

  const retry = (...args: string[]): Promise<CliRun> => commandAt(way, rig, ['retry', ...args]);
  const ofProject = (...args: string[]): Promise<CliRun> =>
    retry('--failed', '--project', rig.project, ...args);
  const idOf = ({ workflowId }: { workflowId: string }): string => workflowId.replace(/^release\//, '');

  it('of all that failed for one cause leaves the others, and announces once', async () => {
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

  it.each([[[]], [['game-1', '--failed']], [['game-1', '--cause', 'x']]])(
    'with %j is refused before anything is done',
    async (args) => {
      expect(await retry(...args)).toMatchObject({ code: 2, stdout: '' });
    },
  );
});
