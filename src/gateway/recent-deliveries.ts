/**
 * Deliveries that this process has acknowledged of late. A repeat is acknowledged again at no cost; one that comes
 * while the first is under way shares its fate. Only a saving: the workflow drops repeats by itself.
 */
import { LRUCache } from 'lru-cache';

export type DeliveryOutcome = 'signalled' | 'held' | 'ended' | 'unavailable';

export class RecentDeliveries {
  readonly #outcomes: LRUCache<string, Promise<DeliveryOutcome>>;

  constructor(capacity: number) {
    this.#outcomes = new LRUCache({ max: capacity });
  }

  async once(id: string, deliver: () => Promise<DeliveryOutcome>): Promise<DeliveryOutcome | 'repeated'> {
    const earlier = this.#outcomes.get(id);
    if (earlier !== undefined) return (await earlier) === 'unavailable' ? 'unavailable' : 'repeated';
    const delivery = deliver();
    this.#outcomes.set(id, delivery);
    const outcome = await delivery;
    // It was not acknowledged, so the service sends it again, and then it counts as new.
    if (outcome === 'unavailable') this.#outcomes.delete(id);
    return outcome;
  }
}
