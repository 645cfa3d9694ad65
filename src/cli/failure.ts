/** What became of a command that failed: a code of its own for each cause, a sentence for a person, and the exit code. */
import { CommanderError } from 'commander';
import { ConfigError } from '../config/config-error';
import {
  BadRequest,
  GateClosed,
  NotThere,
  NoWorker,
  Refused,
  ServiceRefused,
  TermsChanged,
} from '../client/errors';
import { serviceErrorText } from '../client/service-error-text';
import { ServiceError } from '../http/service-error';
import { InputError, type Finding } from '../source/input-error';
import { StoreError } from '../store/store-error';
import { TemporalUnreachable } from '../temporal/temporal-unreachable';
import { UndecryptablePayload } from '../temporal/undecryptable-payload';
import { NoTemporalServer } from '../temporal/no-temporal-server';
import { exitCode, type ExitCode } from './exit-code';
import { withSourceLines } from './source-lines';

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

type ErrorClass = abstract new (...args: never[]) => Error;

/** The first that fits: a class comes before what it extends. */
const kinds: readonly [ErrorClass, string, ExitCode][] = [
  [NotThere, 'not_found', exitCode.badInput],
  [BadRequest, 'bad_request', exitCode.badInput],
  [TermsChanged, 'terms_changed', exitCode.badInput],
  [Refused, 'refused', exitCode.badInput],
  [ConfigError, 'configuration', exitCode.badInput],
  [InputError, 'bad_file', exitCode.badInput],
  [StoreError, 'store', exitCode.badInput],
  [UndecryptablePayload, 'encryption_key', exitCode.badInput],
  [TemporalUnreachable, 'temporal_unreachable', exitCode.temporalUnreachable],
  [NoTemporalServer, 'no_temporal_server', exitCode.temporalUnreachable],
  [NoWorker, 'no_worker', exitCode.temporalUnreachable],
  [GateClosed, 'gate_closed', exitCode.gate],
  [ServiceRefused, 'service_refused', exitCode.service],
];

export function failureOf(error: unknown): Failure {
  if (error instanceof CommanderError) {
    const message = error.message.replace(/^error: /, '');
    return { code: 'usage', message, exitCode: error.exitCode === 0 ? exitCode.done : exitCode.badInput };
  }
  if (error instanceof ServiceError) {
    const { service, endpoint, kind, effect, code, httpStatus, traceId } = error;
    return {
      code: 'service',
      message: serviceErrorText(error),
      exitCode: exitCode.service,
      service: { service, endpoint, kind, effect, code, httpStatus, traceId },
    };
  }
  for (const [kind, code, exit] of kinds) {
    if (!(error instanceof kind)) continue;
    const findings = error instanceof InputError ? { findings: error.findings } : {};
    return { code, message: error.message, exitCode: exit, ...findings };
  }
  const text = error instanceof Error ? withSourceLines(error.stack ?? error.message) : String(error);
  return {
    code: 'unexpected',
    message: `Unexpected error. Please report it with this text and the command that you ran.\n${text}`,
    exitCode: exitCode.unexpected,
  };
}
