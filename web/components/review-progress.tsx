import { numberText } from '../count-text';

/** How many of a release's terms this operator has reviewed. */
export function ReviewProgress({ done, total }: { done: number; total: number }) {
  const percent = total === 0 ? 0 : (100 * done) / total;
  return (
    <span class="review-progress">
      <span class="bar" aria-hidden="true">
        <span style={{ inlineSize: `${percent}%` }} />
      </span>
      {numberText(done)} of {numberText(total)} reviewed by you
    </span>
  );
}
