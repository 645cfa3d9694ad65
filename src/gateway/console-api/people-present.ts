/** Who has the review of a release open at this gateway, and at which term: kept in memory, for some seconds. */

/** A page says so more often than this. */
const STAYS_MS = 30_000;
const LOOK_MS = 5_000;
/** As many as a heading can name; more are not told of. */
const MOST_PEOPLE = 50;

export interface PresentPerson {
  name: string;
  /** null: at none yet. */
  termId: string | null;
}

type Told = (people: readonly PresentPerson[]) => void;

interface Review {
  people: Map<string, { termId: string | null; untilMs: number }>;
  listeners: Set<Told>;
  looking: ReturnType<typeof setInterval>;
}

export class PeoplePresent {
  readonly #reviews = new Map<string, Review>();

  constructor(private readonly nowMs: () => number = Date.now) {}

  /** Where nobody listens, there is nobody to be told, and nothing is kept. */
  say(release: string, { name, termId }: PresentPerson): void {
    const review = this.#reviews.get(release);
    if (review === undefined) return;
    const before = review.people.get(name);
    if (before === undefined && review.people.size >= MOST_PEOPLE) return;
    review.people.set(name, { termId, untilMs: this.nowMs() + STAYS_MS });
    if (before?.termId !== termId) tell(review);
  }

  /** Tells who is there now, and whenever that changes; returns how to stop. */
  listen(release: string, told: Told): () => void {
    const review = this.#reviews.get(release) ?? this.#begin(release);
    review.listeners.add(told);
    told(peopleOf(review));
    return () => {
      review.listeners.delete(told);
      if (review.listeners.size > 0) return;
      clearInterval(review.looking);
      this.#reviews.delete(release);
    };
  }

  /** One of their windows was closed; another one says that they are still there. */
  leave(release: string, name: string): void {
    const review = this.#reviews.get(release);
    if (review?.people.delete(name) === true) tell(review);
  }

  #begin(release: string): Review {
    const looking = setInterval(() => this.#forgetSilent(review), LOOK_MS);
    looking.unref();
    const review: Review = { people: new Map(), listeners: new Set(), looking };
    this.#reviews.set(release, review);
    return review;
  }

  #forgetSilent(review: Review): void {
    const silent = [...review.people].filter(([, { untilMs }]) => untilMs <= this.nowMs());
    for (const [name] of silent) review.people.delete(name);
    if (silent.length > 0) tell(review);
  }
}

function tell(review: Review): void {
  for (const told of review.listeners) told(peopleOf(review));
}

const peopleOf = ({ people }: Review): PresentPerson[] =>
  [...people].map(([name, { termId }]) => ({ name, termId }));
