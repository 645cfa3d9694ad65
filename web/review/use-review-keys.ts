import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { keep, readKept } from '../storage';
import { reviewAction, type ReviewAction } from './keys';
import type { ReviewDeeds } from './review-actions';

const KEY = 'locrelease.letter-keys-off';
const local = (): Storage => localStorage;

/** Whether single letters are keys of the review. */
export const letterKeys = signal(!readKept(local, KEY, false));

export function setLetterKeys(on: boolean): void {
  letterKeys.value = on;
  keep(local, KEY, on ? null : true);
}

export interface OtherDeeds {
  filter: () => void;
  help: () => void;
}

/** The review's keys work wherever the focus is on the page, but not where somebody types or is asked something. */
export function useReviewKeys(deeds: ReviewDeeds, other: OtherDeeds): void {
  useEffect(() => {
    const does: Record<ReviewAction, () => void> = {
      next: () => deeds.move(1),
      previous: () => deeds.move(-1),
      first: () => deeds.move(-Infinity),
      last: () => deeds.move(Infinity),
      edit: () => deeds.edit(deeds.current()),
      select: () => {
        const term = deeds.current();
        if (term !== undefined) deeds.toggle(term.id);
      },
      'select-all': () => deeds.toggleAll(),
      delete: () => deeds.deleteOrRestore(),
      undo: () => deeds.undo(),
      leave: () => deeds.clearSelection(),
      ...other,
    };
    const pressed = (event: KeyboardEvent): void => {
      const place = event.target instanceof Element ? event.target : document.body;
      if (event.isComposing || isTypedInto(place)) return;
      const inTable = place.closest('[role=grid]') !== null && place.closest('button') === null;
      const action = reviewAction(event, { inTable, letters: letterKeys.value });
      if (action === null) return;
      event.preventDefault();
      does[action]();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [deeds]);
}

const isTypedInto = (place: Element): boolean =>
  place.closest('input:not([type=checkbox]), textarea, select, dialog') !== null;
