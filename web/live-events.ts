/** The gateway's events. A lost connection is reopened; listeners then get `reconnected` and must read again. */
import { effect, signal } from '@preact/signals';
import type { ReleaseView } from '../src/domain/release/status';
import { requestOf } from '../src/protocol/addresses';
import { api } from './api';
import { signInWanted } from './session';
import { countWaiting } from './waiting';

/** `stale`: the gateway responds, but Temporal does not. */
export const connection = signal<'connecting' | 'live' | 'lost' | 'stale'>('connecting');

export interface Listener {
  /** The list or the inbox has changed since the connection was made, or may have while it was lost. */
  releases?: () => void;
  /**
   * The number of waiting releases at the connection: a page that has just read the same number need not read again.
   */
  begun?: (waiting: number) => void;
  release?: (status: ReleaseView) => void;
  /** The people with the release's review open, and each one's term. */
  present?: (people: readonly PresentPerson[]) => void;
  /** Instead of `releases`, where the connection was lost. */
  reconnected?: () => void;
}

export interface PresentPerson {
  name: string;
  termId: string | null;
}

const REOPEN_MS = 2000;

/** Listens until the returned function is called. Events of a single release come only for `release`. */
export function listen(release: string | null, listener: Listener): () => void {
  return effect(() => {
    if (signInWanted.value !== null) return;
    return open(release, listener);
  });
}

function open(release: string | null, listener: Listener): () => void {
  const address = requestOf('events', release === null ? {} : { release }).path;
  let source: EventSource;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let wasLost = false;
  let hasBegun = false;
  let stopped = false;
  const connect = (): void => {
    if (stopped) return;
    source = new EventSource(address);
    hasBegun = false;
    source.onopen = () => {
      connection.value = 'live';
      if (wasLost) (listener.reconnected ?? listener.releases)?.();
      wasLost = false;
    };
    source.onerror = () => {
      wasLost = true;
      hasBegun = false;
      connection.value = 'lost';
      // A browser reconnects after a lost connection, but not after a response that is no event stream.
      if (source.readyState === EventSource.CLOSED) reopening = setTimeout(reopen, REOPEN_MS);
    };
    source.addEventListener('releases', (event: MessageEvent<string>) => {
      const { waiting } = JSON.parse(event.data) as { waiting: number };
      if (hasBegun) {
        void countWaiting();
        listener.releases?.();
      } else listener.begun?.(waiting);
      hasBegun = true;
    });
    source.addEventListener('temporal', (event: MessageEvent<string>) => {
      connection.value = (JSON.parse(event.data) as { answers: boolean }).answers ? 'live' : 'stale';
    });
    source.addEventListener('release', (event: MessageEvent<string>) =>
      listener.release?.(JSON.parse(event.data) as ReleaseView),
    );
    source.addEventListener('present', (event: MessageEvent<string>) =>
      listener.present?.(JSON.parse(event.data) as PresentPerson[]),
    );
  };
  // A browser may not report a dead connection for minutes, but it reports a lost network at once.
  const wentOffline = (): void => {
    clearTimeout(reopening);
    source.close();
    wasLost = true;
    connection.value = 'lost';
  };
  const wentOnline = (): void => {
    source.close();
    connect();
  };
  addEventListener('offline', wentOffline);
  addEventListener('online', wentOnline);
  // The session is read first, so that an ended one brings up the sign-in.
  const reopen = (): void => void api.session().then(connect, connect);
  connect();
  return () => {
    stopped = true;
    removeEventListener('offline', wentOffline);
    removeEventListener('online', wentOnline);
    clearTimeout(reopening);
    source.close();
  };
}
