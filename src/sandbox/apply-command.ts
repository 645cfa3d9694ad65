/** Doing what a deed says, for the first time or again. */
import type { SandboxCommand } from './command';
import { recordRequest } from './mount-service';
import type { Services } from './create-services';

/** Throws where the service refuses, as it does each time. */
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
  const answer = await service.handle({
    endpoint,
    method: 'POST',
    rawBody: Buffer.from(body),
    headers: { 'idempotency-key': idempotencyKey },
    query: {},
    path,
    traceId,
    caller,
  });
  recordRequest(services.journal, { service, endpoint, answer, fault });
}
