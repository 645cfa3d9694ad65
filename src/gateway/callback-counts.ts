/** How many callbacks came, by event and by what became of them. */
export class CallbackCounts {
  readonly #counts = new Map<string, { outcome: string; event: string; count: number }>();

  count(outcome: string, event: string): void {
    const key = `${outcome} ${event}`;
    const entry = this.#counts.get(key) ?? { outcome, event, count: 0 };
    entry.count += 1;
    this.#counts.set(key, entry);
  }

  all(): readonly { outcome: string; event: string; count: number }[] {
    return [...this.#counts.values()];
  }
}
