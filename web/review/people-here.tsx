import type { ReviewStore } from './review-store';
import { Person } from './person';

/** Who else has this review open. */
export function PeopleHere({ store }: { store: ReviewStore }) {
  return store.others.value.map(({ name, termId }) => {
    const term = termId === null ? undefined : store.byId.value.get(termId);
    return (
      <Person
        key={name}
        name={name}
        what={`${name} is here${term === undefined ? '' : `, at ${term.term}`}`}
      />
    );
  });
}
