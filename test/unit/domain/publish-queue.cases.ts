import {
  type PublishQueue,
  type TurnReply,
  requestTurn,
  askAgainAfterMs,
  end,
  holderIsGone,
  withFoundHolder,
  jobHasEnded,
  leave,
  newPublishQueue,
  unnotifiedHolder,
  wasNotified,
} from '../../../src/domain/release/publish-queue';
import fc from '../../support/fast-check';

describe('publish queue', () => {
  const NOW_MS = 1000;
  const open = withFoundHolder(newPublishQueue(), null, NOW_MS);

  let queue: PublishQueue;
  beforeEach(() => {
    queue = open;
  });

  function asks(taker: string, publishedIn: number | null = null, ticket = '1'): TurnReply {
    const { queue: next, reply: answer } = requestTurn(queue, { taker, ticket, publishedIn }, NOW_MS);
    queue = next;
    return answer;
  }

  function ends(taker: string, turn: number, outcome: { published?: boolean; jobId?: string } = {}): void {
    const { published = false, jobId = null } = outcome;
    queue = end(queue, { taker, turn, published, jobId }, NOW_MS);
  }

  /** Answers with the number of the turn. */
  function publishes(taker: string, ticket = '1'): number {
    const answer = asks(taker, null, ticket);
    if (!answer.granted) throw new Error(`it is the turn of ${answer.holder}`);
    ends(taker, answer.turn, { published: true });
    return answer.turn;
  }

  describe('who asks for the turn', () => {
    it('is granted it where nobody has it, and waits in line where somebody does', () => {
      expect(asks('a')).toEqual({ granted: true, turn: 1000, publishedSince: [] });
      expect(asks('b')).toEqual({ granted: false, holder: 'a', ahead: 1 });
      expect(asks('c')).toEqual({ granted: false, holder: 'a', ahead: 2 });
    });

    it('keeps its turn or its place when it asks again', () => {
      for (const taker of ['a', 'b', 'c']) asks(taker);
      const before = queue;
      expect([asks('b'), asks('a')]).toMatchObject([{ ahead: 1 }, { granted: true, turn: 1000 }]);
      expect(queue).toEqual(before);
    });

    it('is to be told when the turn has come, unless it has asked by then', () => {
      asks('a');
      asks('b');
      expect(unnotifiedHolder(queue)).toBeNull();
      ends('a', 1000);
      expect(unnotifiedHolder(queue)).toMatchObject({ taker: 'b', turn: 1001 });
      expect(unnotifiedHolder(wasNotified(queue, { turn: 1000 }))).toMatchObject({ taker: 'b' });
      expect(unnotifiedHolder(wasNotified(queue, { turn: 1001 }))).toBeNull();
      asks('b');
      expect(unnotifiedHolder(queue)).toBeNull();
    });

    it('may leave the line', () => {
      for (const taker of ['a', 'b', 'c']) asks(taker);
      queue = leave(queue, { taker: 'b', ticket: 'of an earlier run' });
      expect(asks('c')).toMatchObject({ ahead: 2 });
      queue = leave(queue, { taker: 'b', ticket: '1' });
      expect(asks('c')).toMatchObject({ ahead: 1 });
      queue = leave(queue, { taker: 'a', ticket: '1' });
      expect(queue.holder).toMatchObject({ taker: 'a' });
    });

    it('waits for the turn of its own earlier run', () => {
      asks('a', null, 'first run');
      expect(asks('a', null, 'second run')).toEqual({ granted: false, holder: 'a', ahead: 1 });
      queue = holderIsGone(queue, { turn: 1000, published: false, jobId: null }, NOW_MS);
      expect(asks('a', null, 'second run')).toMatchObject({ granted: true, turn: 1001 });
    });
  });

  describe('a turn', () => {
    it('is ended by its holder, and by its number', () => {
      asks('a');
      asks('b');
      const before = queue;
      ends('b', 1000);
      ends('a', 999);
      expect(queue).toEqual(before);
      ends('a', 1000);
      const { holder } = queue;
      ends('a', 1000, { published: true });
      expect(queue).toMatchObject({ holder, publications: [] });
      expect(holder).toMatchObject({ taker: 'b', turn: 1001 });
    });

    it('stays taken while a job runs that its taker has left, for that taker too', () => {
      asks('a');
      ends('a', 1000, { jobId: 'job-1' });
      expect(queue.holder).toMatchObject({ taker: 'a', leftJobId: 'job-1' });
      expect(asks('a', null, '2')).toEqual({ granted: false, holder: 'a', ahead: 1 });
      expect(asks('a', null, '1')).toMatchObject({ granted: false });
      expect(jobHasEnded(queue, { turn: 999, published: true }, NOW_MS)).toEqual(queue);
      queue = jobHasEnded(queue, { turn: 1000, published: true }, NOW_MS);
      expect(queue).toMatchObject({ holder: { ticket: '2' }, publications: [{ turn: 1000, taker: 'a' }] });
    });

    it('is not ended by the end of a job that nobody has left', () => {
      asks('a');
      expect(jobHasEnded(queue, { turn: 1000, published: true }, NOW_MS)).toEqual(queue);
    });
  });

  describe('who comes back to export', () => {
    it('is told who else has published since', () => {
      const turn = publishes('a');
      publishes('b');
      publishes('c');
      publishes('b', '2');
      expect(asks('a', turn, '2')).toMatchObject({ publishedSince: ['c', 'b'] });
    });

    it('is told that nobody has', () => {
      publishes('b');
      const turn = publishes('a');
      expect(asks('a', turn, '2')).toMatchObject({ publishedSince: [] });
    });

    it('is told that it is not known where a hundred others have, or the queue was started anew', () => {
      const turn = publishes('a');
      for (let n = 1; n < 100; n += 1) publishes(`other-${n}`);
      const { reply: answer } = requestTurn(queue, { taker: 'a', ticket: '2', publishedIn: turn }, NOW_MS);
      expect(answer).toHaveProperty('publishedSince.length', 99);
      publishes('one more');
      expect(asks('a', turn, '2')).toMatchObject({ publishedSince: null });
      queue = open;
      expect(asks('a', turn, '2')).toMatchObject({ publishedSince: null });
    });
  });

  describe('a queue that was started anew', () => {
    beforeEach(() => {
      queue = newPublishQueue();
      expect(asks('b')).toEqual({ granted: false, holder: null, ahead: 0 });
    });

    it('grants nothing before it has looked for a holder', () => {
      expect(queue.holder).toBeNull();
      queue = withFoundHolder(queue, null, NOW_MS);
      expect(unnotifiedHolder(queue)).toMatchObject({ taker: 'b', turn: 1000 });
    });

    it('leaves a turn to who holds it, and grants no number below it', () => {
      queue = withFoundHolder(queue, { taker: 'a', ticket: '1', turn: 5000, leftJobId: null }, NOW_MS);
      expect(asks('a')).toMatchObject({ granted: true, turn: 5000 });
      ends('a', 5000, { published: true });
      expect(asks('b')).toMatchObject({ granted: true, turn: 5001 });
      expect(queue.publications).toEqual([{ turn: 5000, taker: 'a' }]);
    });

    it('waits for a job that was left', () => {
      queue = withFoundHolder(queue, { taker: 'a', ticket: '1', turn: 500, leftJobId: 'job-1' }, NOW_MS);
      expect(asks('b')).toMatchObject({ granted: false, holder: 'a' });
      queue = jobHasEnded(queue, { turn: 500, published: true }, NOW_MS);
      expect(asks('b')).toMatchObject({ granted: true, turn: 1000 });
    });

    it('keeps no place in line for who is found to hold the turn', () => {
      queue = withFoundHolder(queue, { taker: 'b', ticket: '1', turn: 500, leftJobId: null }, NOW_MS);
      expect(queue.waiting).toEqual([]);
    });

    it('looks once', () => {
      queue = withFoundHolder(queue, null, NOW_MS);
      const late = { taker: 'a', ticket: '1', turn: 500, leftJobId: null };
      expect(withFoundHolder(queue, late, NOW_MS)).toEqual(queue);
    });
  });

  describe('whatever is sent', () => {
    type Change = (before: PublishQueue, nowMs: number) => PublishQueue;
    const taker = fc.constantFrom('a', 'b', 'c');
    const ticket = fc.constantFrom('1', '2', '3');
    const turn = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.double());
    const jobId = fc.constantFrom(null, 'job-1');
    const published = fc.boolean();
    const wanted = fc.record({ taker, ticket, publishedIn: fc.option(turn) });
    const outcome = fc.record({ taker, turn, published, jobId });
    const change: fc.Arbitrary<Change> = fc.oneof(
      {
        weight: 3,
        arbitrary: wanted.map(
          (one): Change =>
            (before, nowMs) =>
              requestTurn(before, one, nowMs).queue,
        ),
      },
      outcome.map(
        (one): Change =>
          (before, nowMs) =>
            end(before, one, nowMs),
      ),
      outcome.map(
        (one): Change =>
          (before, nowMs) =>
            holderIsGone(before, one, nowMs),
      ),
      outcome.map(
        (one): Change =>
          (before, nowMs) =>
            jobHasEnded(before, one, nowMs),
      ),
      fc.record({ taker, ticket }).map(
        (one): Change =>
          (before) =>
            leave(before, one),
      ),
    );
    /** Clocks may stand still or go back. */
    const changes = fc.array(fc.tuple(change, fc.nat(6)), { maxLength: 40 });
    const after = (made: [Change, number][]): PublishQueue[] =>
      made.reduce((queues, [one, nowMs]) => [...queues, one(queues.at(-1) ?? open, nowMs)], [open]);
    const last = (made: [Change, number][]): PublishQueue => after(made).at(-1) ?? open;

    it('numbers only grow', () => {
      fc.assert(
        fc.property(changes, (made) => {
          const turns = after(made).flatMap(({ holder }) => holder?.turn ?? []);
          const granted = turns.filter((one, index) => one !== turns[index - 1]);
          expect(granted).toEqual([...new Set(granted)].sort((a, b) => a - b));
        }),
      );
    });

    it('nobody waits where nobody holds the turn, and nobody twice', () => {
      fc.assert(
        fc.property(changes, (made) => {
          const { holder, waiting } = last(made);
          if (holder === null) expect(waiting).toEqual([]);
          expect(new Set(waiting.map((one) => one.taker + one.ticket)).size).toBe(waiting.length);
        }),
      );
    });

    it('asking again changes nothing', () => {
      fc.assert(
        fc.property(changes, wanted, fc.nat(), (made, one, nowMs) => {
          const first = requestTurn(last(made), one, 0);
          expect(requestTurn(first.queue, one, nowMs)).toEqual(first);
        }),
      );
    });

    it('it is carried over as it is', () => {
      fc.assert(
        fc.property(changes, (made) => expect(JSON.parse(JSON.stringify(last(made)))).toEqual(last(made))),
      );
    });

    it('looking gets everybody who waits to the turn, in order', () => {
      fc.assert(
        fc.property(changes, (made) => {
          let now = last(made);
          const { waiting } = now;
          const granted = waiting.map(() => {
            const found = { turn: now.holder?.turn ?? 0, published: false, jobId: null };
            now = holderIsGone(now, found, 0);
            return { taker: now.holder?.taker, ticket: now.holder?.ticket };
          });
          expect(granted).toEqual(waiting);
        }),
      );
    });
  });
});

describe('publish turn', () => {
  const MINUTE_MS = 60_000;
  const pauseMs = (ahead: number, waitedMs = 0): number =>
    askAgainAfterMs({ granted: false, holder: null, ahead }, waitedMs);

  describe('a release that waits for its turn to publish', () => {
    it('asks again after a minute where few are before it, or the holder is still being looked for', () => {
      expect([pauseMs(0), pauseMs(1), pauseMs(4)]).toEqual([MINUTE_MS, MINUTE_MS, MINUTE_MS]);
    });

    it('asks more rarely the more are before it, so that hundreds do not keep the queue busy', () => {
      expect(pauseMs(40)).toBe(10 * MINUTE_MS);
      const asksPerMinute = (waiting: number): number =>
        Array.from({ length: waiting }, (_, ahead) => MINUTE_MS / pauseMs(ahead + 1)).reduce((a, b) => a + b);
      expect(asksPerMinute(1000) / asksPerMinute(10)).toBeLessThan(4.5);
    });

    it('asks more rarely the longer it has waited', () => {
      expect(pauseMs(1, 90 * MINUTE_MS)).toBe(10 * MINUTE_MS);
    });
  });
});
