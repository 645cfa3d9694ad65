import { Icon } from '../components/icon';
import { numberText } from '../format';
import { useReview } from './review-actions';

export function PeopleHere() {
  const { store } = useReview();
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

/** A person as two letters, with their action in the tooltip and for screen readers. */
export function Person({ name, what, accepts = false }: { name: string; what: string; accepts?: boolean }) {
  return (
    <span class={`person ${accepts ? 'accepts' : ''}`} role="img" aria-label={what} title={what}>
      {accepts && <Icon name="check" />}
      {initials(name)}
    </span>
  );
}

const letters = new Intl.Segmenter();

/** `OP` for Olga Petrova, `RE` for reviewer. */
export function initials(name: string): string {
  const words = name.split(/[\s._@-]+/).filter(Boolean);
  const [first = [], ...others] = words.map((word) =>
    Array.from(letters.segment(word), ({ segment }) => segment),
  );
  const last = others.at(-1);
  const short = last === undefined ? first.slice(0, 2) : [first[0], last[0]];
  return short.join('').toUpperCase();
}

const MOST_SHOWN = 5;

export function OthersProgress() {
  const { store } = useReview();
  const others = store.othersProgress.value;
  const { total } = store.progress.value;
  return (
    <>
      {others.slice(0, MOST_SHOWN).map(({ name, done }) => (
        <span key={name} class="muted">
          <bdi>{name}</bdi> {numberText(done)} of {numberText(total)}
        </span>
      ))}
      {others.length > MOST_SHOWN && (
        <span class="muted">and {numberText(others.length - MOST_SHOWN)} more reviewers</span>
      )}
    </>
  );
}

export function ReviewProgress({ done, total }: { done: number; total: number }) {
  const percent = total === 0 ? 0 : (100 * done) / total;
  return (
    <span class="review-progress muted small">
      <span class="bar" aria-hidden="true">
        <span style={{ inlineSize: `${percent}%` }} />
      </span>
      {numberText(done)} of {numberText(total)} reviewed by you
    </span>
  );
}
