import { sentence } from '../domain/text/sentence';
import { adviceOf } from '../http/remedy';
import type { Effect, ServiceError } from '../http/service-error';
import { socialRemedy } from '../social/remedies';

const effects: Record<Effect, string> = {
  none: '',
  done: 'The service did what was asked, but its reply cannot be read.',
  unknown: 'It is not known whether the service did what was asked. Check before you try again.',
};

const CHECK_ALL = 'Run "locrelease doctor" to check addresses, credentials and the clock.';
const CHECK_ID = 'Check the id and the project: a task is seen only with the credentials that created it.';

/** Endpoints whose id comes from the list of another command. */
const listedBy: readonly [endpoint: RegExp, command: string][] = [
  [/^\w+ \/export-templates\/(get|update|delete)$/, 'service templates list'],
  [/^\w+ \/terms\/(update|delete)$/, 'termbase list'],
];

/** Endpoints that take the id of a task or of one of its jobs. */
const TAKES_ID = /^\w+ \/tasks\/(?!create$)/;

export function serviceErrorText(error: ServiceError): string {
  const { message, effect, traceId } = error;
  return [
    sentence(message),
    effects[effect],
    nextStep(error),
    traceId === null || traceId === '' ? '' : `Trace id: ${traceId}.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function nextStep(error: ServiceError): string {
  const is = (status: number): boolean => error.httpStatus === status || error.code === status;
  if (error.kind === 'unreachable' || is(401)) return CHECK_ALL;
  if (error.service === 'social') {
    const remedy = socialRemedy(error);
    // The table's advice for an invalid request is about a release file, so it is left out here.
    if (remedy.do === 'park') return adviceOf(remedy);
  } else if ((is(403) || is(404)) && TAKES_ID.test(error.endpoint)) {
    return CHECK_ID;
  }
  const lister = listedBy.find(([endpoint]) => endpoint.test(error.endpoint))?.[1];
  if (is(404) && lister !== undefined) return `Check the id: "locrelease ${lister}" shows what there is.`;
  return is(403) || is(404) ? CHECK_ALL : '';
}
