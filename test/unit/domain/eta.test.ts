import { etaMs, partDone } from '../../../src/domain/eta';
import type { Progress, ReleaseView } from '../../../src/domain/status';
import { translateSteps } from '../../../src/domain/translate-steps';
import fc from '../../support/fast-check';
import { releaseStatus, stagesWith } from '../../support/release-status';

const STARTED = '2026-12-01T09:00:00.000Z';
const startedMs = Date.parse(STARTED);

const translating = (progress: Progress | null, changes: Partial<ReleaseView> = {}): ReleaseView =>
  releaseStatus({
    stage: 'translate',
    stages: stagesWith({ translate: { state: 'running', startedAt: STARTED } }),
    progress,
    ...changes,
  });
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

describe('the part that is done', () => {
  it.each([
    [inStep(1, 0, 40), 0],
    [inStep(4, 20, 40), 0.5],
    [inStep(7, 40, 40), 1],
    [inStep(4, 0, 0), 3 / 7],
    [inStep(null, 10, 40), 0.25],
    [inStep(null, 50, 40), 1],
    [inStep(null, 0, 0), null],
  ])('of %j is %d', (progress, part) => {
    expect(partDone(progress)).toBe(part);
  });
});

describe('the time that is left', () => {
  it('is as long again where half is done', () => {
    expect(etaMs(translating(inStep(4, 20, 40)), startedMs + 60_000)).toBeCloseTo(60_000);
  });

  it.each([
    ['hardly anything is done', translating(inStep(1, 1, 40))],
    ['all is done', translating(inStep(7, 40, 40))],
    ['nothing is known', translating(null)],
    ['nothing moves', translating(inStep(4, 20, 40), { state: 'parked' })],
    ['no stage is under way', translating(inStep(4, 20, 40), { stage: null })],
  ])('is not guessed where %s', (_why, status) => {
    expect(etaMs(status, startedMs + 60_000)).toBeNull();
  });

  it('is never negative, whatever our clock says', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 7 }),
        fc.nat(100),
        fc.nat(100),
        fc.integer({ min: -10_000_000, max: 10_000_000 }),
        (stepIndex, rowsDone, rowsTotal, sinceMs) => {
          const leftMs = etaMs(translating(inStep(stepIndex, rowsDone, rowsTotal)), startedMs + sinceMs);
          expect(leftMs ?? 0).toBeGreaterThanOrEqual(0);
          expect(leftMs ?? 0).toBeLessThan(Infinity);
        },
      ),
    );
  });
});
