/** What the client's signing, checking and typing cost, beside plain undici making the same request. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Pool } from 'undici';
import { Secret } from '../../src/http/secret';
import { LocalizationClient } from '../../src/localization/localization-client';
import { callsPerSecond, median } from './figures';

const ROUNDS = 7;
const load = { concurrency: 16, forMs: 1000 };

export async function benchClient(): Promise<boolean> {
  const server = fork(join(__dirname, 'bare-server.ts'));
  const [port] = (await once(server, 'message')) as [number];
  const baseUrl = `http://127.0.0.1:${port}`;
  const pool = new Pool(baseUrl, { connections: 64 });
  const client = new LocalizationClient({ baseUrl, appKey: 'bench', appSecret: new Secret('bench-secret') });

  const plain = async (): Promise<void> => {
    const reply = await pool.request({ method: 'GET', path: '/api/open/v1/tasks/publish-status?job_id=1' });
    await reply.body.json();
  };
  const ours = (): Promise<unknown> => client.publishStatus({ job_id: '1' });

  await callsPerSecond(plain, load);
  await callsPerSecond(ours, load);
  const ratios: number[] = [];
  const rates: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const plainRate = await callsPerSecond(plain, load);
    const ourRate = await callsPerSecond(ours, load);
    ratios.push(ourRate / plainRate);
    rates.push([plainRate, ourRate]);
  }
  await client.close();
  await pool.close();
  server.disconnect();

  const ratio = median(ratios);
  const rate = (index: 0 | 1): string => median(rates.map((pair) => pair[index])).toFixed(0);
  const holds = ratio >= 0.7;
  console.log(`Client, 16 concurrent calls: ${rate(1)}/s; plain undici: ${rate(0)}/s.`);
  console.log(`  Ratio ${ratio.toFixed(2)} (required: at least 0.70): ${holds ? 'ok' : 'MISSED'}`);
  return holds;
}
