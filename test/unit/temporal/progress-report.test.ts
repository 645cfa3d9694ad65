import { withHeartbeat } from '../../../src/temporal/progress-report';

describe('a long step', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('says every 15 seconds that it goes on, and falls silent when it has ended', async () => {
    const lines: string[] = [];
    const step = withHeartbeat(
      (line) => lines.push(line),
      'still building',
      () => new Promise((resolve) => setTimeout(resolve, 80_000, 'built')),
    );
    await jest.advanceTimersByTimeAsync(80_000);
    expect(await step).toBe('built');
    const expected = ['15 s', '30 s', '45 s', '1 min 0 s', '1 min 15 s'].map(
      (time) => `still building (${time}).`,
    );
    expect(lines).toEqual(expected);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(lines).toEqual(expected);
  });

  it('falls silent when it fails', async () => {
    const report = jest.fn();
    await expect(withHeartbeat(report, 'still', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(report).not.toHaveBeenCalled();
  });
});
