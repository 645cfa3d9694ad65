import { sentence } from '../domain/sentence';
import type { Effect, ServiceError } from '../http/service-error';

const effects: Record<Effect, string> = {
  none: '',
  done: 'The service did what was asked, but its reply cannot be read.',
  unknown: 'It is not known whether the service did what was asked. Check before you try again.',
};

const CHECK_ALL = 'Run "locrelease doctor" to check addresses, credentials and the clock.';
const CHECK_ID =
  'Check the id. A task is seen only with the credentials that created it: --project names them.';

/** What a service refused a command, and what to do about it. */
export function serviceErrorText(error: ServiceError): string {
  return [sentence(error.message), effects[error.effect], nextStep(error)]
    .filter((part) => part !== '')
    .join(' ');
}

function nextStep({ kind, httpStatus, code }: ServiceError): string {
  if (kind === 'unreachable' || httpStatus === 401 || code === 401) return CHECK_ALL;
  return [403, 404].some((status) => status === httpStatus || status === code) ? CHECK_ID : '';
}
