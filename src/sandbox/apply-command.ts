/** Doing what a deed says, for the first time or again. */
import type { Deed } from './command';
import { recordRequest } from './mount-service';
import type { Services } from './create-services';

/** Throws where the service refuses, as it does each time. */
export function perform(services: Services, deed: Deed): unknown {
  const { faults, localization, social } = services;
  switch (deed.kind) {
    case 'request':
      return repeat(services, deed);
    case 'occurrence':
      return faults.strike('request', deed.endpoint);
    case 'set-faults':
      for (const rule of deed.rules) faults.add(rule);
      return undefined;
    case 'clear-faults':
      faults.clear();
      return undefined;
    case 'confirm-terms':
      return localization.confirmInConsole(deed.task_id);
    case 'change-account':
      return social.setAccount(deed.id, deed.change);
    case 'download':
      localization.downloaded(deed.task_id, deed.download);
      return undefined;
    case 'clock':
      return undefined;
  }
}

async function repeat(services: Services, deed: Extract<Deed, { kind: 'request' }>): Promise<void> {
  const { endpoint, caller, traceId, path, idempotencyKey, body, fault } = deed;
  const service = services[deed.service];
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
