import { follow, type Follow } from '../../../src/cli/release/follow-release';
import { NoWorker } from '../../../src/client/errors';
import { GatewayUnreachable } from '../../../src/operations/failure';
import type { ReleaseView } from '../../../src/domain/release/status';
import { TemporalUnreachable } from '../../../src/temporal/errors';
import { releaseStatus } from '../../support/release-status';

const running = releaseStatus();
const done = releaseStatus({ state: 'done' });

/** A backend that gives these answers, the last one from then on. */
function looking(...answers: (ReleaseView | Error)[]): Follow['poll'] {
  return () => {
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? done;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
}

it('looks until the release has settled, and tells of each change once and of each look', async () => {
  const changes: string[] = [];
  const looks: string[] = [];
  const followed = await follow({
    poll: looking(running, running, done),
    onChange: ({ state }) => changes.push(state),
    onPoll: ({ state }) => looks.push(state),
  });
  expect(followed).toEqual({ status: done, ended: 'settled' });
  expect(changes).toEqual(['running', 'done']);
  expect(looks).toEqual(['running', 'running', 'done']);
});

it.each([
  ['its workers', new NoWorker('No worker answers.')],
  ['Temporal', new TemporalUnreachable('Cannot connect to Temporal.')],
  ['its gateway', new GatewayUnreachable('Cannot connect to the gateway.')],
])('outlives a restart of %s, tells of it once, and shows nothing old meanwhile', async (_who, silence) => {
  const told: string[] = [];
  const followed = await follow({
    poll: looking(running, silence, silence, running, silence, done),
    onPoll: ({ state }) => told.push(state),
    onSilence: () => told.push('silence'),
  });
  expect(followed.ended).toBe('settled');
  expect(told).toEqual(['running', 'silence', 'running', 'silence', 'done']);
});

it('tells of a late look while it still waits for it, and of the reason once it is known, each once', async () => {
  const silence = new NoWorker('No worker answers.');
  const reported: (string | null)[] = [];
  let refuse: (error: Error) => void = () => undefined;
  let looks = 0;
  const followed = await follow({
    poll: () => {
      looks += 1;
      if (looks === 2) return new Promise((_resolve, reject) => (refuse = reject));
      if (looks === 3) return Promise.reject(silence);
      return Promise.resolve(looks === 1 ? running : done);
    },
    onSilence: (why) => {
      reported.push(why?.message ?? null);
      refuse(silence);
    },
  });
  expect(followed).toEqual({ status: done, ended: 'settled' });
  expect(reported).toEqual([null, 'No worker answers.']);
});

it('says that nobody answers where that is so from the beginning', async () => {
  const silence = new NoWorker('No worker answers.');
  await expect(follow({ poll: looking(silence) })).rejects.toBe(silence);
});

it('says that nobody answers where that is so when time is up', async () => {
  const silence = new NoWorker('No worker answers.');
  const clock = jest.spyOn(Date, 'now').mockReturnValue(0);
  const onSilence = (): void => void clock.mockReturnValue(10);
  const followed = follow({ poll: looking(running, silence), timeoutMs: 10, onSilence });
  await expect(followed.finally(() => clock.mockRestore())).rejects.toBe(silence);
});

it('does not go on after an error that more looks cannot mend', async () => {
  const bug = new Error('a bug');
  await expect(follow({ poll: looking(running, bug) })).rejects.toBe(bug);
});

it('ends when time is up, and the release goes on', async () => {
  expect(await follow({ poll: looking(running), timeoutMs: 1 })).toEqual({
    status: running,
    ended: 'timeout',
  });
});

it('lets go at Ctrl-C', async () => {
  const followed = await follow({
    poll: looking(running),
    onPoll: () => void process.emit('SIGINT'),
  });
  expect(followed.ended).toBe('detached');
  expect(process.listenerCount('SIGINT')).toBe(0);
});

it('lets go at Ctrl-C while a look is not answered', async () => {
  let looks = 0;
  const unanswered = new Promise<never>(() => undefined);
  const followed = await follow({
    poll: () => {
      looks += 1;
      if (looks === 1) return Promise.resolve(running);
      setImmediate(() => process.emit('SIGINT'));
      return unanswered;
    },
  });
  expect(followed).toEqual({ status: running, ended: 'detached' });
});
