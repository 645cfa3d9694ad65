import { stringify } from 'yaml';
import type { CliRun } from '../support/cli';
import { useScratch } from '../support/scratch';
import { until } from '../support/until';
import { commandAt, operatorsOfBackends, ways } from './backends';
import { ReleaseRig } from './release-rig';

describe.each(ways)('the commands that change a release, %s,', (way) => {
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
      difference: ['  terms.deadline: was 2 d, now 5 d'],
    });
    await until('it has more time', async () => {
      const { waitingFor } = await status();
      return Date.parse(waitingFor?.dueAt ?? '') - Date.parse(due) === 3 * 86_400_000;
    });
    expect((await run('amend', id)).code).toBe(2);

    // The file did not change the deadline: whoever gave more time is not overruled.
    const worded = { announce: { accounts: ['acc_1'], text: 'Out at last.' } };
    const reworded = await run('amend', id, await file(worded), '-o', 'json');
    expect(reworded.json()).toMatchObject({
      difference: ['  announce.text: was "Out now.", now "Out at last."'],
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
    expect((await run('resume', id)).code).toBe(0);
    expect((await run('resume', id)).code).toBe(2);
    expect((await run('cancel', id)).code).toBe(0);
  });
});

interface Status {
  state: string;
  waitingFor: { kind: string; dueAt: string | null } | null;
  problem: { code: string } | null;
}
