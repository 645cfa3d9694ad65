import { readFile, stat, writeFile } from 'node:fs/promises';
import { SandboxClock } from '../../../src/sandbox/clock';
import type { SandboxCommand } from '../../../src/sandbox/command-log';
import { RandomSource } from '../../../src/sandbox/random-source';
import { Faults } from '../../../src/sandbox/faults';
import {
  CommandLogFile,
  presentMs,
  readCommandLog,
  setAside,
  UnusableLog,
} from '../../../src/sandbox/command-log';
import fc from '../../support/fast-check';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();
const file = (): string => scratch.path('folder', 'memory.jsonl');

const START_MS = 1_000_000;
const noPast = { seed: 'seed', startMs: START_MS, entries: [] };
const confirmTerms = (task_id: string): SandboxCommand => ({ kind: 'confirm-terms', task_id });

/** A memory whose clock stands still until it is moved. */
function newMemory(): { commandLog: CommandLogFile; clock: SandboxClock; random: RandomSource } {
  const clock = new SandboxClock({ standsAtMs: START_MS });
  const random = new RandomSource('seed');
  return { commandLog: new CommandLogFile(clock, random), clock, random };
}

describe('random', () => {
  it('are the same again with the same seed, and others with another', () => {
    const draw = (seed: string): (string | number)[] => {
      const random = new RandomSource(seed);
      return [random.id('task_'), random.fraction(), random.id('tpl-', 4)];
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
    const random = new RandomSource('seed');
    const ids = Array.from({ length: 1_000 }, () => random.id('term_'));
    expect(new Set(ids).size).toBe(1_000);
    expect(ids[0]).toMatch(/^term_[0-9a-f]{16}$/);
    expect(random.id('tpl-', 4)).toMatch(/^tpl-[0-9a-f]{8}$/);
    const fractions = Array.from({ length: 1_000 }, () => random.fraction());
    expect(Math.min(...fractions)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...fractions)).toBeLessThan(1);
    expect(Math.max(...fractions) - Math.min(...fractions)).toBeGreaterThan(0.9);
    expect(random.count).toBe(2_001);
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
    expect(readCommandLog(file())).toBeNull();
  });

  it('gives back what was written, with the moment and the draws until then', () => {
    const { commandLog, clock, random } = newMemory();
    commandLog.open(file(), noPast);
    commandLog.write(confirmTerms('task_1'));
    clock.standAt(START_MS + 500);
    random.id('task_');
    commandLog.write(confirmTerms('task_2'));
    commandLog.close();
    expect(readCommandLog(file())).toMatchObject({
      seed: 'seed',
      startMs: START_MS,
      entries: [
        { atMs: START_MS, random: 0, command: confirmTerms('task_1') },
        { atMs: START_MS + 500, random: 1, command: confirmTerms('task_2') },
      ],
    });
  });

  it('writes nothing before it is opened: that is the past, being lived through again', () => {
    const { commandLog } = newMemory();
    expect(commandLog.replaying).toBe(true);
    commandLog.write(confirmTerms('task_1'));
    commandLog.open(file(), noPast);
    expect(commandLog.replaying).toBe(false);
    expect(readCommandLog(file())?.entries).toEqual([]);
    commandLog.close();
  });

  it('can be read by its owner alone', async () => {
    const { commandLog } = newMemory();
    commandLog.open(file(), noPast);
    commandLog.close();
    expect((await stat(file())).mode & 0o077).toBe(0);
  });

  it('goes on where it was cut anywhere, with every line that was whole', async () => {
    const { commandLog } = newMemory();
    commandLog.open(file(), noPast);
    for (const id of ['one', 'zwei', '三']) commandLog.write(confirmTerms(id));
    commandLog.close();
    const whole = await readFile(file());
    const lineEnds = [...whole.entries()].flatMap(([place, byte]) => (byte === 10 ? [place] : []));
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), async (length) => {
        await writeFile(file(), whole.subarray(0, length));
        const before = readCommandLog(file())?.entries ?? [];
        expect(before).toHaveLength(Math.max(0, lineEnds.filter((end) => end < length).length - 1));
        const { commandLog: next } = newMemory();
        next.open(file(), noPast);
        next.write(confirmTerms('four'));
        next.close();
        expect(readCommandLog(file())?.entries.map(({ command }) => command)).toEqual([
          ...before.map(({ command }) => command),
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
    expect(() => readCommandLog(path)).toThrow(UnusableLog);
    expect(() => readCommandLog(path)).toThrow(where);
  });

  it('that is set aside is kept under the name it answers', async () => {
    const path = await scratch.write('memory.jsonl', 'old');
    const aside = setAside(path);
    expect(await readFile(aside, 'utf8')).toBe('old');
    expect(readCommandLog(path)).toBeNull();
  });
});

describe('the present', () => {
  const entryAt = (atMs: number, realMs: number, speed: number) => ({
    atMs,
    realMs,
    random: 0,
    command: { kind: 'clock', speed } as const,
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
