import { Client, type Connection } from '@temporalio/client';
import { ReleaseClient } from '../../src/client/releases/release-client';
import { decideStart } from '../../src/client/releases/start-release';
import { releaseId } from '../../src/domain/release/identity';
import { releaseStart, releaseWorkflowType } from '../../src/domain/release/release-start';
import { searchAttributeTypes } from '../../src/domain/search-attributes';
import { TemporalConnection } from '../../src/temporal/closable-connection';
import { startDevServer, type DevServer } from '../../src/temporal/server/dev-server';
import { CLOSED, isOpen, OPEN } from '../../src/temporal/runs';
import { DirectoryStore } from '../support/directory-store';
import { endedInput } from '../support/manifest';
import { useScratch } from '../support/scratch';
import { until } from '../support/until';
import { testBinary } from './test-binary';

describe('a release that was paused with the means of Temporal', () => {
  const scratch = useScratch();
  let server: DevServer;
  let connection: Connection;
  let client: Client;

  beforeAll(async () => {
    const searchAttributes = searchAttributeTypes;
    const settings = ['frontend.WorkflowPauseEnabled=true'];
    server = await startDevServer({ binary: testBinary(), searchAttributes, settings });
    connection = await TemporalConnection.connect({ address: server.address });
    client = new Client({ connection });
  });
  afterAll(async () => {
    await connection.close();
    await server.stop();
  });

  const input = endedInput('winter');

  it('is open, and its name is not free', async () => {
    const { workflowId } = await client.workflow.start(releaseWorkflowType, {
      ...releaseStart(input),
      taskQueue: 'nobody',
    });
    const { namespace, identity } = client.options;
    await client.workflowService.pauseWorkflowExecution({
      namespace,
      identity,
      workflowId,
      reason: 'a look',
    });
    const { status } = await client.workflow.getHandle(workflowId).describe();
    expect(status.name).toBe('PAUSED');
    expect(isOpen(status.name)).toBe(true);

    const listed = async (query: string): Promise<string[]> => {
      const found: string[] = [];
      for await (const run of client.workflow.list({ query })) found.push(run.workflowId);
      return found;
    };
    await until('it is listed as paused', async () => {
      return (await listed(`ExecutionStatus = 'Paused'`)).includes(workflowId);
    });
    expect(await listed(OPEN)).toContain(workflowId);
    expect(await listed(CLOSED)).toEqual([]);

    const open: string[] = [];
    const unread = (): void => undefined;
    for await (const { row } of new ReleaseClient(client).open({}, unread)) open.push(row.id);
    expect(open).toEqual([releaseId(input.spec)]);
    const store = new DirectoryStore(scratch.path('store'));
    expect(await decideStart(client, { input, store })).toMatchObject({ outcome: 'attached' });
  });
});
