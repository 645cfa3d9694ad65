import { numberText } from '../count-text';
import { words } from '../messages/words';

/** How many of a release's terms this operator has reviewed. */
export function ReviewProgress({ done, total }: { done: number; total: number }) {
  const percent = total === 0 ? 0 : (100 * done) / total;
  return (
    <span class="review-progress">
      <span class="bar" aria-hidden="true">
        <span style={{ inlineSize: `${percent}%` }} />
      </span>
      {words.common.reviewed(numberText(done), numberText(total))}
    </span>
  );
}
