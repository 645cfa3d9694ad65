import { createHash } from 'node:crypto';
import type { SheetTerm } from '../../domain/term-sheet';
import type { TermSheetRef } from '../../domain/status';
import type { ContentStore } from '../../store/content-store';
import { readSheet } from '../../store/stored-term-sheet';

/** Some megabytes each. */
const MOST_KEPT = 4;

/** Review sheets, the latest few kept: a page of one after the other is asked for, and what has an address never changes. */
export class TermSheetCache {
  readonly #kept = new Map<string, Promise<SheetTerm[]>>();

  constructor(private readonly store: ContentStore) {}

  read(ref: TermSheetRef): Promise<SheetTerm[]> {
    const revision = revisionOf(ref);
    const sheet = this.#kept.get(revision) ?? readSheet(this.store, ref);
    this.#kept.delete(revision);
    this.#kept.set(revision, sheet);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(oldest);
    }
    // What could not be read may be there next time.
    sheet.catch(() => this.#kept.delete(revision));
    return sheet;
  }
}

/** Another one with every change, whoever makes it. */
export function revisionOf({ digest, base, marks, matches }: TermSheetRef): string {
  return createHash('sha256')
    .update(JSON.stringify([digest, base, marks, matches]))
    .digest('base64url');
}
