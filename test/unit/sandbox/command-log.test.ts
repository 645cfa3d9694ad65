import fc from 'fast-check';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { SandboxClock } from '../../../src/sandbox/clock';
import type { Deed } from '../../../src/sandbox/command';
import { Draws } from '../../../src/sandbox/random-source';
import { Faults } from '../../../src/sandbox/faults';
import { MemoryFile, presentMs, readPast, setAside, UnusableMemory } from '../../../src/sandbox/command-log';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();
const file = (): string => scratch.path('folder', 'memory.jsonl');

const START_MS = 1_000_000;
const noPast = { seed: 'seed', startMs: START_MS, entries: [] };
const confirmTerms = (task_id: string): Deed => ({ kind: 'confirm-terms', task_id });

/** A memory whose clock stands still until it is moved. */
function newMemory(): { memory: MemoryFile; clock: SandboxClock; draws: Draws } {
  const clock = new SandboxClock({ standsAtMs: START_MS });
  const draws = new Draws('seed');
  return { memory: new MemoryFile(clock, draws), clock, draws };
}

describe('draws', () => {
  it('are the same again with the same seed, and others with another', () => {
    const draw = (seed: string): (string | number)[] => {
      const draws = new Draws(seed);
      return [draws.id('task_'), draws.fraction(), draws.id('tpl-', 4)];
    };
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        fc.pre(one !== other);
        expect(draw(one)).toEqual(draw(one));
        expect(draw(one)).not.toEqual(draw(other));
      }),
    );
  });

  it('give ids of the asked length that are all different, and fractions from 0 up to 1', () => {
    const draws = new Draws('seed');
    const ids = Array.from({ length: 1_000 }, () => draws.id('term_'));
    expect(new Set(ids).size).toBe(1_000);
    expect(ids[0]).toMatch(/^term_[0-9a-f]{16}$/);
    expect(draws.id('tpl-', 4)).toMatch(/^tpl-[0-9a-f]{8}$/);
    const fractions = Array.from({ length: 1_000 }, () => draws.fraction());
    expect(Math.min(...fractions)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...fractions)).toBeLessThan(1);
    expect(Math.max(...fractions) - Math.min(...fractions)).toBeGreaterThan(0.9);
    expect(draws.count).toBe(2_001);
  });

  it('decide whether a fault strikes work, and have no part in what happens to requests', () => {
    const fraction = jest.fn().mockReturnValueOnce(0.6).mockReturnValueOnce(0.4);
    const faults = new Faults(fraction);
    faults.add({ on: 'work scan', do: 'fail', nth: 'all', chance: 0.5 });
    faults.add({ on: 'POST /posts', do: 'reset', nth: 'all', chance: 0.5 });
    faults.strike('request', 'POST /posts');
    expect([faults.strike('work', 'scan'), faults.strike('work', 'scan')]).toMatchObject([
      null,
      { do: 'fail' },
    ]);
    expect(fraction).toHaveBeenCalledTimes(2);
  });
});

describe('a memory', () => {
  it('has no past where there is no file', () => {
    expect(readPast(file())).toBeNull();
  });

  it('gives back what was written, with the moment and the draws until then', () => {
    const { memory, clock, draws } = newMemory();
    memory.open(file(), noPast);
    memory.write(confirmTerms('task_1'));
    clock.standAt(START_MS + 500);
    draws.id('task_');
    memory.write(confirmTerms('task_2'));
    memory.close();
    expect(readPast(file())).toMatchObject({
      seed: 'seed',
      startMs: START_MS,
      entries: [
        { atMs: START_MS, draws: 0, deed: confirmTerms('task_1') },
        { atMs: START_MS + 500, draws: 1, deed: confirmTerms('task_2') },
      ],
    });
  });

  it('writes nothing before it is opened: that is the past, being lived through again', () => {
    const { memory } = newMemory();
    expect(memory.replaying).toBe(true);
    memory.write(confirmTerms('task_1'));
    memory.open(file(), noPast);
    expect(memory.replaying).toBe(false);
    expect(readPast(file())?.entries).toEqual([]);
    memory.close();
  });

  it('can be read by its owner alone', async () => {
    const { memory } = newMemory();
    memory.open(file(), noPast);
    memory.close();
    expect((await stat(file())).mode & 0o077).toBe(0);
  });

  it('goes on where it was cut anywhere, with every line that was whole', async () => {
    const { memory } = newMemory();
    memory.open(file(), noPast);
    for (const id of ['one', 'zwei', '三']) memory.write(confirmTerms(id));
    memory.close();
    const whole = await readFile(file());
    const lineEnds = [...whole.entries()].flatMap(([place, byte]) => (byte === 10 ? [place] : []));
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), async (length) => {
        await writeFile(file(), whole.subarray(0, length));
        const before = readPast(file())?.entries ?? [];
        expect(before).toHaveLength(Math.max(0, lineEnds.filter((end) => end < length).length - 1));
        const { memory: next } = newMemory();
        next.open(file(), noPast);
        next.write(confirmTerms('four'));
        next.close();
        expect(readPast(file())?.entries.map(({ deed }) => deed)).toEqual([
          ...before.map(({ deed }) => deed),
          confirmTerms('four'),
        ]);
      }),
    );
  });

  it.each([
    ['a line that is no JSON', '{"sandboxMemory":1,"seed":"s","startMs":1}\nnonsense\n', 'line 2'],
    ['a deed that nobody knows', '{"sandboxMemory":1,"seed":"s","startMs":1}\n{"deed":{}}\n', 'line 2'],
    ['the beginning of something else', '{"sandboxMemory":2}\n', 'line 1'],
  ])('with %s is unusable, and says where', async (_what, content, where) => {
    const path = await scratch.write('other.jsonl', content);
    expect(() => readPast(path)).toThrow(UnusableMemory);
    expect(() => readPast(path)).toThrow(where);
  });

  it('that is set aside is kept under the name it answers', async () => {
    const path = await scratch.write('memory.jsonl', 'old');
    const aside = setAside(path);
    expect(await readFile(aside, 'utf8')).toBe('old');
    expect(readPast(path)).toBeNull();
  });
});

describe('the present', () => {
  const entryAt = (atMs: number, realMs: number, speed: number) => ({
    ...{ atMs, realMs, draws: 0, deed: { kind: 'clock', speed } as const },
  });

  it('is where a sandbox began that has done nothing', () => {
    expect(presentMs(noPast)).toBe(START_MS);
  });

  it('is as far from the last line as that run would have come by now', () => {
    jest.useFakeTimers({ now: 50_000 });
    const entries = [entryAt(1_000, 10_000, 1), entryAt(2_000, 20_000, 10)];
    expect(presentMs({ ...noPast, entries })).toBe(2_000 + 30_000 * 10);
    jest.useRealTimers();
  });

  it('is not before the last line, even where the machine was set back', () => {
    jest.useFakeTimers({ now: 5_000 });
    expect(presentMs({ ...noPast, entries: [entryAt(2_000, 20_000, 10)] })).toBe(2_000);
    jest.useRealTimers();
  });
});
