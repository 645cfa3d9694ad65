/** The log of the long-running processes: JSON lines, or the SDK's own form on a terminal. */
import { ApplicationFailure, type Logger, type LogLevel } from '@temporalio/common';
import { DefaultLogger, type LogEntry } from '@temporalio/worker';
import { inspect } from 'node:util';
import type { Config } from '../config/config';
import type { ProblemDetails } from '../domain/problems/call-problem';
import { visibleJson, visibleText, visibleValue, withoutCommands } from '../domain/text/visible-text';

export function createLogger({ logFormat }: Pick<Config, 'logFormat'>, level: LogLevel = 'INFO'): Logger {
  const format = logFormat ?? (process.stderr.isTTY ? 'text' : 'json');
  const lineOf = format === 'text' ? textLine : jsonLine;
  return new DefaultLogger(level, (entry) => {
    if (!isMeantSo(entry)) process.stderr.write(`${lineOf(entry)}\n`);
  });
}

/**
 * Messages of the SDK that need no reader: most roles have no workflows, and we log more about a failed call ourselves.
 */
export function isMeantSo({ message, meta }: Pick<LogEntry, 'message' | 'meta'>): boolean {
  return (
    message.startsWith('No workflows registered') ||
    (message === 'Activity failed' && isFailedCall(meta?.error))
  );
}

/** A failure that names a service's endpoint was logged with its code and trace id when it was created. */
function isFailedCall(error: unknown): boolean {
  if (!(error instanceof ApplicationFailure)) return false;
  const [problem] = (error.details ?? []) as Partial<ProblemDetails>[];
  return typeof problem?.endpoint === 'string';
}

/** A message or its details may have a service's text, so control characters are escaped. */
export function textLine({ level, message, timestampNanos, meta }: LogEntry): string {
  const line = `${timeOf(timestampNanos)} [${level}] ${visibleValue(message)}`;
  return withoutCommands(meta === undefined ? line : `${line} ${visibleText(inspect(meta))}`);
}

export function jsonLine({ level, message, timestampNanos, meta }: LogEntry): string {
  const entry = { time: timeOf(timestampNanos), level, message };
  const release = releaseOf(meta?.workflowId);
  try {
    return visibleJson(JSON.stringify({ ...entry, ...release, ...meta, ...entry }, readable));
  } catch {
    // A failure to log must not end the logged work.
    return visibleJson(JSON.stringify({ ...entry, ...release, meta: inspect(meta) }));
  }
}

function timeOf(nanos: bigint): string {
  return new Date(Number(nanos / 1_000_000n)).toISOString();
}

function releaseOf(workflowId: unknown): { release?: string } {
  const [, release] = typeof workflowId === 'string' ? (/^release\/(.+)$/.exec(workflowId) ?? []) : [];
  return release === undefined ? {} : { release };
}

function readable(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (!(value instanceof Error)) return value;
  const { name, message, stack, cause } = value;
  return { name, message, stack, cause };
}
