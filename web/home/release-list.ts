/** The releases that match the filter, as far as the reader has scrolled, kept up to date. */
import { computed, signal } from '@preact/signals';
import type { ReleaseRow } from '../../src/protocol/console-api';
import { fromAddress, toAddress } from '../address';
import { api, type ReleaseFilter } from '../api';
import { asError } from '../format';

const PAGE = 200;
const LARGEST_PAGE = 500;
const REFRESH_PAUSE_MS = 1000;
/** Temporal lists in its own order only: so many are read, and then sorted here. */
const MOST_SORTED = 2000;

/** By what the list can be sorted. */
export const sortKeys = {
  Release: ({ id }) => id,
  State: ({ state }) => state,
  Stage: ({ stage }) => stage ?? '',
  'Waits for': ({ waitingFor, waitingSince }) => `${waitingFor ?? '~'} ${waitingSince ?? ''}`,
  Languages: ({ languages }) => languages.join(', '),
  'Started by': ({ startedBy }) => startedBy ?? '',
  Started: ({ startedAt }) => startedAt,
  Ended: ({ endedAt }) => endedAt ?? '',
} satisfies Record<string, (row: ReleaseRow) => string>;
export type SortKey = keyof typeof sortKeys;

export class ReleaseList {
  readonly filter = signal<ReleaseFilter>({
    state: fromAddress('state'),
    project: fromAddress('project'),
    search: fromAddress('search'),
  });
  readonly rows = signal<readonly ReleaseRow[]>([]);
  /** null: as Temporal lists them, those that are open first. */
  readonly sorting = signal<{ by: SortKey; descending: boolean } | null>(null);
  readonly shown = computed(() => {
    const sorting = this.sorting.value;
    if (sorting === null) return this.rows.value;
    const keyOf = sortKeys[sorting.by];
    const sign = sorting.descending ? -1 : 1;
    return this.rows.value.toSorted((one, other) => sign * keyOf(one).localeCompare(keyOf(other)));
  });
  readonly more = signal(true);
  readonly error = signal<Error | null>(null);
  readonly reading = signal(false);
  #cursor: string | null = null;
  /** A reading for a filter that was changed since is thrown away. */
  #generation = 0;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;

  setFilter(filter: ReleaseFilter): void {
    this.filter.value = filter;
    toAddress({ ...filter });
    this.#generation += 1;
    this.reading.value = false;
    void this.#refresh(PAGE);
  }

  /** The first press sorts upwards, the second downwards, the third as Temporal lists them. */
  sortBy(by: SortKey): void {
    const { value: before } = this.sorting;
    if (before?.by !== by) this.sorting.value = { by, descending: false };
    else this.sorting.value = before.descending ? null : { by, descending: true };
    if (this.sorting.value !== null && this.more.value) void this.#refresh(MOST_SORTED);
  }

  readMore(): Promise<void> {
    if (!this.more.value) return Promise.resolve();
    return this.#alone(async (isCurrent) => {
      const rows = new Map(this.rows.value.map((row) => [row.id, row]));
      const before = rows.size;
      let cursor = this.#cursor;
      // A page of a search may hold nothing and have a next one.
      do {
        const page = await api.releases(this.filter.value, { cursor, limit: PAGE });
        for (const row of page.rows) if (!rows.has(row.id)) rows.set(row.id, row);
        ({ cursor } = page);
      } while (rows.size === before && cursor !== null && isCurrent());
      if (isCurrent()) this.#show([...rows.values()], cursor);
    });
  }

  /** Reads what is shown again, once for several events that come together. */
  refreshSoon(): void {
    if (this.#refreshTimer !== undefined) return;
    this.#refreshTimer = setTimeout(() => {
      this.#refreshTimer = undefined;
      // What is being read now may have been listed before the change.
      if (this.reading.value) this.refreshSoon();
      else void this.#refresh(Math.max(PAGE, this.rows.value.length));
    }, REFRESH_PAUSE_MS);
  }

  again = (): void => void this.#refresh(Math.max(PAGE, this.rows.value.length));

  #refresh(count: number): Promise<void> {
    return this.#alone(async (isCurrent) => {
      const rows = new Map<string, ReleaseRow>();
      let cursor: string | null = null;
      do {
        const limit = Math.min(LARGEST_PAGE, count - rows.size);
        const page = await api.releases(this.filter.value, { cursor, limit });
        for (const row of page.rows) if (!rows.has(row.id)) rows.set(row.id, row);
        ({ cursor } = page);
      } while (cursor !== null && rows.size < count && isCurrent());
      if (isCurrent()) this.#show([...rows.values()], cursor);
    });
  }

  #show(rows: readonly ReleaseRow[], cursor: string | null): void {
    this.rows.value = rows;
    this.#cursor = cursor;
    this.more.value = cursor !== null;
  }

  async #alone(work: (isCurrent: () => boolean) => Promise<void>): Promise<void> {
    if (this.reading.value) return;
    this.reading.value = true;
    const generation = this.#generation;
    const isCurrent = (): boolean => generation === this.#generation;
    try {
      await work(isCurrent);
      if (isCurrent()) this.error.value = null;
    } catch (error) {
      if (isCurrent()) this.error.value = asError(error);
    } finally {
      if (isCurrent()) this.reading.value = false;
    }
  }
}
