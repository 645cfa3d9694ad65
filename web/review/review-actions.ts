import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { replacedValues } from '../../src/domain/review/term-changes';
import { overwriting } from '../../src/domain/review/termbase-conflicts';
import { counted } from '../format';
import { toast } from '../toasts';
import type { Cursor } from './list/cursor';
import { type Draft, isComplete } from './saving/drafts';
import { isAccepted, isReviewed } from './list/filters';
import { type Replacement, replacingChanges } from './replacing';
import type { ReviewStore } from './review-store';
import { acceptedBy, alike, editBack, editBetween, type SheetTerm, type TermEdit } from './sheet';
import { termsOf } from './saving/undo';

interface ReviewParts {
  store: ReviewStore;
  cursor: Cursor;
  actions: ReviewActions;
  /** Whether the terms can be changed. */
  open: boolean;
}

export const ReviewContext = createContext<ReviewParts | null>(null);

/** The review that the page shows. */
export function useReview(): ReviewParts {
  const review = useContext(ReviewContext);
  if (review === null) throw new Error('This is no part of a review.');
  return review;
}

export class ReviewActions {
  #lastToggled: string | null = null;

  constructor(
    private readonly store: ReviewStore,
    private readonly cursor: Cursor,
    private readonly mayChange: () => boolean,
  ) {}

  /** Only visible terms, so that nobody deletes terms that they do not see. */
  chosen(): SheetTerm[] {
    const { selected, shown } = this.store;
    return selected.value.size === 0 ? [] : shown.value.filter(({ id }) => selected.value.has(id));
  }

  move(by: number): void {
    const shown = this.store.shown.value;
    this.cursor.moveTo(shown, this.cursor.indexIn(shown) + by);
  }

  /**
   * Moves to the next term that this operator has not reviewed; after the last term, the search starts at the first.
   */
  moveToOpen(): void {
    const shown = this.store.shown.value;
    const place = this.cursor.indexIn(shown) + 1;
    const isOpen = (term: SheetTerm): boolean => !isReviewed(term, this.store.facts.value);
    const ahead = shown.slice(place).findIndex(isOpen);
    const index = ahead === -1 ? shown.findIndex(isOpen) : place + ahead;
    if (index === -1) toast('You have reviewed all terms that are shown.');
    else this.cursor.moveTo(shown, index);
  }

