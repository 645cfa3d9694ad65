/** Which term the operator is at, and the draft of the one being edited. */
import { signal } from '@preact/signals';
import { valuesOf, type SheetTerm, type TermValues } from './sheet';

export interface Draft {
  termId: string;
  /** What the term was when its editing began: only what differs from it is saved. */
  base: TermValues;
  values: TermValues;
  /** The field to begin in. */
  field: string;
}

export class Cursor {
  readonly current = signal<string | null>(null);
  readonly draft = signal<Draft | null>(null);
  /** Set when the focus should go to the row of the current term. */
  wantsFocus = false;
  /** Where the current term was: should it go from the list, its successor takes over. */
  #lastIndex = -1;

  /** Its place among the terms that are shown; -1: none yet. */
  indexIn(shown: readonly SheetTerm[]): number {
    const current = this.current.value;
    if (current === null) return -1;
    const index = shown.findIndex(({ id }) => id === current);
    if (index !== -1) this.#lastIndex = index;
    return index === -1 ? Math.min(this.#lastIndex, shown.length - 1) : index;
  }

  moveTo(shown: readonly SheetTerm[], index: number): void {
    const term = shown[Math.max(0, Math.min(index, shown.length - 1))];
    if (term === undefined) return;
    this.current.value = term.id;
    this.wantsFocus = true;
  }

  edit(term: SheetTerm, languages: readonly string[], field: string): void {
    const base = valuesOf(term);
    const empty = Object.fromEntries(languages.map((language) => [language, '']));
    const values = { ...base, translations: { ...empty, ...base.translations } };
    this.current.value = term.id;
    this.draft.value = { termId: term.id, base, values, field };
  }

  stopEditing(): void {
    this.draft.value = null;
    this.wantsFocus = true;
  }
}
