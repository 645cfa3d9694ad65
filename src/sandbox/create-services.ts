/** The two services and their shared parts, without an HTTP server. */
import { LocalizationSandbox } from './localization/localization-sandbox';
import { Faults } from './faults';
import { Journal } from './journal';
import type { SandboxProfile } from './profile';
import { type SandboxContext, recordRequest } from './mount-service';
import { SocialSandbox } from './social/social-sandbox';
import type { SandboxCommand } from './command-log';

export interface Services extends SandboxContext {
  localization: LocalizationSandbox;
  social: SocialSandbox;
  close(): Promise<void>;
}

export function createServices(
  profile: SandboxProfile,
  given: Pick<SandboxContext, 'clock' | 'random' | 'commandLog' | 'origin'>,
): Services {
  const { clock, random } = given;
  const faults = new Faults(() => random.fraction());
  for (const rule of profile.faults) faults.add(rule);
  const context: SandboxContext = { ...given, profile, faults, journal: new Journal(clock) };
  const localization = new LocalizationSandbox(context);
  const social = new SocialSandbox(context);
  const close = async (): Promise<void> => {
    clock.close();
    await localization.close();
  };
  return { ...context, localization, social, close };
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
      for (const rule of command.rules) faults.add(rule);
      return undefined;
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
  command: Extract<SandboxCommand, { kind: 'request' }>,
): Promise<void> {
  const { endpoint, caller, traceId, path, idempotencyKey, body, fault } = command;
  const service = services[command.service];
  const reply = await service.handle({
    endpoint,
    method: 'POST',
    rawBody: Buffer.from(body),
    headers: { 'idempotency-key': idempotencyKey },
    query: {},
    path,
    traceId,
    caller,
  });
  recordRequest(services.journal, { service, endpoint, response: reply, fault });
}
