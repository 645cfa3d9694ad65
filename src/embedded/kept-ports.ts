/** The ports of a set, the same every time that it starts in a directory: links and callbacks go on working. */
import { readFile, writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { freePorts, isFreePort } from '../temporal/free-ports';

const ports = z.object({ temporal: z.int(), ui: z.int(), gateway: z.int(), sandbox: z.int() });
export type Ports = z.output<typeof ports>;

const names: Readonly<Record<keyof Ports, string>> = {
  temporal: 'Temporal',
  ui: 'the web UI of Temporal',
  gateway: 'the gateway',
  sandbox: 'the sandbox',
};

export interface WantedPorts {
  /** Where nothing was kept. */
  usual: Ports;
  /** Whatever was kept. */
  asked: Partial<Ports>;
}

/** Those of last time. Any other only where one of them is in use, and that is told. */
export async function keptPorts(
  file: string,
  { usual, asked }: WantedPorts,
  report: (line: string) => void,
): Promise<Ports> {
  const before = { ...((await portsIn(file)) ?? usual), ...asked };
  const chosen = { ...before };
  for (const name of ['temporal', 'ui', 'gateway', 'sandbox'] as const) {
    const port = before[name];
    if (await isFreePort(port)) continue;
    const [free = 0] = await freePorts(1);
    chosen[name] = free;
    report(`Port ${port} is in use. From now on, ${names[name]} has port ${free} in this directory.`);
  }
  await writeFile(file, `${JSON.stringify(chosen)}\n`, { mode: 0o600 });
  return chosen;
}

/** null: it is not there, or cannot be read. */
async function portsIn(file: string): Promise<Ports | null> {
  try {
    return ports.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}
