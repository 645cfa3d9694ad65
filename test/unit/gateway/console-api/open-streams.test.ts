import { once } from 'node:events';
import { type EventStream, OpenStreams } from '../../../../src/gateway/console-api/open-streams';

const streams = new OpenStreams();
const opened: EventStream[] = [];
const open = (csrfToken: string): EventStream => {
  const stream = streams.open({ csrfToken, isSignedOut: () => Promise.resolve(false) });
  opened.push(stream);
  return stream;
};
afterEach(() => {
  for (const stream of opened.splice(0)) stream.destroy();
});

it('end with their session, and no other of the same operator does', async () => {
  const mine = open('here').resume();
  const elsewhere = open('there').resume();
  streams.endSession({ csrfToken: 'here' });
  await once(mine, 'end');
  expect(elsewhere.readableEnded).toBe(false);
  streams.endAll();
  await once(elsewhere, 'end');
});
