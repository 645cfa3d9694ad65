import { changeText, detailsText, scheduleTable } from '../../../src/cli/release/schedule';
import type { ScheduleDetails } from '../../../src/client/schedules/schedule-view';
import type { NightlyRun } from '../../../src/client/schedules/nightly-run';

const run: NightlyRun = {
  scheduledAt: '2026-11-15T01:30:00.000Z',
  startedAt: '2026-11-15T01:30:00.100Z',
  workflowId: 'nightly/default/strings-2026-11-15T01:30:00Z',
  runId: 'run-1',
  state: 'done',
  changed: true,
  releaseId: 'default/game-2026-11-15',
  problem: null,
};

const details: ScheduleDetails = {
  id: 'default/strings',
  project: 'default',
  name: 'strings',
  description: '02:30 on mon, fri, Europe/Berlin',
  timeZone: 'Europe/Berlin',
  paused: false,
  declared: {
    id: 'strings',
    calendar: { at: '02:30', days: ['mon', 'fri'] },
    timeZone: 'Europe/Berlin',
    overlap: 'skip',
    catchUp: 86_400_000,
    freeze: [{ from: '2026-12-21', to: '2027-01-03', reason: 'holidays' }],
    paused: false,
    release: 'release.yaml',
  },
  nextRuns: [
    { at: '2026-11-16T01:30:00.000Z', local: 'Mon 2026-11-16 02:30 +01:00' },
    { at: '2026-11-20T01:30:00.000Z', local: 'Fri 2026-11-20 02:30 +01:00' },
  ],
  lastRun: run,
  notes: ['2026-11-15T03:00:00.000Z olga created it'],
  night: null,
  taskQueue: 'locrelease',
  recentRuns: [run],
  runs: { taken: 1, skippedByOverlap: 0, missed: 0 },
  createdAt: '2026-11-15T03:00:00.000Z',
  updatedAt: null,
};

describe('a schedule in a list', () => {
  const cells = (changes: Partial<ScheduleDetails>): string[] =>
    scheduleTable
      .text([{ ...details, ...changes }], {})
      .split('\n')[1]
      ?.split(/ {2,}/) ?? [];

  it('tells its next run by its own clocks, and what became of the last', () => {
    expect(cells({})).toEqual([
      'default/strings',
      '02:30 on mon, fri, Europe/Berlin',
      'Mon 2026-11-16 02:30 +01:00',
      '2026-11-15T01:30:00Z',
      'done',
      'default/game-2026-11-15',
    ]);
  });

  it('tells who paused it instead', () => {
    expect(cells({ paused: true, nextRuns: [], lastRun: null }).slice(2)).toEqual([
      'paused',
      '2026-11-15T03:00:00.000Z olga created it',
    ]);
  });

  it('tells that no time will ever match', () => {
    expect(cells({ nextRuns: [] })[2]).toBe('never');
  });
});

it('a schedule in full tells its policies, its freezes, its runs and its notes', () => {
  const failed: NightlyRun = { ...run, state: 'failed', releaseId: null, problem: 'a: content is empty' };
  const text = detailsText({ ...details, recentRuns: [failed, run] });
  expect(text).toContain('catch-up    within 1 d');
  expect(text).toContain('freeze      2026-12-21 to 2027-01-03: holidays');
  expect(text).toContain('failed     2026-11-15T01:30:00Z  a: content is empty');
  expect(text).toContain('2026-11-15T03:00:00.000Z olga created it');
});

it.each([
  [{ id: 'default/a', outcome: 'created' as const, changed: [] }, 'created    default/a'],
  [
    { id: 'default/a', outcome: 'updated' as const, changed: ['cron', 'freeze'] },
    'updated    default/a  cron, freeze',
  ],
  [
    { id: 'default/a', outcome: 'orphaned' as const, changed: [] },
    'orphaned   default/a  not in the file; --prune deletes it',
  ],
])('a change is told in one line: %j', (change, text) => {
  expect(changeText(change)).toBe(text);
});
