import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** Lower than the ports that systems give to outgoing connections, of which thousands come and go. */
const FIRST = 20_000;
const BEYOND_LAST = 32_000;
const MOST_TRIES = 100;

/** Finds ports that are free on loopback now; another process may still take one first. */
export async function freePorts(count: number): Promise<number[]> {
  // All ports are held at once, so that none comes twice.
  const listeners = await Promise.all(Array.from({ length: count }, holdPort));
  const ports = listeners.map((listener) => (listener.address() as AddressInfo).port);
  await Promise.all(listeners.map(release));
  return ports;
}

export async function isFreePort(port: number): Promise<boolean> {
  const listener = await hold(port);
  if (listener !== null) await release(listener);
  return listener !== null;
}

/** After many tries the system chooses the port. */
async function holdPort(): Promise<Server> {
  for (let tries = 1; ; tries += 1) {
    const listener = await hold(tries < MOST_TRIES ? randomInt(FIRST, BEYOND_LAST) : 0);
    if (listener !== null) return listener;
    if (tries >= MOST_TRIES) throw new Error('no port is free on 127.0.0.1');
  }
}

/** null: the port is taken. */
async function hold(port: number): Promise<Server | null> {
  const listener = createServer().listen(port, '127.0.0.1');
  return once(listener, 'listening').then(
    () => listener,
    () => null,
  );
}

async function release(listener: Server): Promise<void> {
  await once(listener.close(), 'close');
}
