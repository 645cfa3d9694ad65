import { HeldProgress } from '../../../src/gateway/callback-routes';
import fc from '../../support/fast-check';

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
        jest.advanceTimersByTime(HOLD_MS);
        expect(passed).toEqual([`release/default/game task_1: step ${Math.max(...steps)}`]);
      }),
    );
  });

  it('is not held longer because more comes', () => {
    for (let step = 1; step <= 6; step += 1) {
      progress.hold('release/default/game', progressOf(step));
      jest.advanceTimersByTime(HOLD_MS / 4);
    }
    expect(passed).toEqual(['release/default/game task_1: step 4']);
  });

  it('is dropped where something else is told of the same task, and of no other', () => {
    progress.hold('release/default/game', progressOf(3));
    progress.hold('release/default/game', progressOf(3, 'task_of_before'));
    progress.hold('release/default/other', progressOf(3));
    progress.drop('release/default/game', { deliveryId: 'dlv', event: 'task.completed', taskId: 'task_1' });
    jest.advanceTimersByTime(HOLD_MS);
    expect(passed).toEqual([
      'release/default/game task_of_before: step 3',
      'release/default/other task_1: step 3',
    ]);
  });

  it('is not passed on any more once the gateway closes', () => {
    progress.hold('release/default/game', progressOf(3));
    progress.close();
    jest.advanceTimersByTime(HOLD_MS);
    expect(passed).toEqual([]);
  });
});
