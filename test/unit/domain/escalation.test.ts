import { callsAhead, escalationLeadMs } from '../../../src/domain/review-rules';

const MINUTE_MS = 60_000;

it.each([
  ['3 days', 3 * 1440, 864],
  ['2 hours', 120, 24],
  ['1 hour', 60, 15],
  ['half an hour', 30, 15],
  ['20 minutes', 20, null],
])('a review of %s', (_what, minutes, lead) => {
  expect(escalationLeadMs(minutes * MINUTE_MS)).toBe(lead === null ? null : lead * MINUTE_MS);
});

it('what people will be told is known beforehand, the earliest first', () => {
  const review = {
    deadlineMs: 100 * MINUTE_MS,
    remindersMs: [70, 10, 90].map((minutes) => minutes * MINUTE_MS),
  };
  const told = (openMinutes: number): string[] =>
    callsAhead({ ...review, dueAtMs: review.deadlineMs }, openMinutes * MINUTE_MS).map(
      ({ kind, atMs }) => `${kind} ${atMs / MINUTE_MS}`,
    );
  expect(told(0)).toEqual(['reminder 10', 'reminder 70', 'escalation 80', 'reminder 90']);
  expect(told(80)).toEqual(['reminder 90']);
  expect(told(100)).toEqual([]);
});
