/** The log of the long-running processes: a line of JSON an entry, or the SDK's own form where a person watches. */
import type { Logger } from '@temporalio/common';
import { DefaultLogger, type LogEntry } from '@temporalio/worker';
import { inspect } from 'node:util';
import type { Config } from '../config/config';

export function createLogger({ logFormat }: Pick<Config, 'logFormat'>): Logger {
  const format = logFormat ?? (process.stderr.isTTY ? 'text' : 'json');
  if (format === 'text') return new DefaultLogger('INFO');
  return new DefaultLogger('INFO', (entry) => process.stderr.write(`${jsonLine(entry)}\n`));
}

export function jsonLine({ level, message, timestampNanos, meta }: LogEntry): string {
  const time = new Date(Number(timestampNanos / 1_000_000n)).toISOString();
  const entry = { time, level, message };
  const release = releaseOf(meta?.workflowId);
  try {
    return JSON.stringify({ ...entry, ...release, ...meta, ...entry }, readable);
  } catch {
    // A log line must not end the work that it tells of.
    return JSON.stringify({ ...entry, ...release, meta: inspect(meta) });
  }
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
