import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePorts } from '../temporal/free-ports';

/** The port where it is free, so that commands find things where they look first; any other where it is not. */
export async function freePortOr(port: number): Promise<number> {
  const listener = createServer().listen(port, '127.0.0.1');
  try {
    await once(listener, 'listening');
    await once(listener.close(), 'close');
    return port;
  } catch {
    const [free = 0] = await freePorts(1);
    return free;
  }
}
