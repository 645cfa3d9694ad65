/** Services that go on from where they were: each deed of the past again at its moment, with what fell due between. */
import { randomUUID } from 'node:crypto';
import { setImmediate as whatFollowsAtOnce } from 'node:timers/promises';
import { SandboxClock } from './clock';
import { Draws } from './random-source';
import { MemoryFile, presentMs, readPast, setAside, UnusableMemory, type Past } from './command-log';
import { perform } from './apply-command';
import type { SandboxProfile } from './profile';
import { createServices, type Services } from './create-services';

export interface MemoryOptions {
  file: string;
  report: (line: string) => void;
}

export async function recallServices(
  profile: SandboxProfile,
  origin: () => string,
  { file, report }: MemoryOptions,
): Promise<Services> {
  try {
    const past = readPast(file);
    if (past !== null) return await resume(profile, origin, file, past);
  } catch (error) {
    if (!(error instanceof UnusableMemory)) throw error;
    report(
      `The sandbox cannot go on from what it remembers, since ${error.message}. It is kept as ${setAside(file)}, ` +
        'and the sandbox begins afresh: a release that was under way must be cancelled and started again.',
    );
  }
  return resume(profile, origin, file, { seed: randomUUID(), startMs: Date.now(), entries: [] });
}

async function resume(
  profile: SandboxProfile,
  origin: () => string,
  file: string,
  past: Past,
): Promise<Services> {
  const { speed, clockSkewMs: skewMs } = profile;
  const clock = new SandboxClock({ speed, skewMs, standsAtMs: past.startMs });
  const draws = new Draws(past.seed);
  const memory = new MemoryFile(clock, draws);
  const services = createServices(profile, { clock, draws, memory, origin });
  try {
    await replay(services, past);
  } catch (error) {
    await services.close();
    throw error;
  }
  memory.open(file, past);
  services.localization.resume();
  clock.standAt(presentMs(past));
  clock.goOn();
  memory.write({ kind: 'clock', speed });
  const close = async (): Promise<void> => {
    memory.write({ kind: 'clock', speed });
    memory.close();
    await services.close();
  };
  return { ...services, close };
}

async function replay(services: Services, { entries }: Past): Promise<void> {
  const { clock, draws } = services;
  for (const [index, { atMs, draws: drawsThen, deed }] of entries.entries()) {
    clock.standAt(atMs);
    await whatFollowsAtOnce();
    if (draws.count !== drawsThen) {
      throw new UnusableMemory(`what led to its line ${index + 2} no longer comes out the same`);
    }
    // A request that waited for its acceptance is left waiting: the clock brings it about as it did then.
    await Promise.race([again(() => perform(services, deed)), whatFollowsAtOnce()]);
  }
}

async function again(act: () => unknown): Promise<void> {
  try {
    await act();
  } catch (error) {
    const refusedThenToo = error instanceof Error && 'statusCode' in error;
    if (!refusedThenToo) throw new UnusableMemory(`a line of it fails: ${String(error)}`);
  }
}
