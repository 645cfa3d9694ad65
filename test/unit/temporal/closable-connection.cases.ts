import { status } from '@grpc/grpc-js';
import { Connection } from '@temporalio/client';
import { TemporalConnection } from '../../../src/temporal/closable-connection';
import { OpenCalls } from '../../../src/temporal/open-calls';
import { startFakeTemporal, type Answer, type FakeTemporal } from '../../support/fake-temporal';

let temporal: FakeTemporal;
let connection: ReturnType<typeof TemporalConnection.lazy>;
afterEach(async () => {
  await connection.close();
  await temporal.stop();
});

async function connectedTo(answer: (time: number) => Answer): Promise<void> {
  temporal = await startFakeTemporal(answer);
  connection = TemporalConnection.lazy({ address: temporal.address });
}

const ask = () => connection.workflowService.getSystemInfo({});

const cancelled = { code: status.CANCELLED };

describe('a call on a connection to Temporal', () => {
  it('is repeated until an answer comes', async () => {
    await connectedTo((time) => (time < 3 ? 'unavailable' : 'ok'));
    await expect(ask()).resolves.toMatchObject({ serverVersion: '' });
    expect(temporal.count()).toBe(3);
  });

  it('is repeated where a worker failed the task that it came with', async () => {
    await connectedTo((time) => (time < 3 ? 'task failed' : 'ok'));
    await connection.workflowService.updateWorkflowExecution({});
    expect(temporal.count()).toBe(3);
  });

  it('is repeated where a server that stops has cancelled it', async () => {
    await connectedTo((time) => (time < 3 ? 'cancelled' : 'ok'));
    await ask();
    expect(temporal.count()).toBe(3);
  });

  it('is not repeated where it is refused', async () => {
    await connectedTo(() => 'refused');
    const call = connection.workflowService.updateWorkflowExecution({});
    await expect(call).rejects.toMatchObject({ code: status.FAILED_PRECONDITION });
    expect(temporal.count()).toBe(1);
  });

  it('is not repeated after an answer that another attempt cannot change', async () => {
    await connectedTo(() => 'ok');
    const call = connection.workflowService.describeNamespace({ namespace: 'default' });
    await expect(call).rejects.toMatchObject({ code: status.UNIMPLEMENTED });
  });

  it.each<[string, Answer, number]>([
    ['between two attempts', 'unavailable', 2],
    ['while an answer is awaited', 'silent', 1],
  ])('ends with the connection that is closed %s', async (_when, answer, attempts) => {
    await connectedTo(() => answer);
    const ended = expect(ask()).rejects.toMatchObject(cancelled);
    await temporal.asked(attempts);
    await connection.close();
    await ended;
  });

  it('ends at once where the connection is closed already', async () => {
    await connectedTo(() => 'ok');
    await ask();
    await connection.close();
    await expect(ask()).rejects.toMatchObject(cancelled);
    expect(temporal.count()).toBe(1);
  });

  it('ends by itself where no answer comes and nobody has said how long to wait', async () => {
    temporal = await startFakeTemporal(() => 'silent');
    const { interceptor } = new OpenCalls(300);
    connection = Connection.lazy({ address: temporal.address, interceptors: [interceptor] });
    await expect(ask()).rejects.toMatchObject({ code: status.DEADLINE_EXCEEDED });
  });

  it('heeds a signal between two attempts', async () => {
    await connectedTo(() => 'unavailable');
    const enough = new AbortController();
    const ended = expect(connection.withAbortSignal(enough.signal, ask)).rejects.toMatchObject(cancelled);
    await temporal.asked(2);
    enough.abort();
    await ended;
  });
});

it('a connection that cannot be made leaves nothing behind', async () => {
  await connectedTo(() => 'silent');
  const attempt = TemporalConnection.connect({ address: temporal.address, connectTimeout: 500 });
  await expect(attempt).rejects.toThrow('Failed to connect to Temporal server');
});
