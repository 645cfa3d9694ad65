import { type DeliveryOutcome, HeldProgress, RecentDeliveries } from '../../../src/gateway/callback-routes';
import fc from '../../support/fast-check';

describe('held progress', () => {
  const HOLD_MS = 5_000;

  function progressOf(stepIndex: number, taskId = 'task_1') {
    const event = `step ${stepIndex}`;
    return { deliveryId: `dlv_${stepIndex}`, event, taskId, step: { step: event, stepIndex } };
  }

  describe('progress', () => {
    let passed: string[];
    let progress: HeldProgress;
    beforeEach(() => {
      jest.useFakeTimers();
      passed = [];
      progress = new HeldProgress(HOLD_MS, (workflowId, { event, taskId }) => {
        passed.push(`${workflowId} ${taskId}: ${event}`);
        return Promise.resolve();
      });
    });
    afterEach(() => {
      progress.close();
      jest.useRealTimers();
    });

    it('is passed on once in the time that it is held, with the furthest step, however many came', () => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), (steps) => {
          passed.length = 0;
          for (const step of steps) progress.hold('release/default/game', progressOf(step));
          expect(passed).toEqual([]);
          jest.advanceTimersByTime(HOLD_MS + 1);
          expect(passed).toEqual([`release/default/game task_1: step ${Math.max(...steps)}`]);
        }),
      );
    });

    it('is not held longer because more comes', () => {
      for (let step = 1; step <= 6; step += 1) {
        progress.hold('release/default/game', progressOf(step));
        jest.advanceTimersByTime(HOLD_MS / 4 + 1);
      }
      expect(passed).toEqual(['release/default/game task_1: step 4']);
    });

    it('is dropped where something else is told of the same task, and of no other', () => {
      progress.hold('release/default/game', progressOf(3));
      progress.hold('release/default/game', progressOf(3, 'task_of_before'));
      progress.hold('release/default/other', progressOf(3));
      progress.drop('release/default/game', { deliveryId: 'dlv', event: 'task.completed', taskId: 'task_1' });
      jest.advanceTimersByTime(HOLD_MS + 1);
      expect(passed).toEqual([
        'release/default/game task_of_before: step 3',
        'release/default/other task_1: step 3',
      ]);
    });

    it('is not passed on any more once the gateway closes', () => {
      progress.hold('release/default/game', progressOf(3));
      progress.close();
      jest.advanceTimersByTime(HOLD_MS + 1);
      expect(passed).toEqual([]);
    });
  });
});

describe('recent deliveries', () => {
  /** Counts how often each delivery was really made. */
  function deliveries(capacity: number, outcome: () => DeliveryOutcome = () => 'signalled') {
    const recent = new RecentDeliveries(capacity);
    const made: string[] = [];
    const deliver = (id: string) =>
      recent.once(id, () => {
        made.push(id);
        return Promise.resolve(outcome());
      });
    return { deliver, made };
  }

  describe('recent deliveries', () => {
    it.each(['signalled', 'ended'] as const)('make one that was %s once', async (outcome) => {
      const { deliver, made } = deliveries(10, () => outcome);
      expect(await deliver('a')).toBe(outcome);
      expect(await deliver('a')).toBe('repeated');
      expect(made).toEqual(['a']);
    });

    it('make one once though all its repeats come at once', async () => {
      const { deliver, made } = deliveries(10);
      const outcomes = await Promise.all(Array.from({ length: 1000 }, () => deliver('a')));
      expect(made).toEqual(['a']);
      expect(outcomes.filter((outcome) => outcome === 'signalled')).toHaveLength(1);
    });

    it('make one again that was not acknowledged', async () => {
      const fates: DeliveryOutcome[] = ['unavailable', 'signalled'];
      const { deliver, made } = deliveries(10, () => fates.shift() ?? 'signalled');
      expect(await Promise.all([deliver('a'), deliver('a')])).toEqual(['unavailable', 'unavailable']);
      expect(await deliver('a')).toBe('signalled');
      expect(await deliver('a')).toBe('repeated');
      expect(made).toEqual(['a', 'a']);
    });

    it('forget the one that was longest unused when there are too many', async () => {
      const { deliver, made } = deliveries(2);
      for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await deliver(id);
      expect(made).toEqual(['a', 'b', 'c', 'b']);
    });

    it('never make one twice of the last as many different ones as they hold', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat(6), { maxLength: 40 }),
          fc.integer({ min: 1, max: 8 }),
          async (ids, capacity) => {
            const { deliver } = deliveries(capacity);
            for (const [index, id] of ids.entries()) {
              const before = ids.slice(0, index);
              const since = before.slice(before.lastIndexOf(id) + 1);
              const isHeld = before.includes(id) && new Set(since).size < capacity;
              expect(await deliver(String(id))).toBe(isHeld ? 'repeated' : 'signalled');
            }
          },
        ),
      );
    });
  });
});
