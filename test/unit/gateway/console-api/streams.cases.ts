import { holdLastChunk } from '../../../../src/gateway/file-routes';
import { once } from 'node:events';
import { EventStream, OpenStreams } from '../../../../src/gateway/console-api/open-streams';
import { PeoplePresent } from '../../../../src/gateway/console-api/people-present';
import { SharedPoll, type PollResult } from '../../../../src/gateway/console-api/shared-poll';
import { until } from '../../../support/until';

describe('hold last chunk', () => {
  async function* pieces(texts: readonly string[], failsAtEnd: boolean): AsyncGenerator<Buffer> {
    for (const text of texts) yield await Promise.resolve(Buffer.from(text));
    if (failsAtEnd) throw new Error('damaged');
  }

  async function received(texts: readonly string[], failsAtEnd: boolean, promisedBytes: number) {
    let got = '';
    try {
      for await (const piece of holdLastChunk(pieces(texts, failsAtEnd), promisedBytes)) got += String(piece);
      return { got, isWhole: true };
    } catch {
      return { got, isWhole: false };
    }
  }

  describe('a content that is sent', () => {
    it.each([[[]], [['ab']], [['ab', 'cd', 'e']]])(
      'is all passed on where it ends well: %j',
      async (texts) => {
        const all = texts.join('');
        expect(await received(texts, false, all.length)).toEqual({ got: all, isWhole: true });
      },
    );

    it.each([
      [['ab'], 2, ''],
      [['ab', 'cd', 'e'], 5, 'abcd'],
      // It is longer than it should be, in one piece or in several.
      [['abcdef'], 4, ''],
      [['ab', 'cd', 'ef'], 4, 'ab'],
      [['abcd', 'e', 'f'], 4, ''],
      [['abcdef', 'g'], 4, ''],
    ])('never comes to the length that was promised where it is damaged: %j', async (texts, bytes, got) => {
      expect(await received(texts, true, bytes)).toEqual({ got, isWhole: false });
      expect(got.length).toBeLessThan(bytes);
    });
  });
});

describe('open streams', () => {
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
});

describe('people present', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const olga = { name: 'olga', termId: 'tt_1' };

  it('are known with the term that each is at, by release', () => {
    const people = new PeoplePresent();
    expect(people.of('game/spring')).toEqual([]);
    people.report('game/spring', 'pavel', null);
    people.report('game/spring', 'olga', 'tt_1');
    expect(people.of('game/spring')).toEqual([olga, { name: 'pavel', termId: null }]);
    people.report('game/spring', 'pavel', 'tt_2');
    people.report('game/autumn', 'ivan', null);
    expect(people.of('game/spring')).toEqual([olga, { name: 'pavel', termId: 'tt_2' }]);
  });

  it('are gone where they are silent for long, or close the window', () => {
    const people = new PeoplePresent();
    people.report('game/spring', 'olga', 'tt_1');
    jest.advanceTimersByTime(20_000);
    people.report('game/spring', 'pavel', null);
    jest.advanceTimersByTime(20_000);
    expect(people.of('game/spring')).toEqual([{ name: 'pavel', termId: null }]);
    people.leave('game/spring', 'pavel');
    expect(people.of('game/spring')).toEqual([]);
  });

  it('are no more than can be shown', () => {
    const people = new PeoplePresent();
    for (let number = 0; number < 100; number += 1) people.report('game/spring', `operator ${number}`, null);
    expect(people.of('game/spring')).toHaveLength(50);
  });
});

describe('shared poll', () => {
  const PAUSE_MS = 5;

  function watchOf(look: () => PollResult | Error | Promise<PollResult>) {
    const seen = { looks: 0, idle: 0, troubles: [] as unknown[] };
    const poll = new SharedPoll({
      read: () => {
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
      const stopEarly = poll.listen({ receive: (data) => heard.early?.push(data) });
      await until('it has looked several times', () => seen.looks > 3);
      const stopLate = poll.listen({ receive: (data) => heard.late?.push(data) });
      now = 'two';
      await until('the change is heard', () => heard.late?.length === 2);
      stopEarly();
      stopLate();
      expect(heard).toEqual({ early: ['one', 'two'], late: ['one', 'two'] });
    });

    it('looks once for all who listen, and not at all when nobody does', async () => {
      const { poll, seen } = watchOf(() => sight('same'));
      const stops = Array.from({ length: 20 }, () => poll.listen({ receive: () => undefined }));
      expect(seen.looks).toBe(1);
      for (const stop of stops) stop();
      await until('it rests', () => seen.idle === 1);
      const { looks } = seen;
      const stop = poll.listen({ receive: () => undefined });
      expect(seen.looks).toBe(looks + 1);
      stop();
      await until('it rests again', () => seen.idle === 2);
    });

    const recorder = (heard: string[]) => ({
      receive: (data: string) => heard.push(data),
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
      stream.sendEvent('releases', '{"waiting":1}');
      stream.beat();
      stream.sendEvent('release', '{}');
      const text: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => text.push(chunk));
      await until('all of it is taken', () => text.length === 4);
      stream.finish();
      stream.sendEvent('release', 'too late');
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
      for (let round = 0; round < 100_000; round += 1) stream.sendEvent('release', `"${round}"`);
      const taken: string[] = [];
      stream.on('data', (chunk: Buffer) => taken.push(chunk.toString()));
      await until('it is taken', () => taken.join('').includes('event: release'));
      expect(taken.join('')).toContain('data: "99999"');
      expect(taken.join('').match(/event: release/g)).toHaveLength(1);
      stream.destroy();
    });
  });
});
