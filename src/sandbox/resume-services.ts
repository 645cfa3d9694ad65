/** Restores services from their log: each command is replayed at its time, and timers between commands run. */
import { randomUUID } from 'node:crypto';
import { setImmediate as whatFollowsAtOnce } from 'node:timers/promises';
import { SandboxClock } from './clock';
import { RandomSource } from './random-source';
import {
  CommandLogFile,
  presentMs,
  readCommandLog,
  setAside,
  UnusableLog,
  type LoggedCommands,
} from './command-log';
import { applyCommand, createServices, type Services } from './create-services';
import type { SandboxProfile } from './profile';

export interface CommandLogOptions {
  file: string;
  report: (line: string) => void;
}

export async function resumeServices(
  profile: SandboxProfile,
  origin: () => string,
  { file, report }: CommandLogOptions,
): Promise<Services> {
  try {
    const past = readCommandLog(file);
    if (past !== null) return await resume(profile, origin, file, past);
  } catch (error) {
    if (!(error instanceof UnusableLog)) throw error;
    report(
      `The sandbox cannot continue from its log: ${error.message}. The log is kept as ${setAside(file)}. ` +
        'The sandbox starts empty. Cancel releases that were running, and start them again.',
    );
  }
  return resume(profile, origin, file, { seed: randomUUID(), startMs: Date.now(), entries: [] });
}

async function resume(
  profile: SandboxProfile,
  origin: () => string,
  file: string,
  past: LoggedCommands,
): Promise<Services> {
  const { speed, clockSkewMs: skewMs } = profile;
  const clock = new SandboxClock({ speed, skewMs, standsAtMs: past.startMs });
  const random = new RandomSource(past.seed, profile.readings['id-type']);
  const commandLog = new CommandLogFile(clock, random);
  const services = createServices(profile, { clock, random, commandLog, origin });
  try {
    await replay(services, past);
  } catch (error) {
    await services.close();
    throw error;
  }
  commandLog.open(file, past);
  services.localization.resume();
  clock.standAt(presentMs(past));
  clock.goOn();
  commandLog.write({ kind: 'clock', speed });
  const close = async (): Promise<void> => {
    commandLog.write({ kind: 'clock', speed });
    commandLog.close();
    await services.close();
  };
  return { ...services, close };
}

async function replay(services: Services, { entries }: LoggedCommands): Promise<void> {
  const { clock, random } = services;
  for (const [index, { atMs, random: drawsThen, command }] of entries.entries()) {
    clock.standAt(atMs);
    await whatFollowsAtOnce();
    if (random.count !== drawsThen) {
      throw new UnusableLog(`line ${index + 2} cannot be replayed`);
    }
    // A request that waits for its acceptance stays open: the clock completes it as it did before.
    await Promise.race([again(() => applyCommand(services, command)), whatFollowsAtOnce()]);
  }
}

async function again(act: () => unknown): Promise<void> {
  try {
    await act();
  } catch (error) {
    const refusedThenToo = error instanceof Error && 'statusCode' in error;
    if (!refusedThenToo) throw new UnusableLog(`a line fails: ${String(error)}`);
  }
}
