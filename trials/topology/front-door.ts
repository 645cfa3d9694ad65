/** What stands in front of the gateways, as a Service of Kubernetes does: one address, and whoever of them listens. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface FrontDoor {
  url: string;
  close(): void;
}

export async function openFrontDoor(ports: readonly number[]): Promise<FrontDoor> {
  let turn = 0;
  const guests = new Set<Socket>();
  const server = createServer((guest) => {
    guests.add(guest);
    guest.on('error', () => guest.destroy()).on('close', () => guests.delete(guest));
    turn += 1;
    lead(guest, [...ports.slice(turn % ports.length), ...ports.slice(0, turn % ports.length)]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      for (const guest of guests) guest.destroy();
    },
  };
}

function lead(guest: Socket, [port, ...others]: readonly number[]): void {
  if (port === undefined) {
    guest.destroy();
    return;
  }
  const host = connect(port, '127.0.0.1');
  host.once('connect', () => {
    host.removeAllListeners('error');
    host.on('error', () => guest.destroy());
    guest.once('close', () => host.destroy());
    guest.pipe(host).pipe(guest);
  });
  host.once('error', () => lead(guest, others));
}
