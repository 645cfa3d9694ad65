/** Releases are found by search attributes, which a server must know before it accepts a workflow that sets them. */
import { status as grpc } from '@grpc/grpc-js';
import { ServiceError, type ConnectionLike } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '../config/config-error';
import { searchAttributeNames, searchAttributeTypes } from '../domain/search-attributes';
import { grpcCode, noNamespace } from './temporal-fault';

const { INDEXED_VALUE_TYPE_KEYWORD, INDEXED_VALUE_TYPE_DATETIME } = temporal.api.enums.v1.IndexedValueType;

/**
 * Registers missing search attributes. Where that is forbidden, the error has the command for an administrator. Returns
 * false where even reading them is forbidden, as in Temporal Cloud: then the first release shows whether they exist.
 */
export async function ensureSearchAttributes(
  connection: ConnectionLike,
  namespace: string,
): Promise<boolean> {
  const missing = await missingSearchAttributes(connection, namespace).catch((error: unknown) => {
    if (grpcCode(error) !== grpc.NOT_FOUND) throw error;
    throw noNamespace(namespace, error);
  });
  if (missing === null) return false;
  if (missing.length === 0) return true;
  try {
    await connection.operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(
        missing.map((name) => [
          name,
          searchAttributeTypes[name] === 'Datetime'
            ? INDEXED_VALUE_TYPE_DATETIME
            : INDEXED_VALUE_TYPE_KEYWORD,
        ]),
      ),
    });
    return true;
  } catch (error) {
    throw lacking(missing, namespace, error);
  }
}

function lacking(missing: readonly string[], namespace: string, cause: unknown): ConfigError {
  return new ConfigError(
    `The Temporal namespace ${namespace} lacks search attributes, and they could not be added from here. ` +
      `In Temporal Cloud, add them as docs/running.md says. ` +
      `Elsewhere ask an administrator to run: ${registerCommand(missing, namespace)}`,
    { cause },
  );
}

/** How long a server may take to apply the registration. */
const KNOWN_WITHIN_MS = 15_000;

/** The first process to use a new server registers them, and then retries until they apply. */
export async function knowingSearchAttributes<Result>(
  { connection, namespace }: { connection: ConnectionLike; namespace: string },
  act: () => Promise<Result>,
): Promise<Result> {
  let giveUpAtMs: number | null = null;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!isUnknownAttribute(error)) throw error;
      if (giveUpAtMs === null && !(await ensureSearchAttributes(connection, namespace)))
        throw lacking(searchAttributeNames, namespace, error);
      giveUpAtMs ??= Date.now() + KNOWN_WITHIN_MS;
      if (Date.now() > giveUpAtMs) throw error;
      await delay(500);
    }
  }
}

/** Whether a server refuses a query or a start because it does not know a search attribute. */
export function isUnknownAttribute(error: unknown): boolean {
  const cause = error instanceof ServiceError ? error.cause : error;
  const isRefused = grpcCode(error) === grpc.INVALID_ARGUMENT && cause instanceof Error;
  return isRefused && /search attribute/i.test(cause.message);
}

/** Returns null where the server does not let us read them. */
export async function missingSearchAttributes(
  connection: ConnectionLike,
  namespace: string,
): Promise<string[] | null> {
  try {
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
    return searchAttributeNames.filter((name) => customAttributes[name] === undefined);
  } catch (error) {
    const code = grpcCode(error);
    if (code === grpc.PERMISSION_DENIED || code === grpc.UNIMPLEMENTED) return null;
    throw error;
  }
}

export function registerCommand(missing: readonly string[], namespace: string): string {
  const names = missing.map((name) => `--name ${name} --type ${searchAttributeTypes[name] ?? ''}`).join(' ');
  return `temporal operator search-attribute create --namespace ${namespace} ${names}`;
}
