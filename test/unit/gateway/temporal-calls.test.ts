import { Client, Connection } from '@temporalio/client';
import { TemporalCalls } from '../../../src/gateway/temporal-calls';

const connection = Connection.lazy();
const calls = new TemporalCalls(new Client({ connection }));
afterAll(() => connection.close());

describe('calls to Temporal', () => {
  it('are settled only when the last has ended, well or not, whoever still waits for it', async () => {
    const order: string[] = [];
    let end: () => void = () => undefined;
    const slow = calls.within(1000, () => new Promise<void>((resolve) => (end = resolve)));
    const failing = calls.within(1000, () => Promise.reject(new Error('away')));
    void slow.then(() => order.push('ended'));
    const settled = calls.settled().then(() => order.push('settled'));
    await expect(failing).rejects.toThrow('away');
    end();
    await settled;
    expect(order).toEqual(['ended', 'settled']);
  });

  it('are settled at once where there are none', async () => {
    await expect(calls.settled()).resolves.toBeUndefined();
  });
});
