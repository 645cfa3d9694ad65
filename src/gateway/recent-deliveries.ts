/**
 * Deliveries that this process has acknowledged of late. A repeat is acknowledged again at no cost; one that comes
 * while the first is under way shares its fate. Only a saving: the workflow drops repeats by itself.
 */
export type DeliveryOutcome = 'signalled' | 'ended' | 'unavailable';

export class RecentDeliveries {
  /** In the order of their last use, the longest unused first. */
  readonly #outcomes = new Map<string, Promise<DeliveryOutcome>>();

  constructor(private readonly capacity: number) {}

  async once(id: string, deliver: () => Promise<DeliveryOutcome>): Promise<DeliveryOutcome | 'repeated'> {
    const earlier = this.#outcomes.get(id);
    if (earlier === undefined) return this.#first(id, deliver());
    this.#remember(id, earlier);
    return (await earlier) === 'unavailable' ? 'unavailable' : 'repeated';
  }

  async #first(id: string, delivery: Promise<DeliveryOutcome>): Promise<DeliveryOutcome> {
    this.#remember(id, delivery);
    const outcome = await delivery;
    // It was not acknowledged, so the service sends it again, and then it counts as new.
    if (outcome === 'unavailable') this.#outcomes.delete(id);
    return outcome;
  }

  #remember(id: string, delivery: Promise<DeliveryOutcome>): void {
    this.#outcomes.delete(id);
    this.#outcomes.set(id, delivery);
    const [oldest] = this.#outcomes.keys();
    if (this.#outcomes.size > this.capacity && oldest !== undefined) this.#outcomes.delete(oldest);
  }
}
