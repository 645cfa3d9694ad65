/**
 * What became of a command that failed: a code of its own for each cause, a sentence for a person, and the exit code. It
 * travels from a gateway as it is, and is thrown again where the command runs.
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
import { serviceErrorText } from '../client/service-error-text';
import { ConfigError } from '../config/config-error';
import { exitCode, type ExitCode } from '../domain/exit-code';
import { ServiceError } from '../http/service-error';
import { InputError, type Finding } from '../source/input-error';
import { StoreError } from '../store/store-error';
import { NoTemporalServer } from '../temporal/no-temporal-server';
import { TemporalUnreachable } from '../temporal/temporal-unreachable';
import { UndecryptablePayload } from '../temporal/undecryptable-payload';
import { GatewayUnreachable } from './gateway-unreachable';

export interface Failure {
  code: string;
  message: string;
  exitCode: ExitCode;
  /** Of a file: what is wrong where. */
  findings?: readonly Finding[];
  /** Of a call to a service. */
  service?: Pick<ServiceError, 'service' | 'endpoint' | 'kind' | 'effect' | 'httpStatus' | 'traceId'> & {
    code: number | string | null;
  };
}

type MessageError = new (message: string) => Error;

/** Known by their message alone. The first that fits: a class comes before what it extends. */
const plain: readonly [MessageError, string, ExitCode][] = [
  [NotThere, 'not_found', exitCode.badInput],
  [BadRequest, 'bad_request', exitCode.badInput],
  [TermsChanged, 'terms_changed', exitCode.badInput],
  [Refused, 'refused', exitCode.badInput],
  [ConfigError, 'configuration', exitCode.badInput],
  [UndecryptablePayload, 'encryption_key', exitCode.badInput],
  [TemporalUnreachable, 'temporal_unreachable', exitCode.temporalUnreachable],
  [GatewayUnreachable, 'gateway_unreachable', exitCode.temporalUnreachable],
  [NoTemporalServer, 'no_temporal_server', exitCode.temporalUnreachable],
  [NoWorker, 'no_worker', exitCode.temporalUnreachable],
  [GateClosed, 'gate_closed', exitCode.gate],
  [ServiceFailed, 'service_refused', exitCode.service],
];

/** One that a gateway told, of a kind that has more to it than a message. */
export class GatewayFailure extends Error {
  override readonly name = 'GatewayFailure';

  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** null: nothing that was to be expected. */
export function expectedFailure(error: unknown): Failure | null {
  if (error instanceof GatewayFailure) return error.failure;
  if (error instanceof ServiceError) {
    const { service, endpoint, kind, effect, code, httpStatus, traceId } = error;
    return {
      code: 'service',
      message: serviceErrorText(error),
      exitCode: exitCode.service,
      service: { service, endpoint, kind, effect, code, httpStatus, traceId },
    };
  }
  if (error instanceof InputError)
    return {
      code: 'bad_file',
      message: error.message,
      exitCode: exitCode.badInput,
      findings: error.findings,
    };
  if (error instanceof StoreError)
    return { code: 'store', message: error.message, exitCode: exitCode.badInput };
  const kind = plain.find(([known]) => error instanceof known);
  if (kind === undefined || !(error instanceof Error)) return null;
  const [, code, exit] = kind;
  return { code, message: error.message, exitCode: exit };
}

/** What a command can tell apart by its class is of that class again. */
export function errorOf(failure: Failure): Error {
  const { code, message, findings } = failure;
  if (code === 'bad_file' && findings !== undefined) return new InputError(findings);
  if (code === 'store') return new StoreError('unreadable', message);
  const [Known] = plain.find(([, known]) => known === code) ?? [];
  return Known === undefined ? new GatewayFailure(failure) : new Known(message);
}
