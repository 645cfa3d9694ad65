import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { keptPorts } from '../../../src/embedded/own-directory';
import { freePorts } from '../../../src/temporal/free-ports';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();
const told: string[] = [];
const report = (line: string): void => void told.push(line);

async function usualPorts() {
  const [temporal = 0, ui = 0, gateway = 0, sandbox = 0] = await freePorts(4);
  return { temporal, ui, gateway, sandbox };
}

it('are the usual ones, and from then on those of last time', async () => {
  const usual = await usualPorts();
  const file = scratch.path('ports.json');
  expect(await keptPorts(file, { usual, asked: {} }, report)).toEqual(usual);
  const others = await usualPorts();
  expect(await keptPorts(file, { usual: others, asked: {} }, report)).toEqual(usual);
  expect(await keptPorts(file, { usual, asked: { sandbox: others.sandbox } }, report)).toEqual({
    ...usual,
    sandbox: others.sandbox,
  });
  expect(told).toEqual([]);
});

it('are others only where one is in use, which is told and kept', async () => {
  const usual = await usualPorts();
  const taken = createServer().listen(usual.gateway, '127.0.0.1');
  await once(taken, 'listening');
  const file = scratch.path('ports.json');
  const chosen = await keptPorts(file, { usual, asked: {} }, report);
  await once(taken.close(), 'close');
  expect(chosen).toEqual({ ...usual, gateway: expect.any(Number) as number });
  expect(chosen.gateway).not.toBe(usual.gateway);
  expect(told).toEqual([
    `Port ${usual.gateway} is in use. From now on, the gateway has port ${chosen.gateway} in this directory.`,
  ]);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(chosen);
  expect(await keptPorts(file, { usual, asked: {} }, report)).toEqual(chosen);
});

it('are the usual ones where the file cannot be read', async () => {
  const usual = await usualPorts();
  const file = await scratch.write('ports.json', '{"temporal": "x"');
  expect(await keptPorts(file, { usual, asked: {} }, report)).toEqual(usual);
});
