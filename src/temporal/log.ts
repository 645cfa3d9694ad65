/** The log of the long-running processes: a line of JSON an entry, or the SDK's own form where a person watches. */
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
 * Messages of the SDK that nobody has to read: most roles have no workflows, and we log more about a failed call
 * ourselves.
 */
export function isMeantSo({ message, meta }: Pick<LogEntry, 'message' | 'meta'>): boolean {
  return (
    message.startsWith('No workflows registered') ||
    (message === 'Activity failed' && isFailedCall(meta?.error))
  );
}

/** A failure that names the endpoint of a service was logged with its code and its trace id when it was made. */
function isFailedCall(error: unknown): boolean {
  if (!(error instanceof ApplicationFailure)) return false;
  const [problem] = (error.details ?? []) as Partial<ProblemDetails>[];
  return typeof problem?.endpoint === 'string';
}

/** The text of a service may be in a message or in its details. */
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
    // A failure to log must not end the work that it is about.
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
