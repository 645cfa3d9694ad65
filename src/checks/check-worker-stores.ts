/** Whether the workers keep what releases need in the store of this machine. */
import type { StorePlace } from '../config/store-place';
import { openStorage } from '../store/open-store';
import { StoreError } from '../store/store-error';
import { storeId } from '../store/store-id';
import { storeOfWorker } from '../temporal/worker-identity';
import { warn, type Diagnosis } from './diagnosis';

/** Nothing is said of workers that do not tell, nor where this machine's own store is away: another line says that. */
export async function checkWorkerStores(
  place: StorePlace,
  workers: Iterable<string>,
): Promise<Diagnosis | null> {
  const storage = openStorage(place);
  let own: string;
  try {
    own = await storeId(storage);
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
  const others = [...workers].filter((worker) => ![own, null].includes(storeOfWorker(worker)));
  if (others.length === 0) return null;
  return warn('store', {
    message: `${storage.place} is not the store of ${others.join(', ')}. What is started here cannot be read there, and records of releases are not found here.`,
    fix: 'Set LOCRELEASE_STORE to the directory or bucket that the workers use, or use their gateway (LOCRELEASE_SERVER).',
  });
}
