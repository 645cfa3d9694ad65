/** The log of the long-running processes: a line of JSON an entry, or the SDK's own form where a person watches. */
import type { Logger, LogLevel } from '@temporalio/common';
import { DefaultLogger, type LogEntry } from '@temporalio/worker';
import { inspect } from 'node:util';
import type { Config } from '../config/config';
import { visibleJson, visibleText, visibleValue, withoutCommands } from '../domain/visible-text';

export function createLogger({ logFormat }: Pick<Config, 'logFormat'>, level: LogLevel = 'INFO'): Logger {
  const format = logFormat ?? (process.stderr.isTTY ? 'text' : 'json');
  const lineOf = format === 'text' ? textLine : jsonLine;
  return new DefaultLogger(level, (entry) => {
    if (!isMeantSo(entry)) process.stderr.write(`${lineOf(entry)}\n`);
  });
}

/** The SDK warns of a worker without workflows, and those of most roles have none. */
export function isMeantSo({ message }: Pick<LogEntry, 'message'>): boolean {
  return message.startsWith('No workflows registered');
}

/** What a service said may stand in a message or in what goes with it. */
export function textLine({ level, message, timestampNanos, meta }: LogEntry): string {
  const told = `${timeOf(timestampNanos)} [${level}] ${visibleValue(message)}`;
  return withoutCommands(meta === undefined ? told : `${told} ${visibleText(inspect(meta))}`);
}

export function jsonLine({ level, message, timestampNanos, meta }: LogEntry): string {
  const entry = { time: timeOf(timestampNanos), level, message };
  const release = releaseOf(meta?.workflowId);
  try {
    return visibleJson(JSON.stringify({ ...entry, ...release, ...meta, ...entry }, readable));
  } catch {
    // A log line must not end the work that it tells of.
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
