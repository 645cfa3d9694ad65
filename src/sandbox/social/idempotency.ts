/**
 * What has been done under a key. While the request runs, the key is refused; once it has succeeded, its result
 * is the answer; a failure leaves no trace. The key alone decides, as documented: under a used key nothing is
 * done, even where the request is another one.
 */
import type { Outcome } from './operation';
import { Refusal } from './refusal';

export class IdempotencyKeys {
  readonly #results = new Map<string, Outcome | 'running'>();

  async once(key: string, work: () => Outcome | Promise<Outcome>): Promise<Outcome> {
    const first = this.#results.get(key);
    if (first === 'running')
      throw new Refusal('replay', 'a request with this Idempotency-Key is in progress');
    if (first !== undefined) return { ...first, effect: null, replayed: true };
    this.#results.set(key, 'running');
    try {
      const outcome = await work();
      this.#results.set(key, outcome);
      return outcome;
    } catch (error) {
      this.#results.delete(key);
      throw error;
    }
  }
}
