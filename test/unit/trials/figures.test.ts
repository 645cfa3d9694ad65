import {
  inLanes,
  cpuMs,
  memoryMb,
  peakMemoryMb,
  median,
  quantile,
  printTable,
} from '../../../trials/bench/figures';
import fc from '../../support/fast-check';

describe('a quantile', () => {
  it('is one of the values, and the share of values below it is no larger than asked for', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer(), { minLength: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (values, share) => {
          const found = quantile(values, share);
          expect(values).toContain(found);
          expect(values.filter((value) => value < found).length).toBeLessThanOrEqual(values.length * share);
        },
      ),
    );
  });

  it('is the slowest of a hundred but one for 0.99, and the middle for the median', () => {
    const values = Array.from({ length: 300 }, (_, index) => 300 - index);
    expect(quantile(values, 0.99)).toBe(298);
    expect(median([3, 1, 2])).toBe(2);
    expect(median([])).toBeNaN();
  });
});

describe('a table', () => {
  let lines: string[];
  beforeEach(() => {
    lines = [];
    jest.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  });
  afterEach(() => jest.restoreAllMocks());

  it('has a line for each figure, and holds while all do that must', () => {
    const figures = [
      { what: 'median', value: 12.34, unit: 'ms', atMost: 20 },
      { what: 'ratio', value: 1.5, unit: 'times', digits: 2 },
    ];
    expect(printTable('Reaction', figures)).toBe(true);
    expect(lines).toEqual([
      'Reaction',
      '  median       12 ms  (required: at most 20 ms): ok',
      '  ratio   1.50 times',
    ]);
  });

  it.each([21, Number.NaN])('is missed where a figure is %s of 20 at most', (value) => {
    expect(printTable('Reaction', [{ what: 'median', value, unit: 'ms', atMost: 20 }])).toBe(false);
    expect(lines[1]).toContain('MISSED');
  });
});

describe('lanes', () => {
  it('do each piece of work once, and no more at once than there are', async () => {
    const done: number[] = [];
    const busy = new Set<number>();
    await inLanes({ count: 10, lanes: 3 }, async (index, lane) => {
      expect(busy.has(lane)).toBe(false);
      busy.add(lane);
      await Promise.resolve();
      done.push(index);
      busy.delete(lane);
    });
    expect(done.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

describeOnLinux('a process', () => {
  it('is known by its time and its memory', async () => {
    const { user, system } = process.cpuUsage();
    expect(await cpuMs(process.pid)).toBeGreaterThanOrEqual((user + system) / 1000 - 50);
    expect(await memoryMb(process.pid)).toBeGreaterThan(10);
    expect(await peakMemoryMb(process.pid)).toBeGreaterThan(10);
  });
});
