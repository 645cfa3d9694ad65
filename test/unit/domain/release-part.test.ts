import { releasePart, rowsText } from '../../../src/domain/release-part';
import type { Progress } from '../../../src/domain/status';
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
