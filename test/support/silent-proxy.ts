/** Passes connections on to a server, until it goes silent: then nothing arrives any more, and nothing is closed. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface SilentProxy {
  address: string;
  silence(): void;
  close(): Promise<void>;
}

export async function startSilentProxy(target: string): Promise<SilentProxy> {
  const [host = '', port = ''] = target.split(':');
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((caller) => {
    sockets.add(caller.on('error', () => undefined));
    if (isSilent) return;
    const callee = connect(Number(port), host);
    sockets.add(callee.on('error', () => undefined));
    for (const [from, to] of [
      [caller, callee],
      [callee, caller],
    ] as const) {
      from.on('data', (bytes) => isSilent || to.write(bytes));
      from.on('close', () => isSilent || to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    silence: () => {
      isSilent = true;
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
