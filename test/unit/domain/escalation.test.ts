import { escalationLeadMs } from '../../../src/domain/escalation';

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
