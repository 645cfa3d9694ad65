import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports that are free on loopback right now; another process may still be quicker to take one. */
export async function freePorts(count: number): Promise<number[]> {
  const listeners = Array.from({ length: count }, () => createServer());
  // All are held at once, so that no port comes twice.
  const ports = await Promise.all(
    listeners.map(async (listener) => {
      await once(listener.listen(0, '127.0.0.1'), 'listening');
      const address = listener.address();
      if (address === null || typeof address === 'string') throw new Error('not a TCP listener');
      return address.port;
    }),
  );
  await Promise.all(listeners.map((listener) => once(listener.close(), 'close')));
  return ports;
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
