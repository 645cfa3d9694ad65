import { Client, type Connection } from '@temporalio/client';
import { LongestWaiting } from '../../src/client/releases/longest-waiting';
import { releaseRow } from '../../src/client/releases/release-row';
import { newRecord, statusOf } from '../../src/domain/release/release-record';
import { releaseStart, releaseWorkflowType } from '../../src/domain/release/release-start';
import { listedAs, searchAttributeNames } from '../../src/domain/search-attributes';
import { TemporalConnection } from '../../src/temporal/closable-connection';
import { startDevServer, type DevServer } from '../../src/temporal/server/dev-server';
import { ensureSearchAttributes, missingSearchAttributes } from '../../src/temporal/search-attributes';
import { endedInput } from '../support/manifest';
import { until } from '../support/until';
import { testBinary } from './test-binary';

describe('since when releases wait, on a server that has never met us', () => {
  let server: DevServer;
  let connection: Connection;
  let client: Client;

  beforeAll(async () => {
    server = await startDevServer({ binary: testBinary() });
    connection = await TemporalConnection.connect({ address: server.address });
    client = new Client({ connection });
    expect(await missingSearchAttributes(connection, 'default')).toEqual(searchAttributeNames);
    await ensureSearchAttributes(connection, 'default');
    await until('the server knows them', async () => {
      const missing = await missingSearchAttributes(connection, 'default');
      return missing?.length === 0;
    });
  });
  afterAll(async () => {
    await connection.close();
    await server.stop();
  });

  async function start(name: string, since: string | null): Promise<void> {
    const input = endedInput(name);
    const status = statusOf(input.spec, newRecord(input, ''));
    const waitingFor = since === null ? null : { kind: 'terms' as const, since, dueAt: null };
    await client.workflow.start(releaseWorkflowType, {
      ...releaseStart(input),
      typedSearchAttributes: listedAs({ ...status, waitingFor }),
      taskQueue: 'nobody',
    });
  }

  it('are dates by which the oldest are found, and read as they were written', async () => {
    await start('newest', '2026-11-03T10:00:00.250Z');
    await start('oldest', '2026-11-01T10:00:00.000Z');
    await start('older', '2026-11-02T10:00:00.500Z');
    await start('busy', null);
    const count = async (query: string): Promise<number> => (await client.workflow.count(query)).count;
    await until('all are listed', async () => (await count('')) === 4);
    expect(await count(`LocreleaseWaitingSince IS NULL`)).toBe(1);
    expect(await count(`LocreleaseWaitingSince > '2026-11-01T18:00:00+02:00'`)).toBe(2);

    const longest = new LongestWaiting(`LocreleaseWaiting = 'terms'`, { most: 2, fewest: 2 });
    const { runs, waiting } = await longest.read(client);
    expect(waiting).toBe(3);
    expect(runs.map(releaseRow).map(({ name, waitingSince }) => [name, waitingSince])).toEqual([
      ['older', '2026-11-02T10:00:00.500Z'],
      ['oldest', '2026-11-01T10:00:00.000Z'],
    ]);
  });
});
