import { numberText } from '../count-text';
import type { ReviewStore } from './review-store';

const MOST_SHOWN = 5;

/** How far the other reviewers have come. */
export function OthersProgress({ store }: { store: ReviewStore }) {
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