  /** Accepts the selected terms, or the current one and moves on. If all of them are accepted, it withdraws that. */
  accept(): void {
    this.#toggle(
      (term) => this.isAccepted(term),
      (terms, isGood) => this.setAccepted(terms, isGood),
    );
  }

  /** Deletes the selected terms, or the current one and moves on. Terms that are all deleted are restored. */
  deleteOrRestore(): void {
    this.#toggle(
      ({ removed }) => removed !== null,
      (terms, removed) => this.mark(terms, removed),
    );
  }

  #toggle(
    isDecided: (term: SheetTerm) => boolean,
    decide: (terms: readonly SheetTerm[], isWanted: boolean) => void,
  ): void {
    if (!this.mayChange()) return;
    const chosen = this.chosen();
    const current = this.current();
    if (chosen.length > 0) decide(chosen, !chosen.every(isDecided));
    else if (current === undefined) return;
    else if (isDecided(current)) {
      decide([current], false);
      this.move(0);
    } else
      this.cursor.passOn(
        () => this.store.shown.value,
        () => decide([current], true),
      );
  }

  isAccepted(term: SheetTerm): boolean {
    return isAccepted(term, this.store.facts.value);
  }

  /** Accepts the terms in the languages that the operator reviews, or withdraws the acceptance in all of them. */
  setAccepted(terms: readonly SheetTerm[], isGood: boolean): void {
    if (!this.mayChange() || terms.length === 0) return;
    const { me, languages, reviewed } = this.store.facts.value;
    const goodIn = (term: SheetTerm): string[] | null => {
      const already = acceptedBy(term, me) ?? [];
      return isGood ? languages.filter((one) => reviewed.includes(one) || already.includes(one)) : null;
    };
    this.store.change(
      alike(terms, goodIn).map(({ termIds, what }) => ({ kind: 'accept', termIds, languages: what })),
    );
    if (terms.length > 1)
      toast(`${counted(terms.length, 'term')} ${isGood ? 'accepted' : 'to review again'}.`);
  }

  mark(terms: readonly SheetTerm[], removed: boolean): void {
    if (!this.mayChange() || terms.length === 0) return;
    this.store.change([{ kind: 'mark', termIds: terms.map(({ id }) => id), removed }]);
    if (terms.length > 1)
      toast(`${counted(terms.length, 'term')} ${removed ? 'will be deleted. Press u to undo' : 'restored'}.`);
  }

  /** `what`: the title of the set field. */
  setAll(terms: readonly SheetTerm[], edit: TermEdit, what: string): void {
    if (!this.mayChange() || terms.length === 0) return;
    this.store.change([{ kind: 'edit', termIds: terms.map(({ id }) => id), edit }]);
    toast(`${what} set for ${counted(terms.length, 'term')}.`);
  }

  replace(found: readonly Replacement[]): void {
    if (!this.mayChange() || found.length === 0) return;
    this.store.change(replacingChanges(found));
    toast(`Replaced in ${counted(found.length, 'term')}. Press u to undo.`);
  }

  /** Replaces values that would overwrite a termbase entry by the entry's own. */
  keepTermbase(terms: readonly SheetTerm[]): void {
    const termIds = overwriting(terms).map(({ id }) => id);
    if (!this.mayChange() || termIds.length === 0) return;
    this.store.change([{ kind: 'keep-termbase', termIds }]);
    toast(`${counted(termIds.length, 'term')} set to what the termbase has. Press u to undo.`);
  }

  /** Restores the values of the scan. */
  revert(term: SheetTerm): void {
    const edit = editBack(term);
    if (this.mayChange() && edit !== null) this.store.change([{ kind: 'edit', termIds: [term.id], edit }]);
  }

  edit(term: SheetTerm | undefined, field = 'term'): void {
    if (!this.mayChange() || term?.removed !== null) return;
    this.cursor.edit(term, this.store.facts.value.languages, field);
  }

  /** Edits the translation at `place`; without one, the first missing translation, or the first of all. */
  translate(place?: number): void {
    const { languages } = this.store.facts.value;
    const term = this.current();
    const missing = languages.find((language) => (term?.translations[language] ?? '').trim() === '');
    const language = place === undefined ? (missing ?? languages[0]) : languages[place];
    if (language !== undefined) this.edit(term, language);
  }

  saveDraft(): void {
    const draft = this.cursor.draft.value;
    if (draft === null) return;
    this.#save(draft);
    this.discardDraft(draft);
  }

  /** The drafts other than the one being edited. */
  leftDrafts(): Draft[] {
    const { draft, drafts } = this.cursor;
    return [...drafts.all.value.values()].filter(({ termId }) => termId !== draft.value?.termId);
  }

  continueDraft({ termId }: Draft): void {
    const term = this.store.byId.value.get(termId);
    if (term?.removed !== null) {
      toast('This term is no longer on the list, or is to be deleted.', 'trouble');
      return;
    }
    this.store.filters.value = new Set();
    this.store.text.value = '';
    this.edit(term);
  }

  discardDraft({ termId }: Draft): void {
    if (this.cursor.draft.value?.termId === termId) this.cursor.stopEditing();
    this.cursor.drafts.drop(termId);
  }

  /** Saves all complete drafts; the others stay drafts. */
  saveDrafts(): void {
    if (!this.mayChange()) return;
    for (const draft of this.cursor.drafts.all.value.values()) {
      if (!isComplete(draft) || !this.store.byId.value.has(draft.termId)) continue;
      this.#save(draft);
      this.discardDraft(draft);
    }
  }

  #save({ termId, base, values }: Draft): void {
    const edit = editBetween(base, values);
    if (edit === null) return;
    this.store.change([{ kind: 'edit', termIds: [termId], edit, base: replacedValues(base, edit) }]);
  }

  undo(): void {
    if (!this.mayChange()) return;
    const step = this.store.undo();
    const [termId] = step === null ? [] : termsOf(step);
    const shown = this.store.shown.value;
    const index = shown.findIndex(({ id }) => id === termId);
    if (index !== -1) this.cursor.moveTo(shown, index);
  }

  /** With `range`, toggles all terms from the last toggled one to this one. */
  toggle(id: string, range = false): void {
    const { selected, shown } = this.store;
    const next = new Set(selected.value);
    const on = !next.has(id);
    for (const between of range ? idsBetween(shown.value, this.#lastToggled, id) : [id]) {
      if (on) next.add(between);
      else next.delete(between);
    }
    selected.value = next;
    this.#lastToggled = id;
  }

  toggleAll(): void {
    const { selected, shown } = this.store;
    const all = shown.value.length > 0 && shown.value.every(({ id }) => selected.value.has(id));
    selected.value = new Set(all ? [] : shown.value.map(({ id }) => id));
  }

  clearSelection(): void {
    this.store.selected.value = new Set();
  }

  current(): SheetTerm | undefined {
    const shown = this.store.shown.value;
    return shown[this.cursor.indexIn(shown)];
  }
}

function idsBetween(shown: readonly SheetTerm[], from: string | null, to: string): string[] {
  const places = [from, to].map((id) => shown.findIndex((term) => term.id === id));
  if (places.includes(-1)) return [to];
  return shown.slice(Math.min(...places), Math.max(...places) + 1).map(({ id }) => id);
}
