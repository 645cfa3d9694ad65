/**
 * Which terms this operator has looked at and found good. They are kept in the browser: what counts for the release is
 * the confirmation, and these help the operator to get there. A term that says something else since is to be looked at
 * again.
 */
import { signal } from '@preact/signals-core';
import { fingerprint } from './fingerprint';
import type { SheetTerm } from './sheet';

/** By the term's id, what it said when it was found good. */
type Marks = Readonly<Record<string, string>>;

export interface KeptMarks {
  read: () => Marks;
  write: (marks: Marks) => void;
}

export class Accepted {
  readonly #marks = signal<Marks>({});

  constructor(private readonly kept: KeptMarks) {
    this.reread();
  }

  has(term: SheetTerm): boolean {
    const marks = this.#marks.value;
    return Object.hasOwn(marks, term.id) && marks[term.id] === fingerprint(term);
  }

  set(terms: readonly SheetTerm[], isGood: boolean): void {
    // Another window of this browser may have set some meanwhile.
    const marks = new Map(Object.entries(this.kept.read()));
    for (const term of terms) {
      if (isGood) marks.set(term.id, fingerprint(term));
      else marks.delete(term.id);
    }
    this.#marks.value = Object.fromEntries(marks);
    this.kept.write(this.#marks.value);
  }

  /** Another window may have set some. */
  reread(): void {
    const now = this.kept.read();
    if (JSON.stringify(now) !== JSON.stringify(this.#marks.peek())) this.#marks.value = now;
  }
}
