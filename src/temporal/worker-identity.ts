import { hostname } from 'node:os';

/**
 * The identity under which a worker polls: its machine, its process, and its store, which other processes compare with
 * theirs. null: the store has no id.
 */
export function workerIdentity(storeId: string | null): string {
  return `locrelease@${hostname()}:${process.pid}${storeId === null ? '' : `/${storeId}`}`;
}

/** null: the worker reports no store. */
export function storeOfWorker(identity: string): string | null {
  return /^locrelease@.*\/([0-9a-f]{12})$/.exec(identity)?.[1] ?? null;
}
