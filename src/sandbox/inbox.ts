/** Where notices arrive on a machine that has nobody else to tell. */
export interface InboxEntry {
  receivedAt: string;
  notice: unknown;
}

const KEPT = 200;

export class Inbox {
  readonly #entries: InboxEntry[] = [];
  #listener: (notice: unknown) => void = () => undefined;

  get entries(): readonly InboxEntry[] {
    return this.#entries;
  }

  /** From now on, of each one that comes. */
  listen(listener: (notice: unknown) => void): void {
    this.#listener = listener;
  }

  take(notice: unknown): void {
    this.#entries.push({ receivedAt: new Date().toISOString(), notice });
    if (this.#entries.length > KEPT) this.#entries.shift();
    this.#listener(notice);
  }
}
