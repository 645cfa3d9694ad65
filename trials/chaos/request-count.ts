import type { Journal } from '../../src/sandbox/journal';

/** How many requests a journal has; it grows long, and is read on from where it was read last. */
export class RequestCount {
  requests = 0;
  faulted = 0;
  #seq = 0;

  constructor(private readonly journal: Journal) {}

  /** Answers how many there are. */
  bringUpToDate(): number {
    const fresh = this.journal.find({}, this.#seq);
    this.#seq = fresh.at(-1)?.seq ?? this.#seq;
    const requests = fresh.filter(({ kind }) => kind === 'request');
    this.requests += requests.length;
    this.faulted += requests.filter(({ fault }) => fault !== null).length;
    return this.requests;
  }
}
