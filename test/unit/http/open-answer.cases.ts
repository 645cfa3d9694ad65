import { once } from 'node:events';
import { Agent } from 'node:http';
import { createServer, type Server, type Socket, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { openResponse } from '../../../src/http/download';

/** The server is in this process too: on a busy machine it may be silent for much longer than it wants. */
const IDLE_MS = 1000;

let server: Server | null = null;
afterEach(async () => {
  if (server !== null) await once(server.close(), 'close');
});

async function serving(answer: (socket: Socket) => void): Promise<URL> {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

const head = (length: number): string =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`;

// The sizes at which undici 7 ended the process.
it.each([131_072, 200_000, 1_000_000])('gives a slow reader all of %d bytes', async (length) => {
  const url = await serving((socket) => socket.end(head(length) + 'x'.repeat(length)));
  const answer = await openResponse(url, { agent: false, idleMs: IDLE_MS });
  let read = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    // Longer than a server may be silent.
    if (read === 0) await delay(1.5 * IDLE_MS);
    read += chunk.length;
  }
  expect(read).toBe(length);
});

it.each([
  ['before it answers', ''],
  ['in the middle', `${head(10)}half`],
])('gives up a server that is silent %s', async (_when, said) => {
  const url = await serving((socket) => {
    socket.write(said);
    socket.resume();
  });
  const reading = async (): Promise<void> => {
    const answer = await openResponse(url, { agent: false, idleMs: 50 });
    for await (const chunk of answer as AsyncIterable<Buffer>) expect(chunk.toString()).toBe('half');
  };
  await expect(reading()).rejects.toMatchObject({
    code: expect.stringMatching(/ETIMEDOUT|ECONNRESET/) as string,
  });
});

it('gives up a server that falls silent after its reader was slow', async () => {
  const url = await serving((socket) => {
    socket.write(head(1_000_000) + 'x'.repeat(300_000));
    socket.resume();
  });
  const answer = await openResponse(url, { agent: false, idleMs: IDLE_MS });
  // Longer than a server may be silent, more than once, with something unread all the time.
  await delay(2.5 * IDLE_MS);
  let read = 0;
  const reading = async (): Promise<void> => {
    for await (const chunk of answer as AsyncIterable<Buffer>) read += chunk.length;
  };
  await expect(reading()).rejects.toThrow('aborted');
  expect(read).toBe(300_000);
});

it('leaves nothing on a connection that is kept', async () => {
  const connections = new Set<Socket>();
  const url = await serving((socket) => {
    connections.add(socket);
    const answer = (): boolean => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx');
    answer();
    socket.on('data', answer);
  });
  const agent = new Agent({ keepAlive: true });
  const left: number[] = [];
  for (let asked = 0; asked < 3; asked += 1) {
    const freed = once(agent, 'free');
    const answer = await openResponse(url, { agent, idleMs: 1000 });
    for await (const chunk of answer as AsyncIterable<Buffer>) expect(chunk.toString()).toBe('x');
    const [socket] = (await freed) as [Socket];
    left.push(socket.listenerCount('timeout'));
  }
  agent.destroy();
  expect(connections.size).toBe(1);
  expect(new Set(left).size).toBe(1);
});

it('takes an answer that ends too early for broken', async () => {
  const url = await serving((socket) => socket.end(`${head(10)}half`));
  const answer = await openResponse(url, { agent: false, idleMs: 1000 });
  const reading = async (): Promise<void> => {
    for await (const chunk of answer as AsyncIterable<Buffer>) expect(chunk.toString()).toBe('half');
  };
  await expect(reading()).rejects.toThrow('aborted');
});
