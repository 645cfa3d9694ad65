import type { ServerResponse } from 'node:http';
import { followUntilSettled, type Followed } from '../../../src/client/follow';
import { isSilence } from '../../../src/cli/follow-release';
import type { ReleaseView } from '../../../src/domain/status';
import { GatewayBackend } from '../../../src/operations/gateway-backend';
import { GatewayUnreachable } from '../../../src/operations/gateway-unreachable';
import { TemporalUnreachable } from '../../../src/temporal/temporal-unreachable';
import { BareServer } from '../../support/bare-server';
import { releaseStatus } from '../../support/release-status';

const [waiting, running, done] = [
  releaseStatus({ state: 'waiting' }),
  releaseStatus(),
  releaseStatus({ state: 'done' }),
];
const isDone = ({ state }: ReleaseView): boolean => state === 'done';
const BEAT = ': still here\n\n';
const told = (event: 'release' | 'failure', body: object): string =>
  `event: ${event}\ndata: ${JSON.stringify(body)}\n\n`;
const failure = (code: string, exitCode: number): object => ({ code, message: 'It is so.', exitCode });

let gateway: BareServer;
/** What is asked for, in its order: `ask` or `stream`. */
let requests: string[];
/** What each ask is answered, the last one from then on; null: its connection is cut. */
let answers: (ReleaseView | null)[];
/** What becomes of each stream. */
let streams: ((stream: ServerResponse) => void)[];
let seen: string[];

beforeEach(async () => {
  [requests, seen, streams, answers] = [[], [], [], [running]];
  gateway = await BareServer.start((response, { target }) => {
    const isStream = target.startsWith('/api/events?release=default%2Fgame');
    requests.push(isStream ? 'stream' : 'ask');
    if (!isStream) {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer === null) response.destroy();
      else response.end(JSON.stringify(answer));
      return;
    }
    streams.shift()?.(response);
  });
});
afterEach(() => gateway.close());

const telling =
  (...frames: string[]) =>
  (stream: ServerResponse): void => {
    stream.writeHead(200, { 'content-type': 'text/event-stream' });
    // Each on its own: what comes together is seen together.
    const send = ([frame, ...others]: readonly string[]): void => {
      if (frame !== undefined) stream.write(frame, () => setImmediate(() => send(others)));
    };
    send(frames);
  };

/** Follows it as `watch` does, until it is done or somebody is told that nobody answers. */
async function followed(
  onSilence: (why: Error | null) => void = () => undefined,
): Promise<Followed<ReleaseView>> {
  const place = { server: gateway.url, token: 'lrt_x', tokenFrom: 'The token' };
  const { look, rest, close } = new GatewayBackend(place, undefined).sightOf('default/game');
  const { signal } = new AbortController();
  try {
    return await followUntilSettled(await look(), {
      ...{ look, rest, isSilence, onSilence, signal, timeoutMs: 60_000 },
      isSettled: isDone,
      onLook: ({ state }) => seen.push(state),
    });
  } finally {
    close?.();
  }
}

it('what changes is told, and nobody asks for it', async () => {
  streams = [telling('retry: 1000\n\n', BEAT, told('release', waiting), BEAT, told('release', done))];
  expect(await followed()).toEqual({ status: done, ended: 'settled' });
  expect(requests).toEqual(['ask', 'stream']);
  expect(new Set(seen)).toEqual(new Set(['running', 'waiting', 'done']));
});

it('what is told in several parts is put together', async () => {
  const frame = told('release', done);
  streams = [telling(frame.slice(0, 40), frame.slice(40, 90), frame.slice(90))];
  expect((await followed()).status).toEqual(done);
  expect(requests).toEqual(['ask', 'stream']);
});

const cut = (stream: ServerResponse): void => {
  telling(told('release', waiting))(stream);
  setTimeout(() => stream.destroy(), 100);
};

it('a stream that is cut is taken up again, and nobody is told of it', async () => {
  streams = [cut, telling(told('release', done))];
  const silences: unknown[] = [];
  await followed((why) => silences.push(why));
  expect(requests).toEqual(['ask', 'stream', 'ask', 'stream']);
  expect(silences).toEqual([]);
});

it('a gateway that does not answer is told of, and asked until it does', async () => {
  streams = [cut, (stream) => stream.destroy(), telling(told('release', done))];
  answers = [running, null];
  const silences: unknown[] = [];
  await followed((why) => silences.push(why));
  expect(silences).toEqual([expect.any(GatewayUnreachable)]);
  expect(requests).toEqual(['ask', 'stream', 'ask', 'stream', 'ask', 'stream']);
});

it('Temporal behind the gateway that is away, and back, is told as it happens', async () => {
  streams = [
    telling(
      told('failure', failure('temporal_unreachable', 9)),
      BEAT,
      told('release', waiting),
      told('release', done),
    ),
  ];
  const silences: unknown[] = [];
  await followed((why) => silences.push(why));
  expect(silences).toEqual([expect.any(TemporalUnreachable)]);
  expect(requests).toEqual(['ask', 'stream']);
  expect(seen).toEqual(['running', 'waiting', 'done']);
});

it('what more looks cannot mend ends it', async () => {
  streams = [telling(told('failure', failure('not_found', 2)))];
  await expect(followed()).rejects.toThrow('It is so.');
});

it.each<[string, (stream: ServerResponse) => void]>([
  ['does not know of streams', (stream) => stream.writeHead(404).end('{}')],
  ['has no room for another one', (stream) => stream.writeHead(429).end('{}')],
  ['is behind something that answers otherwise', (stream) => stream.writeHead(200).end('<html>')],
])('a gateway that %s is asked again and again', async (_what, stream) => {
  streams = [stream];
  answers = [running, waiting, done];
  expect((await followed()).status).toEqual(done);
  expect(requests).toEqual(['ask', 'stream', 'ask', 'ask']);
});

it.each<[string, (stream: ServerResponse) => void]>([
  ['all of it', () => undefined],
  [
    'all but its beginning',
    (stream) => stream.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders(),
  ],
])('where a proxy holds back %s, the gateway is asked again and again', async (_what, stream) => {
  streams = [stream];
  answers = [running, waiting, done];
  expect((await followed()).status).toEqual(done);
  expect(requests).toEqual(['ask', 'stream', 'ask', 'ask']);
});

it('a gateway that cannot see the release now is asked, and streams are tried again', async () => {
  streams = [(stream) => stream.writeHead(503).end('{}'), telling(told('release', done))];
  expect((await followed()).status).toEqual(done);
  expect(requests).toEqual(['ask', 'stream', 'ask', 'stream']);
});
