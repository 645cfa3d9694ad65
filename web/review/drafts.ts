/**
 * What was typed and not saved yet. It stays in this browser, each draft under its term, until it is saved or discarded:
 * whoever leaves the page, closes the window or begins to edit another term finds it again.
 */
import { signal } from '@preact/signals-core';
import { editBetween, type TermValues } from './sheet';

export interface Draft {
  termId: string;
  /** What the term was when its editing began: only what differs from it is saved. */
  base: TermValues;
  values: TermValues;
}

/** Where drafts survive the page, each for itself: several windows may have some of one release. */
export interface KeptDrafts {
  read: () => Draft[];
  /** null: it is none any more. */
  write: (termId: string, draft: Draft | null) => void;
}

export class Drafts {
  readonly all = signal<ReadonlyMap<string, Draft>>(new Map());

  constructor(private readonly kept: KeptDrafts) {
    this.reread();
  }

  /** Another window may have changed some. */
  reread(): void {
    const now = this.kept.read();
    if (JSON.stringify(now) === JSON.stringify([...this.all.peek().values()])) return;
    this.all.value = new Map(now.map((draft) => [draft.termId, draft]));
  }

  /** One that changes nothing is none. */
  keep({ termId, base, values }: Draft): void {
    if (editBetween(base, values) === null) this.drop(termId);
    else this.#set(termId, { termId, base, values });
  }

  drop(termId: string): void {
    if (this.all.value.has(termId)) this.#set(termId, null);
  }

  #set(termId: string, draft: Draft | null): void {
    const all = new Map(this.all.value);
    if (draft === null) all.delete(termId);
    else all.set(termId, draft);
    this.all.value = all;
    this.kept.write(termId, draft);
  }
}

/** Whether a release would take it: a field may have been left half-way. */
export function isComplete({ values: { term, score } }: Draft): boolean {
  // What is no number comes back from the browser as null.
  return term.trim() !== '' && typeof score === 'number' && score >= 0 && score <= 10;
}
