import { cachedWorkflows } from '../../../src/temporal/worker-memory';

describe('the releases that a worker keeps in memory', () => {
  it.each([
    ['as many as the setting has room for', 1024, 4096, 568],
    ['more where there is more', 4096, 8192, 2275],
    ['no more than its heap can hold', 4096, 512, 568],
    ['a few in the smallest container', 400, 4096, 10],
  ])('are %s', (_what, memoryMb, heapMb, kept) => {
    expect(cachedWorkflows(memoryMb, heapMb)).toBe(kept);
  });
});
