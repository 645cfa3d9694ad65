import { once } from 'node:events';
import { EventStream } from '../../../../src/gateway/console-api/open-streams';
import { SharedPoll, type PollResult } from '../../../../src/gateway/console-api/event-routes';
import { until } from '../../../support/until';

const PAUSE_MS = 5;

function watchOf(look: () => PollResult | Error | Promise<PollResult>) {
  const seen = { looks: 0, idle: 0, troubles: [] as unknown[] };
  const poll = new SharedPoll({
    look: () => {
      seen.looks += 1;
      const sight = look();
      return sight instanceof Error ? Promise.reject(sight) : Promise.resolve(sight);
    },
    lateAfterMs: PAUSE_MS,
    troublePauseMs: PAUSE_MS,
    onTrouble: (error) => seen.troubles.push(error),
    onIdle: () => (seen.idle += 1),
  });
  return { poll, seen };
}

const sight = (data: string): PollResult => ({ key: data, data, pauseMs: PAUSE_MS });

describe('a watch', () => {
  it('tells everybody once for each change, and a late comer what it is now', async () => {
    let now = 'one';
    const { poll, seen } = watchOf(() => sight(now));
    const heard: Record<string, string[]> = { early: [], late: [] };
    const stopEarly = poll.listen({ told: (data) => heard.early?.push(data) });
    await until('it has looked several times', () => seen.looks > 3);
    const stopLate = poll.listen({ told: (data) => heard.late?.push(data) });
    now = 'two';
    await until('the change is heard', () => heard.late?.length === 2);
    stopEarly();
    stopLate();
    expect(heard).toEqual({ early: ['one', 'two'], late: ['one', 'two'] });
  });

  it('looks once for all who listen, and not at all when nobody does', async () => {
    const { poll, seen } = watchOf(() => sight('same'));
    const stops = Array.from({ length: 20 }, () => poll.listen({ told: () => undefined }));
    expect(seen.looks).toBe(1);
    for (const stop of stops) stop();
    await until('it rests', () => seen.idle === 1);
    const { looks } = seen;
    const stop = poll.listen({ told: () => undefined });
    expect(seen.looks).toBe(looks + 1);
    stop();
    await until('it rests again', () => seen.idle === 2);
  });

  const recorder = (heard: string[]) => ({
    told: (data: string) => heard.push(data),
    failed: (error: unknown) => heard.push(error === null ? 'answers' : 'silence'),
  });

  it('goes on after trouble, and tells of it once, and a late comer too', async () => {
    let now: PollResult | Error = new Error('away');
    const { poll, seen } = watchOf(() => now);
    const heard: Record<'early' | 'late', string[]> = { early: [], late: [] };
    const stops = [poll.listen(recorder(heard.early))];
    await until('trouble is told', () => seen.troubles.length > 1);
    stops.push(poll.listen(recorder(heard.late)));
    now = sight('back');
    await until('it is heard again', () => heard.late.includes('back'));
    for (const stop of stops) stop();
    expect(heard).toEqual({ early: ['silence', 'answers', 'back'], late: ['silence', 'answers', 'back'] });
  });

  it('tells of a look that is not answered while it still waits for it', async () => {
    let answer: (sight: PollResult) => void = () => undefined;
    const { poll } = watchOf(() => new Promise((resolve) => (answer = resolve)));
    const heard: string[] = [];
    const stop = poll.listen(recorder(heard));
    await until('the silence is told', () => heard.length === 1);
    stop();
    answer(sight('late'));
    expect(heard).toEqual(['silence']);
  });
});

describe('a stream of events', () => {
  it('tells its listener when to come back, and each event in turn', async () => {
    const stream = new EventStream(1000);
    stream.tell('releases', '{"waiting":1}');
    stream.beat();
    stream.tell('release', '{}');
    const text: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => text.push(chunk));
    await until('all of it is taken', () => text.length === 4);
    stream.finish();
    stream.tell('release', 'too late');
    await once(stream, 'end');
    expect(Buffer.concat(text).toString().split('\n\n')).toEqual([
      'retry: 1000',
      'event: releases\ndata: {"waiting":1}',
      ': still here',
      'event: release\ndata: {}',
      '',
    ]);
  });

  it('keeps for a listener who takes nothing only the latest of each', async () => {
    const stream = new EventStream(1000);
    for (let round = 0; round < 100_000; round += 1) stream.tell('release', `"${round}"`);
    const taken: string[] = [];
    stream.on('data', (chunk: Buffer) => taken.push(chunk.toString()));
    await until('it is taken', () => taken.join('').includes('event: release'));
    expect(taken.join('')).toContain('data: "99999"');
    expect(taken.join('').match(/event: release/g)).toHaveLength(1);
    stream.destroy();
  });
});
