import type { ScheduleDescription } from '@temporalio/client';
import { aroundMonth, scheduleMonth } from '../../../src/client/schedules/schedule-calendar';

const freeze = [
  { from: '2026-10-28', to: '2026-11-02', reason: 'the store is closed' },
  { from: '2026-12-20', to: '2027-01-03', reason: 'holidays' },
];

function found(timezone: string): ScheduleDescription {
  const declared = {
    id: 'strings',
    timeZone: timezone,
    release: 'release.yaml',
    cron: ['0 3 * * *'],
    freeze,
  };
  const description = {
    spec: { timezone },
    state: { paused: false },
    action: { memo: { digest: 'x', declared } },
  };
  return description as unknown as ScheduleDescription;
}

it('looks a day further than the month on each side', () => {
  expect(aroundMonth('2026-12')).toEqual({
    from: new Date('2026-11-30T00:00Z'),
    to: new Date('2027-01-02T00:00Z'),
  });
});

it('puts runs on the days of their time zone, and leaves out those of other months', () => {
  const name = { project: 'default', name: 'strings' };
  const past = {
    runs: [
      {
        at: new Date('2026-10-31T18:30Z'),
        state: 'done' as const,
        changed: true,
        releaseId: 'default/strings-2026-11-01',
        problem: null,
      },
    ],
    isCut: false,
  };
  const coming = [new Date('2026-11-29T18:30Z'), new Date('2026-11-30T18:30Z')];
  const month = scheduleMonth('2026-11', { name, found: found('Asia/Tokyo'), past, coming });
  expect(month.runs).toEqual([
    expect.objectContaining({ day: '2026-11-01', time: '03:30', state: 'done' }),
    expect.objectContaining({ day: '2026-11-30', time: '03:30', state: null }),
  ]);
});

it('has the freezes that touch the month', () => {
  const name = { project: 'default', name: 'strings' };
  const nothing = { name, found: found('UTC'), past: { runs: [], isCut: false }, coming: [] };
  const frozen = (month: string) => scheduleMonth(month, nothing).freezes.map(({ reason }) => reason);
  expect(frozen('2026-10')).toEqual(['the store is closed']);
  expect(frozen('2026-11')).toEqual(['the store is closed']);
  expect(frozen('2027-01')).toEqual(['holidays']);
  expect(frozen('2027-02')).toEqual([]);
});
