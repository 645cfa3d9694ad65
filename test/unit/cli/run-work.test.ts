import { exitCodeOfWork } from '../../../src/cli/services/run-work';

describe('the exit code of work without a release', () => {
  it.each([
    ['running', true, 'accepted', 0],
    ['running', false, 'accepted', 4],
    ['running', true, 'ended', 4],
    ['done', true, 'ended', 0],
    ['partial', true, 'ended', 6],
    ['failed', true, 'accepted', 8],
    ['blocked', false, 'accepted', 7],
    ['unknown', false, 'ended', 7],
  ] as const)('of %s, accepted %s, until %s is %d', (state, accepted, until, code) => {
    expect(exitCodeOfWork({ state, accepted }, until)).toBe(code);
  });
});
