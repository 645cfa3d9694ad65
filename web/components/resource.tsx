/** A value from the gateway, which stays visible while it is read again. */
import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { isNotThere, Unreachable } from '../api';
import { asError } from '../format';
import { Button } from './form';

export interface Resource<Value> {
  value: Signal<Value | null>;
  error: Signal<Error | null>;
  reload: () => void;
}

const RETRY_MS = 3000;

/** Reads when the page opens and whenever `key` changes; a newer read wins over one under way. */
export function useResource<Value>(key: string, read: () => Promise<Value>): Resource<Value> {
  const value = useSignal<Value | null>(null);
  const error = useSignal<Error | null>(null);
  const newest = useRef({ reading: 0, read });
  newest.current.read = read;

  const reload = useCallback(() => {
    const state = newest.current;
    const reading = ++state.reading;
    const isNewest = (): boolean => state.reading === reading;
    state.read().then(
      (result) => {
        if (!isNewest()) return;
        value.value = result;
        error.value = null;
      },
      (trouble: unknown) => {
        if (!isNewest()) return;
        error.value = asError(trouble);
        if (trouble instanceof Unreachable) setTimeout(() => isNewest() && reload(), RETRY_MS);
      },
    );
  }, []);

  useEffect(() => {
    value.value = null;
    error.value = null;
    reload();
    return () => {
      newest.current.reading += 1;
    };
  }, [key]);

  return { value, error, reload };
}

/** Shows the value, once there is one. `missing` stands in for the error if the gateway has no such thing. */
export function Loaded<Value>({
  of: { value, error, reload },
  missing,
  reading = <Loading />,
  children,
}: {
  of: Resource<Value>;
  missing?: ComponentChildren;
  reading?: ComponentChildren;
  children: (value: Value) => ComponentChildren;
}) {
  return (
    <>
      {missing !== undefined && isNotThere(error.value) ? (
        missing
      ) : (
        <ErrorMessage error={error.value} again={reload} />
      )}
      {value.value !== null ? children(value.value) : error.value === null && reading}
    </>
  );
}

/** Shows the error of a failed read; the earlier value stays on the page. */
export function ErrorMessage({ error, again }: { error: Error | null; again: () => void }) {
  if (error === null) return null;
  return (
    <div class="panel trouble row" role="alert">
      <p dir="auto">{error.message}</p>
      <Button onClick={again}>Try again</Button>
    </div>
  );
}

/** A placeholder for content that is being read. Screen readers skip a busy element, so the words are outside of it. */
export function Loading({ lines = 4 }: { lines?: number }) {
  return (
    <>
      <span class="unseen" role="status">
        Loading…
      </span>
      <div class="skeleton stack" aria-busy="true">
        {Array.from({ length: lines }, (_, line) => (
          <i key={line} />
        ))}
      </div>
    </>
  );
}
