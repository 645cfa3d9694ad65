/**
 * Maps errors to failures: a code, a sentence, an exit code and an HTTP status. All interfaces report failures in this
 * form, and a command at a gateway throws them again.
 */
import {
  BadRequest,
  GateClosed,
  NotThere,
  NoWorker,
  Refused,
  ServiceFailed,
  TermsChanged,
} from '../client/errors';
import { ConfigError } from '../config/config-error';
import { exitCode, type ExitCode } from '../domain/exit-code';
import { ServiceError, type Effect } from '../http/service-error';
import type { Failure } from '../protocol/console-api';
import { InputError } from '../source/input-error';
import { StoreError } from '../store/store-error';
import { NoTemporalServer, TemporalUnreachable, UndecryptablePayload } from '../temporal/errors';
import { sentence } from '../domain/text/sentence';
import { adviceOf } from '../http/remedy';
import { socialRemedy } from '../social/remedies';

/** A failure known by its code: a gateway's own refusal, or one that a gateway sent. */
export class Failed extends Error {
  override readonly name: string = 'Failed';

  constructor(
    readonly failure: Failure,
    readonly status: number,
    options?: ErrorOptions,
  ) {
    super(failure.message, options);
  }
}

export function refusal(status: number, code: string, message: string): Failed {
  return new Failed({ code, message, exitCode: exitCode.badInput }, status);
}

/** Shown for unexpected errors, whose details the caller must not see. */
export const UNEXPECTED = "Unexpected error. Please report it with the entry in the gateway's log.";

type Kind = new (...made: never[]) => Error;

/** The chosen gateway does not respond. Exit code 9. */
export class GatewayUnreachable extends Error {
  override readonly name = 'GatewayUnreachable';
}

/** The first match counts, so subclasses come before their base class. */
const table: readonly [Kind, string, ExitCode, number][] = [
  [NotThere, 'not_found', exitCode.badInput, 404],
  [BadRequest, 'bad_request', exitCode.badInput, 400],
  [InputError, 'bad_file', exitCode.badInput, 400],
  [TermsChanged, 'terms_changed', exitCode.badInput, 409],
  [Refused, 'refused', exitCode.badInput, 409],
  [GateClosed, 'gate_closed', exitCode.gate, 409],
  [ConfigError, 'configuration', exitCode.badInput, 409],
  [UndecryptablePayload, 'encryption_key', exitCode.badInput, 503],
  [StoreError, 'store', exitCode.badInput, 503],
  [TemporalUnreachable, 'temporal_unreachable', exitCode.temporalUnreachable, 503],
  [GatewayUnreachable, 'gateway_unreachable', exitCode.temporalUnreachable, 503],
  [NoTemporalServer, 'no_temporal_server', exitCode.temporalUnreachable, 503],
  [NoWorker, 'no_worker', exitCode.temporalUnreachable, 503],
  [ServiceError, 'service', exitCode.service, 502],
  [ServiceFailed, 'service_refused', exitCode.service, 502],
];

/** null: the error is unexpected. */
export function expectedFailure(error: unknown): Failure | null {
  if (error instanceof Failed) return error.failure;
  const row = table.find(([known]) => error instanceof known);
  if (row === undefined || !(error instanceof Error)) return null;
  const [, code, exit] = row;
  const fields = { code, message: error.message, exitCode: exit };
  if (error instanceof InputError) return { ...fields, findings: [...error.findings] };
  if (!(error instanceof ServiceError)) return fields;
  const { service, endpoint, kind, effect, code: theirs, httpStatus, traceId } = error;
  return {
    ...fields,
    message: serviceErrorText(error),
    service: { service, endpoint, kind, effect, code: theirs, httpStatus, traceId },
  };
}

export function statusOf(error: unknown): number {
  if (error instanceof Failed) return error.status;
  return table.find(([known]) => error instanceof known)?.[3] ?? 500;
}

/** Restores the error class, by which commands distinguish failures. */
export function errorOf(failure: Failure, status: number): Error {
  const { code, message, findings } = failure;
  if (code === 'bad_file' && findings !== undefined) return new InputError(findings);
  if (code === 'store') return new StoreError('unreadable', message);
  const [Known] = code === 'service' ? [] : (table.find(([, known]) => known === code) ?? []);
  if (Known === undefined) return new Failed(failure, status);
  return new (Known as new (message: string) => Error)(message);
}

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
