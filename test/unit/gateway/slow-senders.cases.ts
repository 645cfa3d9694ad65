import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { sendCallback } from '../../support/callback';
import { startTestGateway, type SignalFate, type TestGateway } from '../../support/gateway';
import { until } from '../../support/until';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

function open({ url }: TestGateway): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.resume();
  return socket;
}

/** Sends a byte every second, as long as the gateway lets it. */
async function drip(start: string): Promise<number> {
  const startedMs = Date.now();
  const socket = open(gateway);
  socket.write(start);
  const dripping = setInterval(() => socket.write('x'), 1_000);
  await once(socket, 'close');
  clearInterval(dripping);
  return Date.now() - startedMs;
}

it('whoever sends nothing, slow headers or a slow body is cut off, and others are served meanwhile', async () => {
  const { pathname } = new URL(gateway.addressOf('slow'));
  const head = `POST ${pathname} HTTP/1.1\r\nhost: gateway\r\n`;
  const silent = once(open(gateway), 'close');
  const slow = Promise.all([drip(head), drip(`${head}content-length: 1000\r\n\r\n`)]);
  const meanwhile = await sendCallback(gateway.addressOf('quick'), { event: 'task.completed', taskId: '' });
  expect(meanwhile.status).toBe(200);
  const [headersMs, bodyMs] = await slow;
  await silent;
  expect(headersMs).toBeLessThan(60_000);
  expect(bodyMs).toBeLessThan(60_000);
  expect(gateway.signals).toHaveLength(1);
});

describe('a gateway that closes', () => {
  /** With a callback under way, whose signal takes as long as the test wants. */
  async function startBusy() {
    let letGo: (fate: SignalFate) => void = () => undefined;
    const held = new Promise<SignalFate>((resolve) => {
      letGo = resolve;
    });
    const busy = await startTestGateway({ fate: () => held });
    const answer = sendCallback(busy.addressOf('game'), { event: 'task.completed', taskId: '' });
    await until('the signal is under way', () => busy.signals.length === 1);
    return { busy, answer, letGo };
  }

  it('lets what is under way end, and takes nothing new', async () => {
    const { busy, answer, letGo } = await startBusy();
    const startedMs = Date.now();
    const closed = busy.close();
    await expect(fetch(`${busy.url}/healthz`)).rejects.toThrow();
    letGo('taken');
    expect(await answer).toEqual({ status: 200, outcome: 'signalled' });
    await closed;
    expect(Date.now() - startedMs).toBeLessThan(60_000);
  });

  it('does not wait for ever', async () => {
    const { busy, answer, letGo } = await startBusy();
    const startedMs = Date.now();
    await Promise.all([busy.close(), expect(answer).rejects.toThrow()]);
    expect(Date.now() - startedMs).toBeLessThan(60_000);
    letGo('taken');
  });
});
