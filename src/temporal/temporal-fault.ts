/** Translates Temporal's refusals into errors that a person can act on. */
import { status as grpc } from '@grpc/grpc-js';
import {
  isGrpcServiceError,
  ServiceError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { NamespaceNotFoundError } from '@temporalio/common';
import { ConfigError } from '../config/config-error';
import { unreachable, type TemporalAddress } from './connect-client';
import { TemporalUnreachable } from './errors';

/** Whether a retry may well succeed. */
export function isTemporalAway(error: unknown): error is Error {
  const code = grpcCode(error);
  return error instanceof TemporalUnreachable || code === grpc.UNAVAILABLE || code === grpc.DEADLINE_EXCEEDED;
}

export function isUnknownRun(error: unknown): boolean {
  return grpcCode(error) === grpc.NOT_FOUND && !isNamespaceGone(error);
}

/** Some calls of the client throw the server's own error. */
function isNamespaceGone(error: unknown): boolean {
  if (error instanceof NamespaceNotFoundError) return true;
  return grpcCode(error) === grpc.NOT_FOUND && /\bnamespace\b.*\bnot found\b/i.test(String(error));
}

/** Returns the error unchanged where it is none of Temporal's. */
export function temporalFault(error: unknown, { connectionOptions, namespace }: TemporalAddress): unknown {
  if (error instanceof TemporalUnreachable) return error;
  if (isNamespaceGone(error)) return noNamespace(namespace, error);
  const code = grpcCode(error);
  if (code === grpc.UNAUTHENTICATED || code === grpc.PERMISSION_DENIED) {
    return new ConfigError(
      `Temporal at ${connectionOptions.address ?? ''} refuses access to namespace ${namespace}. ` +
        'Check TEMPORAL_NAMESPACE, and TEMPORAL_API_KEY or the certificate.',
      { cause: error },
    );
  }
  if (code === grpc.UNIMPLEMENTED) {
    return new TemporalUnreachable(
      `What answers at ${connectionOptions.address ?? ''} is not a Temporal server, or is too old. Set TEMPORAL_ADDRESS to one.`,
      { cause: error },
    );
  }
  if (code === grpc.DEADLINE_EXCEEDED) {
    return new TemporalUnreachable(
      `Temporal at ${connectionOptions.address ?? ''} did not answer in time. Try again. If it stays so, check that its server and a worker of locrelease run, and are not overloaded.`,
      { cause: error },
    );
  }
  if (isStuck(error)) {
    return new TemporalUnreachable(
      'The workers cannot go on with this at the moment. Nothing is lost: Temporal has them try again. See the log of the worker.',
      { cause: error },
    );
  }
  return isTemporalAway(error) ? unreachable(connectionOptions, error) : error;
}

/** Whether the queried workflow fails in its own code, which only the server's message shows. */
function isStuck(error: unknown): boolean {
  const cause = error instanceof ServiceError ? error.cause : error;
  return isGrpcServiceError(cause) && /workflow task in failed state/i.test(cause.details.slice(0, 1000));
}

export function noNamespace(namespace: string, cause: unknown): ConfigError {
  return new ConfigError(
    `There is no Temporal namespace ${namespace}. Set TEMPORAL_NAMESPACE to one that exists, ` +
      `or create it with: temporal operator namespace create --namespace ${namespace}`,
    { cause },
  );
}

export function grpcCode(error: unknown): number | null {
  const isWrapped =
    error instanceof ServiceError || error instanceof WorkflowUpdateRPCTimeoutOrCancelledError;
  const cause = isWrapped ? error.cause : error;
  return isGrpcServiceError(cause) ? cause.code : null;
}
