import { responseWithin, boundOfCall } from '../../../src/temporal/response-within';

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});
afterEach(() => {
  jest.useRealTimers();
});

it('counts the time in which calls are under way, once for those at the same time, and no other', async () => {
  await responseWithin(1_000, () => {
    jest.advanceTimersByTime(5_000);
    const [one, other] = [boundOfCall(1), boundOfCall(1)];
    expect([one.deadline, other.deadline]).toEqual([6_000, 6_000]);
    jest.advanceTimersByTime(300);
    one.ended();
    jest.advanceTimersByTime(100);
    other.ended();
    jest.advanceTimersByTime(5_000);
    expect(boundOfCall(1).deadline).toBe(Date.now() + 600);
    return Promise.resolve();
  });
  expect(boundOfCall(30_000).deadline).toBe(Date.now() + 30_000);
});
