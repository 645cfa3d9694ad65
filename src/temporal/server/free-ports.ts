import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Lower than the ports that systems give to outgoing connections, of which thousands come and go. */
const FIRST = 20_000;
const BEYOND_LAST = 32_000;
const MOST_TRIES = 100;

/** Finds ports that are free on loopback now; another process may still take one first. */
export async function freePorts(count: number): Promise<number[]> {
  // All ports are held at once, so that none comes twice.
  const listeners = await Promise.all(Array.from({ length: count }, holdPort));
  const ports = listeners.map((listener) => {
    const address = listener.address();
    if (address === null || typeof address === 'string') throw new Error('not a TCP listener');
    return address.port;
  });
  await Promise.all(listeners.map((listener) => once(listener.close(), 'close')));
  return ports;
}

/** After many tries the system chooses the port. */
async function holdPort(): Promise<Server> {
  for (let tries = 1; ; tries += 1) {
    const port = tries < MOST_TRIES ? randomInt(FIRST, BEYOND_LAST) : 0;
    const listener = createServer().listen(port, '127.0.0.1');
    try {
      await once(listener, 'listening');
      return listener;
    } catch (error) {
      if (port === 0) throw error;
    }
  }
}

export async function isFreePort(port: number): Promise<boolean> {
  const listener = createServer().listen(port, '127.0.0.1');
  try {
    await once(listener, 'listening');
    await once(listener.close(), 'close');
    return true;
  } catch {
    return false;
  }
}
