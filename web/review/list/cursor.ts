/** Which term the operator is at, and the draft of the one being edited. */
import { signal } from '@preact/signals-core';
import type { Draft, Drafts } from '../saving/drafts';
import { valuesOf, type SheetTerm, type TermValues } from '../sheet';

export interface OpenDraft extends Draft {
  /** The field to begin in. */
  field: string;
}

export class Cursor {
  readonly current = signal<string | null>(null);
  readonly draft = signal<OpenDraft | null>(null);
  /** Set when the row of the current term should be brought into view, and the focus to it. */
  wants: 'view' | 'focus' | null = null;
  /** Where the current term was: should it go from the list, its successor takes over. */
  #lastIndex = -1;

  constructor(readonly drafts: Drafts) {}

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
    this.goTo(term.id);
    this.wants = 'focus';
  }

  /**
   * Moves to the next term, which is found before the decision on this one, because a filter may hide decided terms.
   */
  passOn(shown: () => readonly SheetTerm[], decision: () => void): void {
    const before = shown();
    const index = this.indexIn(before);
    const next = before[index + 1] ?? before[index];
    decision();
    const now = shown();
    const place = now.findIndex(({ id }) => id === next?.id);
    this.moveTo(now, place === -1 ? now.length - 1 : place);
  }

  /** What was typed in another term stays its draft. */
  goTo(termId: string): void {
    this.current.value = termId;
    if (this.draft.value?.termId !== termId) this.draft.value = null;
  }

  /** Where the operator was, or at the first term. */
  begin(shown: readonly SheetTerm[], termId: string | null): void {
    const term = shown.find(({ id }) => id === termId) ?? shown[0];
    if (term === undefined || this.current.value !== null) return;
    this.current.value = term.id;
    this.wants = 'view';
  }

  /** Continues with an unsaved text, if it is still there. */
  edit(term: SheetTerm, languages: readonly string[], field: string): void {
    const { base, values } = this.drafts.all.value.get(term.id) ?? {
      base: valuesOf(term),
      values: valuesOf(term),
    };
    const empty = Object.fromEntries(languages.map((language) => [language, '']));
    const translations = { ...empty, ...values.translations };
    this.current.value = term.id;
    this.draft.value = { termId: term.id, base, values: { ...values, translations }, field };
  }

  type(draft: OpenDraft, change: Partial<TermValues>): void {
    this.set({ ...draft, values: { ...draft.values, ...change } });
  }

  set(draft: OpenDraft): void {
    this.draft.value = draft;
    this.drafts.keep(draft);
  }

  /** What was typed stays a draft. */
  stopEditing(): void {
    if (this.draft.value === null) return;
    this.draft.value = null;
    this.wants = 'focus';
  }
}
