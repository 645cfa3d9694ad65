import { partDone } from '../../../src/domain/part-done';
import type { Progress } from '../../../src/domain/status';
import { translateSteps } from '../../../src/domain/translate-steps';

const inStep = (stepIndex: number | null, rowsDone: number, rowsTotal: number): Progress => ({
  step: 'translateBatch',
  stepIndex,
  rowsDone,
  rowsTotal,
});

it('is over with the last row of the last sub-step that the service has', () => {
  const last = { step: 'x', stepIndex: translateSteps.length, rowsTotal: 5 };
  expect(partDone({ ...last, rowsDone: 5 })).toBe(1);
  expect(partDone({ ...last, rowsDone: 4 })).toBeLessThan(1);
});

it.each([
  [inStep(1, 0, 40), 0],
  [inStep(4, 20, 40), 0.5],
  [inStep(7, 40, 40), 1],
  [inStep(4, 0, 0), 3 / 7],
  [inStep(null, 10, 40), 0.25],
  [inStep(null, 50, 40), 1],
  [inStep(null, 0, 0), null],
])('the part that is done of %j is %d', (progress, part) => {
  expect(partDone(progress)).toBe(part);
});
