import { releaseStates } from '../../src/domain/release-states';
import { Secret } from '../../src/http/secret';
import { callbackUrl } from '../../src/localization/callback-address';
import { confirmTermsSignal } from '../../src/protocol/messages';
import { sendCallback } from '../support/callback';
import { countedBy } from '../support/gateway';
import { eventsOf } from '../support/history';
import { until } from '../support/until';
import { commandAt, operatorsOfBackends } from './backends';
import { ReleaseRig, type ReleaseHandle } from './release-rig';

let rig: ReleaseRig;
beforeEach(async () => {
  rig = await ReleaseRig.start({ config: { operators: operatorsOfBackends } });
});
afterEach(() => rig.close());

const gatewayUrl = (): string => rig.gateway?.url ?? '';

function addressOf(handle: ReleaseHandle): string {
  const name = handle.workflowId.split('/').at(-1) ?? '';
  const addressee = { kind: 'release' as const, project: rig.project, name };
  return callbackUrl(gatewayUrl(), new Secret('sandbox-app-secret'), addressee);
}

async function metrics(): Promise<string> {
  return (await fetch(`${gatewayUrl()}/metrics`)).text();
}

function sample(text: string, name: string): number {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return Number(line?.split(' ')[1]);
}

describe('the gateway, before a real release', () => {
  it('turns a thousand repeats of one delivery into one signal, and the release goes on', async () => {
    const handle = await rig.release();
    const { taskId } = await rig.waitingForTerms(handle);
    const callback = { event: 'task.completed', taskId, deliveryId: 'dlv_thousand' };
    const signals = async () =>
      eventsOf(await handle.fetchHistory(), 'EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED').length;
    const before = await signals();

    const statuses = new Set<number>();
    for (let round = 0; round < 20; round += 1) {
      const crowd = Array.from({ length: 50 }, () => sendCallback(addressOf(handle), callback));
      for (const { status } of await Promise.all(crowd)) statuses.add(status);
    }

    expect(statuses).toEqual(new Set([200]));
    expect(await signals()).toBe(before + 1);
    expect(await countedBy(gatewayUrl(), 'repeated')).toBe(999);
    await handle.signal(confirmTermsSignal, { by: 'olga' });
    expect((await handle.result()).state).toBe('done');
  });

  it('tells how many releases are in which state, and how long a review has waited', async () => {
    const handle = await rig.release();
    const { waitingFor } = await rig.waitingForTerms(handle);
    const mine = `WorkflowId = '${handle.workflowId}' AND LocreleaseWaiting = 'terms'`;
    await until('Temporal finds it waiting', async () => (await rig.client.workflow.count(mine)).count === 1);

    const waitedSeconds = (Date.now() - Date.parse(waitingFor?.since ?? '')) / 1000;
    const text = await metrics();

    // Other releases on the same server count too.
    expect(sample(text, 'locrelease_releases{state="waiting"}')).toBeGreaterThanOrEqual(1);
    expect(sample(text, 'locrelease_oldest_review_seconds')).toBeGreaterThanOrEqual(waitedSeconds - 5);
    expect(sample(text, 'locrelease_temporal_up')).toBe(1);
    const states = [...text.matchAll(/^locrelease_releases\{state="(\w+)"\} \d+$/gm)].map(
      ([, state]) => state,
    );
    expect(states).toEqual([...releaseStates]);
  });

  it('tells how long it took to answer callbacks', async () => {
    const handle = await rig.release();
    const { taskId } = await rig.waitingForTerms(handle);
    for (let time = 0; time < 50; time += 1) {
      await sendCallback(addressOf(handle), { event: 'lqaBatch', taskId });
    }
    const text = await metrics();
    const total = sample(text, 'locrelease_callback_duration_seconds_count');
    expect(total).toBeGreaterThanOrEqual(50);
    expect(sample(text, 'locrelease_callback_duration_seconds_bucket{le="+Inf"}')).toBe(total);
    expect(sample(text, 'locrelease_callback_duration_seconds_sum')).toBeGreaterThan(0);
  });

  it('tells a command that watches how it goes on', async () => {
    const handle = await rig.release();
    await rig.waitingForTerms(handle);
    const requests = jest.spyOn(globalThis, 'fetch');
    const watched = commandAt('over the gateway', rig, [
      'watch',
      handle.workflowId.replace(/^release\//, ''),
    ]);
    const isStatus = ([url]: readonly unknown[]): boolean => String(url).endsWith('/status');
    await until('it watches', () => requests.mock.calls.some(isStatus));
    await handle.signal(confirmTermsSignal, { by: 'olga' });
    expect(await watched).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/ waiting, confirm[^]* done/) as string,
    });
    requests.mockRestore();
  });

  it('is ready', async () => {
    expect((await fetch(`${gatewayUrl()}/readyz`)).status).toBe(200);
  });
});
