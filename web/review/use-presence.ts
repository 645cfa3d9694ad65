import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, type ReleaseName } from '../api';
import type { Cursor } from './cursor';

/** Less than the gateway remembers it. */
const REPEAT_MS = 10_000;
/** Whoever runs through the list is nowhere for long. */
const SETTLE_MS = 500;

/** Tells the others at which term this operator is, while the page is looked at. */
export function usePresence(release: ReleaseName, cursor: Cursor, open: boolean): void {
  useEffect(() => {
    if (!open) return;
    let next: ReturnType<typeof setTimeout>;
    const say = (termId: string | null): void => {
      // Where it does not come through, nobody misses it.
      if (!document.hidden) api.presence(release, termId).catch(() => undefined);
      next = setTimeout(say, REPEAT_MS, termId);
    };
    const stop = effect(() => {
      clearTimeout(next);
      next = setTimeout(say, SETTLE_MS, cursor.current.value);
    });
    return () => {
      stop();
      clearTimeout(next);
    };
  }, [open]);
}
