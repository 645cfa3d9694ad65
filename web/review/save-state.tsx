import { words } from '../messages/words';
import type { Outbox } from './outbox';
import { unsaved } from './queued-changes';

/** Whether what was done is saved: always in view. */
export function SaveState({ outbox }: { outbox: Outbox }) {
  const waiting = unsaved(outbox.queue.value).reduce((sum, { change }) => sum + change.termIds.length, 0);
  const trouble = outbox.trouble.value;
  const says = words.review.saving;
  return (
    <div class={`save-state ${trouble !== null ? 'failed' : waiting > 0 ? 'saving' : 'saved'}`}>
      {trouble === null && <span>{waiting === 0 ? says.allSaved : says.saving(waiting)}</span>}
      <span role="status">
        {trouble !== null &&
          (trouble.retries ? says.failedForNow : says.failed)(waiting, <bdi>{trouble.message}</bdi>)}
      </span>
      {trouble !== null && (
        <button type="button" onClick={() => outbox.resume()}>
          {says.retry}
        </button>
      )}
      {trouble?.retries === false && (
        <button type="button" class="danger" onClick={() => outbox.discard()}>
          {says.discard}
        </button>
      )}
    </div>
  );
}
