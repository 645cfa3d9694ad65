import { status } from '@grpc/grpc-js';
import { Client } from '@temporalio/client';
import { TemporalCalls } from '../../../src/gateway/temporal-calls';
import { TemporalConnection } from '../../../src/temporal/closable-connection';
import { startFakeTemporal, type FakeTemporal } from '../../support/fake-temporal';

let temporal: FakeTemporal;
afterEach(() => temporal.stop());

const callsTo = ({ address }: FakeTemporal) => {
  const connection = TemporalConnection.lazy({ address });
  return { connection, calls: new TemporalCalls(new Client({ connection })) };
};

describe('calls to Temporal', () => {
  it('end at their deadline, also where an answer fails over and over until then', async () => {
    temporal = await startFakeTemporal(() => 'unavailable');
    const { connection, calls } = callsTo(temporal);
    const call = calls.within(1_000, (client) => client.workflowService.getSystemInfo({}));
    await expect(call).rejects.toMatchObject({ code: status.DEADLINE_EXCEEDED });
    await connection.close();
  });

  it('end with the connection, whoever still waits for them', async () => {
    temporal = await startFakeTemporal(() => 'silent');
    const { connection, calls } = callsTo(temporal);
    const call = calls.within(60_000, (client) => client.workflowService.getSystemInfo({}));
    const ended = expect(call).rejects.toThrow('the connection is closed');
    await temporal.asked(1);
    await connection.close();
    await ended;
  });
});
