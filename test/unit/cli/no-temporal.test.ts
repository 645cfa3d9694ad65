/** A person who waits for an answer hears soon that there is none. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { cli } from '../../support/cli';

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.each([['status', 'game'], ['list'], ['wait', 'game'], ['watch', 'game'], ['terms', 'list', 'game']])(
  '%s',
  (...words: string[]) => {
    it('does not wait for a server that refuses the connection', async () => {
      const server = createServer();
      const address = await listening(server);
      server.close();
      await once(server, 'close');

      // With this much patience, whoever waits is noticed.
      const env = { TEMPORAL_ADDRESS: address, LOCRELEASE_ANSWER_TIMEOUT: '1h' };
      const { code, stderr } = await cli(words, env);

      expect(code).toBe(9);
      expect(stderr).toContain(`Cannot connect to Temporal at ${address}`);
    });

    it('waits for a server that never answers as long as it is told to', async () => {
      const sockets: Socket[] = [];
      const server = createServer((socket) => sockets.push(socket));
      const address = await listening(server);

      const { code } = await cli(words, { TEMPORAL_ADDRESS: address, LOCRELEASE_ANSWER_TIMEOUT: '200ms' });

      expect(code).toBe(9);
      server.close();
      for (const socket of sockets) socket.destroy();
    });
  },
);
