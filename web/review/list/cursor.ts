/** The operator's current term, and the draft of the edited one. */
import { signal } from '@preact/signals-core';
import type { Draft, Drafts } from '../saving/drafts';
import { valuesOf, type SheetTerm, type TermValues } from '../sheet';

export interface OpenDraft extends Draft {
  /** The field that gets the focus first. */
  field: string;
}

export class Cursor {
  readonly current = signal<string | null>(null);
  readonly draft = signal<OpenDraft | null>(null);
  /** Set when the row of the current term should be scrolled into view, or get the focus. */
  wants: 'view' | 'focus' | null = null;
  /** The index of the current term: if the term leaves the list, its successor becomes current. */
  #lastIndex = -1;

  constructor(readonly drafts: Drafts) {}

  /** The index of the current term among the shown ones; -1: there is none. */
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

  /** The text that was typed in another term stays a draft. */
  goTo(termId: string): void {
    this.current.value = termId;
    if (this.draft.value?.termId !== termId) this.draft.value = null;
  }

  /** Begins at the saved term, or at the first one. */
  begin(shown: readonly SheetTerm[], termId: string | null): void {
    const term = shown.find(({ id }) => id === termId) ?? shown[0];
    if (term === undefined || this.current.value !== null) return;
    this.current.value = term.id;
    this.wants = 'view';
  }

  /** Continues with an unsaved draft, if there is one. */
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

  /** The typed text stays a draft. */
  stopEditing(): void {
    if (this.draft.value === null) return;
    this.draft.value = null;
    this.wants = 'focus';
  }
}
