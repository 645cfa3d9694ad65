import { once } from 'node:events';
import type { EventStream } from '../../../../src/gateway/console-api/event-stream';
import type { User } from '../../../../src/gateway/console-api/guard';
import { OpenStreams } from '../../../../src/gateway/console-api/open-streams';

const user = (name: string, csrfToken = `of ${name}`): User => ({
  name,
  role: 'read',
  csrfToken,
  isSignedOut: () => Promise.resolve(false),
});

let streams: OpenStreams;
const opened: EventStream[] = [];
const open = (name: string, csrfToken?: string): EventStream => {
  const stream = streams.open(user(name, csrfToken));
  opened.push(stream);
  return stream;
};
beforeEach(() => {
  streams = new OpenStreams({ ofOne: 2, inAll: 3 });
});
afterEach(() => {
  for (const stream of opened.splice(0)) stream.destroy();
});

it('are so many of one operator and in all, and one that is left makes room', async () => {
  const first = open('olga');
  open('olga', 'of another session');
  expect(() => open('olga')).toThrow('olga has 2 streams open. Close one of them.');
  const ivans = open('ivan');
  expect(() => open('mira')).toThrow('The gateway has too many open streams. Try again later.');
  for (const left of [first, ivans]) await once(left.destroy(), 'close');
  open('olga');
  open('mira');
});

it('end with their session, and no other of the same operator does', async () => {
  const mine = open('olga', 'here').resume();
  const elsewhere = open('olga', 'there').resume();
  streams.endSession({ csrfToken: 'here' });
  await once(mine, 'end');
  expect(elsewhere.readableEnded).toBe(false);
  streams.endAll();
  await once(elsewhere, 'end');
});
