import { effect } from '@preact/signals';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { Cursor } from './cursor';
import { keepPlace, keptPlace } from './kept-review';
import type { ReviewStore } from './review-store';

/** Who comes back goes on where they were. A review that was only opened has not begun. */
export function useKeptPlace(store: ReviewStore, cursor: Cursor, open: boolean): void {
  const { release, taskId } = store;
  const isWhole = store.whole.value;
  // Before the list is seen: a moment later somebody may have filtered it, and the view would jump.
  useLayoutEffect(() => {
    if (isWhole) cursor.begin(store.shown.peek(), keptPlace(release, taskId)?.termId ?? null);
  }, [isWhole]);
  useEffect(() => {
    if (!isWhole || !open) return;
    return effect(() => {
      const { done, total } = store.progress.value;
      const termId = cursor.current.value;
      if (termId === null) return;
      const hasMoved = termId !== store.shown.peek()[0]?.id;
      if (done > 0 || hasMoved || keptPlace(release, taskId) !== null)
        keepPlace(release, taskId, { termId, done, total });
    });
  }, [isWhole, open]);
}
