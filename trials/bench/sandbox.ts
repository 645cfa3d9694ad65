/** Whether the sandbox could ever be the bottleneck of another measurement. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Secret } from '../../src/http/secret';
import { LocalizationClient } from '../../src/localization/localization-client';
import { callsPerSecond, median } from './figures';

export async function benchSandbox(): Promise<boolean> {
  const server = fork(join(__dirname, 'sandbox-server.ts'));
  const [baseUrl] = (await once(server, 'message')) as [string];
  const client = new LocalizationClient({
    baseUrl,
    appKey: 'sandbox-app-key',
    appSecret: new Secret('sandbox-app-secret'),
  });
  const created = await client.createTask({
    client_task_id: 'bench',
    name: 'bench',
    target_languages: ['ja'],
    strings: [{ string_id: 'hello', content: 'Hello, Elder Mira' }],
  });
  const read = (): Promise<unknown> => client.taskStatus({ task_id: created.data.task_id });
  let made = 0;
  const write = (): Promise<unknown> =>
    client.createTask({
      client_task_id: `bench-${made++}`,
      name: 'bench',
      target_languages: ['ja', 'ko'],
      strings: [{ string_id: 'hello', content: 'Hello, Elder Mira' }],
    });
  const rates: number[] = [];
  await callsPerSecond(read, { concurrency: 16, forMs: 500 });
  for (let round = 0; round < 3; round += 1) {
    rates.push(await callsPerSecond(read, { concurrency: 16, forMs: 1000 }));
    rates.push(await callsPerSecond(write, { concurrency: 16, forMs: 1000 }));
  }
  await client.close();
  server.disconnect();
  const rate = median(rates);
  const holds = rate >= 500;
  console.log(`Sandbox, reads and task creations with 16 concurrent calls: ${rate.toFixed(0)}/s.`);
  console.log(`  Required: at least 500/s: ${holds ? 'ok' : 'MISSED'}`);
  return holds;
}
