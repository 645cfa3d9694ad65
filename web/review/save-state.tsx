import { counted } from '../count-text';
import type { Outbox } from './outbox';
import { unsaved } from './queued-changes';

/** Whether what was done is saved: always in view. */
export function SaveState({ outbox }: { outbox: Outbox }) {
  const waiting = unsaved(outbox.queue.value).reduce((sum, { change }) => sum + change.termIds.length, 0);
  const trouble = outbox.trouble.value;
  return (
    <div class={`save-state ${trouble !== null ? 'failed' : waiting > 0 ? 'saving' : 'saved'}`}>
      {trouble === null && <span>{waiting === 0 ? 'All saved' : `Saving ${counted(waiting, 'term')}…`}</span>}
      <span role="status">
        {trouble !== null && (
          <>
            Not saved: {counted(waiting, 'change')}. <bdi>{trouble.message}</bdi> Unsaved changes are kept in
            this browser{trouble.retries && ' and will be sent again'}.
          </>
        )}
      </span>
      {trouble !== null && (
        <button type="button" onClick={() => outbox.resume()}>
          Retry now
        </button>
      )}
      {trouble?.retries === false && (
        <button type="button" class="danger" onClick={() => outbox.discard()}>
          Discard changes
        </button>
      )}
    </div>
  );
}
