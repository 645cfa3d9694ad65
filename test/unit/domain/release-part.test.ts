import { partDone, releasePart, rowsText } from '../../../src/domain/release/time-left';
import type { Progress } from '../../../src/domain/release/status';
import { translateSteps } from '../../../src/domain/release/stages';
import { releaseStatus, stagesWith } from '../../support/release-status';

const half: Progress = { step: 'translateBatch', stepIndex: 4, rowsDone: 20, rowsTotal: 40 };
const begun = stagesWith({
  create: { state: 'done' },
  scan: { state: 'skipped' },
  confirm: { state: 'done' },
});

it.each([
  ['whole stages', releaseStatus({ stage: 'publish', stages: begun }), 3 / 8],
  [
    'and the part of a translation',
    releaseStatus({ stage: 'translate', stages: begun, progress: half }),
    3.5 / 8,
  ],
  [
    'and not the rows that an earlier stage has left',
    releaseStatus({ stage: 'supplement', stages: begun, progress: { ...half, stepIndex: null } }),
    3 / 8,
  ],
  ['all of it once it is done', releaseStatus({ state: 'done', stages: begun }), 1],
])('counts %s', (_what, status, part) => {
  expect(releasePart(status)).toBeCloseTo(part);
});

it('tells rows only while they are those of the stage', () => {
  expect(rowsText('translate', half)).toBe('20 of 40 rows');
  expect(rowsText('supplement', half)).toBe('');
  expect(rowsText('scan', half)).toBe('');
  expect(rowsText('translate', { ...half, rowsTotal: 0 })).toBe('');
  expect(rowsText('translate', null)).toBe('');
});

const inStep = (stepIndex: number | null, rowsDone: number, rowsTotal: number): Progress => ({
  step: 'translateBatch',
  stepIndex,
  rowsDone,
  rowsTotal,
});

it('a stage is over with the last row of the last sub-step that the service has', () => {
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
