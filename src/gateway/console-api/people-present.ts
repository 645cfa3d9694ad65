import { LRUCache } from 'lru-cache';

/** A page reports its presence more often than this. */
const PRESENT_FOR_MS = 30_000;
const MOST_REVIEWS = 1000;
/** As many as a heading can name. */
const MOST_PEOPLE = 50;

interface PresentPerson {
  name: string;
  termId: string | null;
}

/** Who has the review of a release open at this gateway, and at which term. */
export class PeoplePresent {
  readonly #reviews = new LRUCache<string, LRUCache<string, PresentPerson>>({ max: MOST_REVIEWS });

  report(release: string, name: string, termId: string | null): void {
    const people =
      this.#reviews.get(release) ?? new LRUCache({ max: MOST_PEOPLE, ttl: PRESENT_FOR_MS, perf: Date });
    this.#reviews.set(release, people.set(name, { name, termId }));
  }

  /** Called when a window closes; another window of the same person reports itself again. */
  leave(release: string, name: string): void {
    this.#reviews.get(release)?.delete(name);
  }

  of(release: string): PresentPerson[] {
    const people = [...(this.#reviews.get(release)?.values() ?? [])];
    return people.sort((one, other) => (one.name < other.name ? -1 : 1));
  }
}
