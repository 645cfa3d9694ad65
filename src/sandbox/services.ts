/**
 * The two services and their shared parts, without an HTTP server. With a log they are restored from it: each command
 * is replayed at its time, and timers between commands run.
 */
import { randomUUID } from 'node:crypto';
import { setImmediate as whatFollowsAtOnce } from 'node:timers/promises';
import { SandboxClock } from './clock';
import {
  CommandLogFile,
  noCommandLog,
  presentMs,
  readCommandLog,
  setAside,
  UnusableLog,
  type LoggedCommands,
  type SandboxCommand,
} from './command-log';
import { Faults } from './faults';
import { Journal } from './journal';
import { LocalizationSandbox } from './localization/localization-sandbox';
import type { SandboxProfile } from './profile';
import { RandomSource } from './random-source';
import { Refusal } from './refusal';
import { recordRequest, type SandboxContext } from './service';
import { SocialSandbox } from './social/social-sandbox';

export interface Services extends SandboxContext {
  localization: LocalizationSandbox;
  social: SocialSandbox;
  close(): Promise<void>;
}

export interface CommandLogOptions {
  file: string;
  report: (line: string) => void;
}

export async function openServices(
  profile: SandboxProfile,
  origin: () => string,
  log?: CommandLogOptions,
): Promise<Services> {
  if (log === undefined) {
    const clock = new SandboxClock({ speed: profile.speed, skewMs: profile.clockSkewMs });
    const random = new RandomSource(randomUUID(), profile.readings['id-type']);
    return createServices({ profile, clock, random, commandLog: noCommandLog, origin });
  }
  const { file, report } = log;
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

function createServices(given: Omit<SandboxContext, 'faults' | 'journal'>): Services {
  const { profile, clock, random } = given;
  const faults = new Faults(() => random.fraction());
  for (const rule of profile.faults) faults.add(rule);
  const context: SandboxContext = { ...given, faults, journal: new Journal(clock) };
  const localization = new LocalizationSandbox(context);
  const close = async (): Promise<void> => {
    clock.close();
    await localization.close();
  };
  return { ...context, localization, social: new SocialSandbox(context), close };
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
  const services = createServices({ profile, clock, random, commandLog, origin });
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
    if (random.count !== drawsThen) throw new UnusableLog(`line ${index + 2} cannot be replayed`);
    const again = new Promise((resolve) => resolve(applyCommand(services, command)));
    const unlessRefusedThenToo = (error: unknown): void => {
      if (!(error instanceof Refusal)) throw new UnusableLog(`a line fails: ${String(error)}`);
    };
    // A request that waits for its acceptance stays open: the clock completes it as it did before.
    await Promise.race([again.catch(unlessRefusedThenToo), whatFollowsAtOnce()]);
  }
}

/** Applies a command, for the first time or in a replay. A refusal of the service throws, in a replay as well. */
export function applyCommand(services: Services, command: SandboxCommand): unknown {
  const { faults, localization, social } = services;
  switch (command.kind) {
    case 'request':
      return repeat(services, command);
    case 'occurrence':
      return faults.strike('request', command.endpoint);
    case 'set-faults':
      return command.rules.map((rule) => faults.add(rule));
    case 'clear-faults':
      faults.clear();
      return undefined;
    case 'confirm-terms':
      return localization.confirmInConsole(command.task_id);
    case 'change-account':
      return social.setAccount(command.id, command.change);
    case 'download':
      localization.downloaded(command.task_id, command.download);
      return undefined;
    case 'clock':
      return undefined;
  }
}

async function repeat(
  services: Services,
  { endpoint, body, idempotencyKey, fault, ...command }: Extract<SandboxCommand, { kind: 'request' }>,
): Promise<void> {
  const service = services[command.service];
  const reply = await service.handle({
    ...command,
    endpoint,
    method: 'POST',
    rawBody: Buffer.from(body),
    headers: { 'idempotency-key': idempotencyKey },
    query: {},
  });
  recordRequest(services.journal, service, endpoint, reply, fault);
}
