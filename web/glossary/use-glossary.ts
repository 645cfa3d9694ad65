/** The releases that changed the termbase, page by page, anew for every search. */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { GlossaryRow } from '../../src/protocol/glossary-api';
import type { UnreadableReleases } from '../../src/protocol/search-api';
import { api } from '../api';
import { asError } from '../error-text';

interface GlossaryList {
  rows: Signal<readonly GlossaryRow[]>;
  error: Signal<Error | null>;
  /** Null: there is no more. */
  next: Signal<number | null>;
  isReading: Signal<boolean>;
  isCut: Signal<boolean>;
  unreadable: Signal<UnreadableReleases>;
  more: () => void;
  again: () => void;
}

export function useGlossary(search: string): GlossaryList {
  const rows = useSignal<readonly GlossaryRow[]>([]);
  const error = useSignal<Error | null>(null);
  const next = useSignal<number | null>(0);
  const isReading = useSignal(true);
  const isCut = useSignal(false);
  const unreadable = useSignal<UnreadableReleases>([]);
  const newest = useRef(0);

  const read = (from: number): void => {
    const reading = ++newest.current;
    isReading.value = true;
    api
      .glossary(search, from)
      .then(
        (page) => {
          if (reading !== newest.current) return;
          const before = from === 0 ? [] : rows.value;
          const known = new Set(before.map(({ id }) => id));
          rows.value = [...before, ...page.releases.filter(({ id }) => !known.has(id))];
          next.value = page.next;
          isCut.value = page.isCut;
          unreadable.value = page.unreadable;
          error.value = null;
        },
        (trouble: unknown) => {
          if (reading === newest.current) error.value = asError(trouble);
        },
      )
      .finally(() => {
        if (reading === newest.current) isReading.value = false;
      });
  };

  useEffect(() => {
    rows.value = [];
    next.value = 0;
    read(0);
    return () => {
      newest.current += 1;
    };
  }, [search]);

  return {
    ...{ rows, error, next, isReading, isCut, unreadable },
    more: () => read(next.value ?? 0),
    again: () => read(0),
  };
}
