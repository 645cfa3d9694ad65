/** Who has the review of a release open at this gateway, and at which term. */

/** A page reports its presence more often than this. */
const STAYS_MS = 30_000;
const EXPIRY_CHECK_MS = 5_000;
/** As many as a heading can name; others are not reported. */
const MOST_PEOPLE = 50;

export interface PresentPerson {
  name: string;
  termId: string | null;
}

type PeopleListener = (people: readonly PresentPerson[]) => void;

interface Review {
  people: Map<string, { termId: string | null; untilMs: number }>;
  listeners: Set<PeopleListener>;
  timer: ReturnType<typeof setInterval>;
}

export class PeoplePresent {
  readonly #reviews = new Map<string, Review>();

  constructor(private readonly nowMs: () => number = Date.now) {}

  /** Nothing is stored while nobody listens. */
  report(release: string, { name, termId }: PresentPerson): void {
    const review = this.#reviews.get(release);
    if (review === undefined) return;
    const before = review.people.get(name);
    if (before === undefined && review.people.size >= MOST_PEOPLE) return;
    review.people.set(name, { termId, untilMs: this.nowMs() + STAYS_MS });
    if (before?.termId !== termId) notify(review);
  }

  /** Reports the people now and at each change; returns a function that stops it. */
  listen(release: string, listener: PeopleListener): () => void {
    const review = this.#reviews.get(release) ?? this.#begin(release);
    review.listeners.add(listener);
    listener(peopleOf(review));
    return () => {
      review.listeners.delete(listener);
      if (review.listeners.size > 0) return;
      clearInterval(review.timer);
      this.#reviews.delete(release);
    };
  }

  /** Called when a window closes; another window of the same person reports itself again. */
  leave(release: string, name: string): void {
    const review = this.#reviews.get(release);
    if (review?.people.delete(name) === true) notify(review);
  }

  #begin(release: string): Review {
    const timer = setInterval(() => this.#forgetSilent(review), EXPIRY_CHECK_MS);
    timer.unref();
    const review: Review = { people: new Map(), listeners: new Set(), timer };
    this.#reviews.set(release, review);
    return review;
  }

  #forgetSilent(review: Review): void {
    const silent = [...review.people].filter(([, { untilMs }]) => untilMs <= this.nowMs());
    for (const [name] of silent) review.people.delete(name);
    if (silent.length > 0) notify(review);
  }
}

function notify(review: Review): void {
  for (const listener of review.listeners) listener(peopleOf(review));
}

const peopleOf = ({ people }: Review): PresentPerson[] =>
  [...people].map(([name, { termId }]) => ({ name, termId }));
