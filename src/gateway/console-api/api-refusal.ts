/** What the console's API refuses, and in which words: `{error, message}` with the status that fits. */
import { isGrpcServiceError, WorkflowUpdateRPCTimeoutOrCancelledError } from '@temporalio/client';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import {
  BadRequest,
  GateClosed,
  NotThere,
  NoWorker,
  Refused,
  ServiceFailed,
  TermsChanged,
} from '../../client/errors';
import { serviceErrorText } from '../../client/service-error-text';
import { ServiceError } from '../../http/service-error';
import { InputError } from '../../source/input-error';
import { StoreError } from '../../store/store-error';
import { UndecryptablePayload } from '../../temporal/undecryptable-payload';
import { sentence } from '../../domain/sentence';

export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';

  constructor(
    readonly status: number,
    readonly error: string,
    message: string,
  ) {
    super(message);
  }
}

/** null: nothing that was to be expected. */
export function refusalOf(error: unknown): ApiRefusal | null {
  if (error instanceof ApiRefusal) return error;
  return fromClient(error) ?? fromTemporal(error) ?? fromHttp(error);
}

function fromClient(error: unknown): ApiRefusal | null {
  if (error instanceof NotThere) return new ApiRefusal(404, 'not-there', error.message);
  if (error instanceof BadRequest || error instanceof InputError)
    return new ApiRefusal(400, 'bad-request', error.message);
  if (error instanceof TermsChanged) return new ApiRefusal(409, 'terms-changed', error.message);
  if (error instanceof Refused || error instanceof GateClosed)
    return new ApiRefusal(409, 'refused', error.message);
  if (error instanceof NoWorker) {
    return new ApiRefusal(
      503,
      'no-worker',
      `${error.message} Nothing is lost: the release waits for a worker.`,
    );
  }
  if (error instanceof ServiceError) return new ApiRefusal(502, 'service', serviceErrorText(error));
  if (error instanceof ServiceFailed) return new ApiRefusal(502, 'service', error.message);
  if (error instanceof StoreError) return new ApiRefusal(503, 'store', error.message);
  const undecryptable = causeOf(error, UndecryptablePayload);
  if (undecryptable !== null) return new ApiRefusal(503, 'encryption-key', undecryptable.message);
  return null;
}

/** Temporal's client wraps what failed within it. */
function causeOf<Kind extends Error>(
  error: unknown,
  kind: abstract new (...made: never[]) => Kind,
): Kind | null {
  if (!(error instanceof Error)) return null;
  return error instanceof kind ? error : causeOf(error.cause, kind);
}

function fromTemporal(error: unknown): ApiRefusal | null {
  if (!isTemporalTrouble(error)) return null;
  return new ApiRefusal(503, 'temporal-away', 'Temporal does not answer. Nothing is lost. Try again soon.');
}

/** Temporal's client wraps what came over the wire, so the cause says what it was. */
function isTemporalTrouble(error: unknown): boolean {
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || isGrpcServiceError(error)) return true;
  return error instanceof Error && error.cause !== undefined && isTemporalTrouble(error.cause);
}

export function noAnswer(): ApiRefusal {
  const message =
    'No answer came in time. It is not known whether this was done. Check before you try again.';
  return new ApiRefusal(503, 'no-answer', message);
}

function fromHttp(error: unknown): ApiRefusal | null {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const faults = error.validation.map(({ instancePath, message }) =>
      [instancePath.slice(1).replaceAll('/', '.'), message].filter(Boolean).join(': '),
    );
    return new ApiRefusal(400, 'bad-request', `The request is not valid: ${sentence(faults.join('; '))}`);
  }
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null;
  if (status === 413) return new ApiRefusal(413, 'too-large', 'The request body is too large.');
  if (status === 415) return new ApiRefusal(415, 'not-json', 'Send JSON (content-type application/json).');
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new ApiRefusal(status, 'bad-request', 'The request cannot be read.');
  }
  return null;
}
