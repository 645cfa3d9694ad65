/** As which a worker asks for work: its machine, its process, and the store that it uses, which others compare with theirs. */
import { hostname } from 'node:os';

/** null: the store did not say which it is. */
export function workerIdentity(storeId: string | null): string {
  return `locrelease@${hostname()}:${process.pid}${storeId === null ? '' : `/${storeId}`}`;
}

/** null: it did not say. */
export function storeOfWorker(identity: string): string | null {
  return /^locrelease@.*\/([0-9a-f]{12})$/.exec(identity)?.[1] ?? null;
}
