/** What a store refused to do, for tests that look at why. */
import { StoreError } from '../../src/store/store-error';

export async function storeErrorOf(work: Promise<unknown>): Promise<StoreError> {
  const outcome = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (outcome instanceof StoreError) return outcome;
  throw new Error(`a StoreError was expected, not ${String(outcome)}`);
}
