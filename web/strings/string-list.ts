/** The exported strings that match the filter. Only pages in view are read. */
import { signal } from '@preact/signals';
import type { StringsPage } from '../../src/protocol/console-api';
import { fromAddress, toAddress } from '../address';
import { api, type ReleaseName, type StringFilter } from '../api';
import { asError } from '../format';

export type ShownString = StringsPage['strings'][number];

const PAGE = 200;

export class StringList {
  readonly filter = signal<StringFilter>({
    language: fromAddress('language'),
    search: fromAddress('search'),
    change: fromAddress('change'),
  });
  /** The newest response without its strings. */
  readonly head = signal<Omit<StringsPage, 'strings'> | null>(null);
  readonly pages = signal<ReadonlyMap<number, readonly ShownString[]>>(new Map());
  readonly error = signal<Error | null>(null);
  readonly #requested = new Set<number>();
  /** The result of a read for an earlier filter is discarded. */
  #generation = 0;

  constructor(private readonly release: ReleaseName) {
    this.#read(0);
  }

  setFilter(changes: Partial<StringFilter>): void {
    this.filter.value = { ...this.filter.value, ...changes };
    toAddress({ ...this.filter.value });
    this.again();
  }

  again = (): void => {
    this.#generation += 1;
    this.#requested.clear();
    this.#read(0);
  };

  at(index: number): ShownString | undefined {
    return this.pages.value.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  need(first: number, last: number): void {
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page += 1) this.#read(page);
  }

  #read(page: number): void {
    if (this.#requested.has(page)) return;
    this.#requested.add(page);
    const generation = this.#generation;
    const isCurrent = (): boolean => generation === this.#generation;
    api.strings(this.release, this.filter.value, { offset: page * PAGE, limit: PAGE }).then(
      ({ strings, ...head }) => {
        if (!isCurrent()) return;
        // The first page of another filter replaces all shown pages.
        this.pages.value = new Map([...(page === 0 ? [] : this.pages.value), [page, strings]]);
        this.head.value = head;
        this.error.value = null;
      },
      (error: unknown) => {
        if (!isCurrent()) return;
        this.#requested.delete(page);
        this.error.value = asError(error);
      },
    );
  }
}
