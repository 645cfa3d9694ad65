/** Follows a release until nothing more happens by itself; Ctrl-C stops following and never stops the release. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { NoWorker } from '../client/errors';
import type { ReleaseClient } from '../client/release-client';
import type { ReleaseStatus } from '../domain/status';
import { isTemporalAway } from '../temporal/temporal-fault';
import { isSettled } from './exit-code';

const LOOK_EVERY_MS = 500;

export interface Follow {
  releaseClient: Pick<ReleaseClient, 'status'>;
  id: string;
  timeoutMs?: number | undefined;
  onChange?: (status: ReleaseStatus) => void;
  /** After each look, also where nothing has changed: times and estimates change by themselves. */
  onLook?: (status: ReleaseStatus) => void;
  /** Once, when nobody answers any more. */
  onSilence?: () => void;
}

export interface Followed {
  /** The last one seen. */
  status: ReleaseStatus;
  ended: 'settled' | 'timeout' | 'detached';
}

/** Workers and servers are restarted while releases go on: once it was seen, a release is looked for until time is up. */
export async function follow(options: Follow): Promise<Followed> {
  const { releaseClient, id, timeoutMs = Infinity, onChange, onLook, onSilence } = options;
  const deadlineMs = Date.now() + timeoutMs;
  let status = await releaseClient.status(id);
  const detach = new AbortController();
  const onInterrupt = (): void => detach.abort();
  process.once('SIGINT', onInterrupt);
  let shown = '';
  let silence: Error | null = null;
  try {
    for (;;) {
      onLook?.(status);
      if (JSON.stringify(status) !== shown) onChange?.(status);
      shown = JSON.stringify(status);
      if (isSettled(status)) return { status, ended: 'settled' };
      if (detach.signal.aborted) return { status, ended: 'detached' };
      if (Date.now() >= deadlineMs && silence !== null) throw silence;
      if (Date.now() >= deadlineMs) return { status, ended: 'timeout' };
      await delay(Math.min(LOOK_EVERY_MS, Math.max(0, deadlineMs - Date.now())), undefined, {
        signal: detach.signal,
      }).catch(() => undefined);
      try {
        const seen = await unlessAborted(detach.signal, () => releaseClient.status(id));
        if (seen === null) return { status, ended: 'detached' };
        status = seen;
        silence = null;
      } catch (error) {
        if (!isSilence(error)) throw error;
        if (silence === null) onSilence?.();
        silence = error;
      }
    }
  } finally {
    process.removeListener('SIGINT', onInterrupt);
  }
}

/** Where nobody answers, a look takes long: whoever lets go does not wait for it, and hears null. */
async function unlessAborted<Value>(signal: AbortSignal, look: () => Promise<Value>): Promise<Value | null> {
  if (signal.aborted) return null;
  const settled = new AbortController();
  const aborted = once(signal, 'abort', { signal: settled.signal }).then(() => null);
  try {
    return await Promise.race([look(), aborted]);
  } finally {
    settled.abort();
  }
}

function isSilence(error: unknown): error is Error {
  return error instanceof NoWorker || isTemporalAway(error);
}
