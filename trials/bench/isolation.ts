/** How much longer somebody waits for a gateway while somebody else floods it: never so long that they notice. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sendCallback } from '../../test/support/callback';
import { quantile, printTable, type Figure } from './figures';

const MOST_RATIO = 20;
const FOR_MS = 15_000;

const floods = ['batches', 'hang-ups', 'large plans'] as const;
export type Flood = (typeof floods)[number];

export interface Flooding {
  url: string;
  token: string;
  flood: Flood | null;
}

interface Flooded {
  url: string;
  callback: string;
  tokens: Record<'reader' | 'operator', string>;
}

export async function benchIsolation(): Promise<boolean> {
  const server = fork(join(__dirname, 'flooded-gateway.ts'));
  const [gateway] = (await once(server, 'message')) as [Flooded];
  const flooder = fork(join(__dirname, 'flood.ts'));
  const requests: Record<string, () => Promise<number>> = {
    'a command': () => command(gateway),
    'a callback': async () =>
      (await sendCallback(gateway.callback, { event: 'task.completed', taskId: 'task_1' })).status,
  };
  await measured(requests);
  const undisturbed = await measured(requests);
  const figures: Figure[] = [];
  for (const flood of floods) {
    const { url, tokens } = gateway;
    await order(flooder, { url, token: tokens.reader, flood });
    const flooded = await measured(requests);
    const status = await order(flooder, { url, token: tokens.reader, flood: null });
    console.log(`Answers to ${flood}, by status: ${JSON.stringify(status)}`);
    for (const name of Object.keys(requests)) {
      const before = undisturbed[name] ?? [];
      const during = flooded[name] ?? [];
      for (const [what, share] of [
        ['median', 0.5],
        ['slowest of twenty', 0.95],
      ] as const)
        figures.push({
          what: `${name} during ${flood}, ${what}`,
          value: quantile(during, share) / quantile(before, share),
          unit: 'times',
          digits: 1,
          atMost: MOST_RATIO,
        });
    }
  }
  for (const child of [flooder, server]) child.disconnect();
  return printTable('A gateway that somebody floods, for somebody else:', figures);
}

async function order(flooder: ChildProcess, how: Flooding): Promise<unknown> {
  flooder.send(how);
  const [status] = (await once(flooder, 'message')) as [unknown];
  return status;
}

/** By request: how long each took, in milliseconds. */
async function measured(requests: Record<string, () => Promise<number>>): Promise<Record<string, number[]>> {
  const took: Record<string, number[]> = {};
  const untilMs = performance.now() + FOR_MS;
  while (performance.now() < untilMs) {
    for (const [name, request] of Object.entries(requests)) {
      const sinceMs = performance.now();
      const status = await request();
      if (status !== 200) throw new Error(`${name} was answered with ${status}`);
      (took[name] ??= []).push(performance.now() - sinceMs);
    }
    await delay(20);
  }
  return took;
}

async function command({ url, tokens }: Flooded): Promise<number> {
  const headers = { authorization: `Bearer ${tokens.operator}` };
  const reply = await fetch(`${url}/api/projects`, { headers });
  await reply.arrayBuffer();
  return reply.status;
}
