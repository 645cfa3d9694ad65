/**
 * Remedies for failed calls. Each service has one table, as data: a row has a documented code, where it can occur, and
 * what to do about it.
 */
import type { ServiceError } from './service-error';

type Delay =
  /** The delay grows with each attempt, by the caller's retry policy. */
  | 'backoff'
  /** Waits as long as `Retry-After` requires. Without it: backoff. */
  | 'as-told'
  /** A daily cap: waits as long as the service requires, or else until its next day. */
  | 'next-day';

export type Remedy =
  | { do: 'retry'; delay: Delay }
  /** The service's state differs from what the call assumed: read it, and continue from there. */
  | { do: 'read' }
  /** The same call is still being done, under its key: a repeat does no more than wait for its result. */
  | { do: 'wait'; advice: string }
  /**
   * A person must change something first, which `advice` describes. `notYet`: something just created may not be
   * readable yet. `isUnknown`: the code has no known meaning, so the failure may pass.
   */
  | { do: 'park'; advice: string; notYet?: boolean; isUnknown?: boolean }
  /** The request itself is wrong; no repeat and no person can make it right. */
  | { do: 'end'; advice: string };

export interface RemedyRow {
  code: number | string;
  /** Endpoints the row is for, as `METHOD /path`; every endpoint where absent. */
  endpoints?: readonly string[];
  /** Narrows the row to a documented condition, read from the error's parameters. */
  reason?: string;
  /** Narrows the row to failures that surely changed nothing. */
  effect?: 'none';
  remedy: Remedy;
}

export function retry(delay: Delay): Remedy {
  return { do: 'retry', delay };
}

export function read(): Remedy {
  return { do: 'read' };
}

export function park(advice: string, more: { notYet?: boolean; isUnknown?: boolean } = {}): Remedy {
  return { do: 'park', advice, ...more };
}

export function end(advice: string): Remedy {
  return { do: 'end', advice };
}

/** That of the most particular row for an error: by endpoint and reason, by endpoint, by reason, by code alone. */
export function remedyFor(rows: readonly RemedyRow[], error: ServiceError): Remedy {
  const matching = rows.filter(
    (row) =>
      row.code === error.code &&
      (row.endpoints === undefined || row.endpoints.includes(error.endpoint)) &&
      (row.reason === undefined || row.reason === error.params.reason) &&
      (row.effect === undefined || row.effect === error.effect),
  );
  const weight = (row: RemedyRow): number =>
    (row.endpoints ? 2 : 0) + (row.reason ? 1 : 0) + (row.effect ? 1 : 0);
  return matching.sort((a, b) => weight(b) - weight(a))[0]?.remedy ?? remedyByKind(error);
}

/** Covers failures that no table can list: broken connections, unreadable replies, undocumented codes. */
function remedyByKind({ kind, effect, code, httpStatus, message }: ServiceError): Remedy {
  if (kind === 'invalid') return end(message);
  if (effect !== 'none') return read();
  // An HTTP status may arrive as a code under HTTP 200. Any other code is an unknown refusal.
  const status = typeof code === 'number' && code >= 400 && code < 600 ? code : httpStatus;
  const refusedForGood = kind === 'refused' && status !== null && status < 500 && status !== 408;
  if (!refusedForGood) return retry('as-told');
  const notYet = status === 404;
  return park('This refusal is not documented. Act on what the service says.', {
    notYet,
    isUnknown: !notYet,
  });
}

export function adviceOf(remedy: Remedy): string {
  return 'advice' in remedy ? remedy.advice : 'Check that the service works and can be reached from here.';
}
