import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below those that systems give to outgoing connections, of which thousands come and go. */
const FIRST = 20_000;
const BEYOND_LAST = 32_000;
const MOST_TRIES = 100;

/** Ports that are free on loopback right now; another process may still be quicker to take one. */
export async function freePorts(count: number): Promise<number[]> {
  // All are held at once, so that no port comes twice.
  const listeners = await Promise.all(Array.from({ length: count }, holdPort));
  const ports = listeners.map((listener) => {
    const address = listener.address();
    if (address === null || typeof address === 'string') throw new Error('not a TCP listener');
    return address.port;
  });
  await Promise.all(listeners.map((listener) => once(listener.close(), 'close')));
  return ports;
}

/** Where all of these seem to be taken, the system chooses. */
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
