/** The releases that match the filter, as far as the reader has scrolled, updated as they change. */
import { signal } from '@preact/signals';
import { matchesFilter } from '../../src/domain/release/release-filter';
import type { ReleaseRow, Found, FoundRelease } from '../../src/protocol/console-api';
import { api, type ReleaseFilter } from '../api';
import { asError } from '../format';

const PAGE = 200;
const LARGEST_PAGE = 500;
const REFRESH_PAUSE_MS = 1000;
/** Temporal lists only in its own order, so this many are read and then sorted here. */
const MOST_SORTED = 2000;

/** `foundBy`: what the release was found by, where it was not its name. */
export type ListedRow = Omit<ReleaseRow, 'state'> & { state: string | null; foundBy?: FoundRelease };

const notInSearch = { stage: null, waitingFor: null, waitingSince: null, heldFor: null, heldBehind: null };

/** Temporal finds only names of its own releases; a search also finds archived ones, and other properties. */
export function withFound(
  rows: readonly ReleaseRow[],
  found: Found | null,
  { state, project, branch, starter, language }: ReleaseFilter,
): ListedRow[] {
  const listed = new Set(rows.map(({ id }) => id));
  const others = (found?.releases ?? []).filter(
    (release) =>
      !listed.has(release.id) &&
      (state === '' || state === release.state) &&
      (project === '' || project === release.project) &&
      matchesFilter(release, { branch, starter, language }),
  );
  return [
    ...rows,
    ...others.map((release) => ({
      ...notInSearch,
      ...release,
      startedAt: release.startedAt ?? '',
      foundBy: release,
    })),
  ];
}

export class ReleaseList {
  readonly rows = signal<readonly ReleaseRow[]>([]);
  readonly more = signal(true);
  readonly error = signal<Error | null>(null);
  readonly reading = signal(false);
  #filter: ReleaseFilter | null = null;
  #cursor: string | null = null;
  /** The result of a read for an earlier filter is discarded. */
  #generation = 0;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;

  show(filter: ReleaseFilter, isSorted: boolean): void {
    this.#filter = filter;
    this.#generation += 1;
    this.reading.value = false;
    void this.#refresh(isSorted ? MOST_SORTED : PAGE);
  }

  readMore(): Promise<void> {
    if (!this.more.value) return Promise.resolve();
    return this.#read(this.rows.value, this.#cursor, this.rows.value.length + 1);
  }

  /** Reads the shown rows again, once for several events that come together. */
  refreshSoon(): void {
    if (this.#refreshTimer !== undefined) return;
    this.#refreshTimer = setTimeout(() => {
      this.#refreshTimer = undefined;
      // The read under way may have begun before the change.
      if (this.reading.value) this.refreshSoon();
      else this.again();
    }, REFRESH_PAUSE_MS);
  }

  again = (): void => void this.#refresh(Math.max(PAGE, this.rows.value.length));

  #refresh(wanted: number): Promise<void> {
    return this.#read([], null, wanted);
  }

  /** A page of a search may be empty and still have a next one. */
  async #read(before: readonly ReleaseRow[], from: string | null, wanted: number): Promise<void> {
    if (this.reading.value || this.#filter === null) return;
    this.reading.value = true;
    const generation = this.#generation;
    const isCurrent = (): boolean => generation === this.#generation;
    const rows = new Map(before.map((row) => [row.id, row]));
    let cursor = from;
    try {
      do {
        const limit = Math.min(LARGEST_PAGE, Math.max(wanted - rows.size, PAGE));
        const page = await api.releases(this.#filter, { cursor, limit });
        for (const row of page.rows) if (!rows.has(row.id)) rows.set(row.id, row);
        ({ cursor } = page);
      } while (cursor !== null && rows.size < wanted && isCurrent());
      if (!isCurrent()) return;
      this.rows.value = [...rows.values()];
      this.#cursor = cursor;
      this.more.value = cursor !== null;
      this.error.value = null;
    } catch (error) {
      if (isCurrent()) this.error.value = asError(error);
    } finally {
      if (isCurrent()) this.reading.value = false;
    }
  }
}
