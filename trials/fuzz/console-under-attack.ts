/** A gateway with its console and tools, on a Temporal server of its own, for targets that ask it for things. */
import { Client } from '@temporalio/client';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config/config';
import { searchAttributeNames } from '../../src/domain/search-attributes';
import type { RequestBudget } from '../../src/gateway/budget';
import { findTemporalBinary } from '../../src/temporal/server/binary';
import { TemporalConnection } from '../../src/temporal/closable-connection';
import { startDevServer } from '../../src/temporal/server/dev-server';
import { startConsole } from '../../test/support/console';

export async function consoleUnderAttack(
  budget: RequestBudget,
): Promise<{ url: string; close: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'locrelease-fuzz-'));
  const server = await startDevServer({
    binary: await findTemporalBinary({ report: () => undefined }),
    searchAttributes: Object.fromEntries(searchAttributeNames.map((name) => [name, 'Keyword'] as const)),
  });
  const connection = await TemporalConnection.connect({ address: server.address });
  const env = { LOCALIZATION_BASE_URL: 'http://localization.example', GATEWAY_PORT: '0' };
  const gateway = await startConsole(new Client({ connection }), readConfig(env, directory), { budget });
  return {
    url: gateway.url,
    close: async () => {
      await gateway.close();
      await connection.close();
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
