/**
 * Saves changes as they are made, one request after the other. A change that cannot be saved now is stored in the
 * browser and sent again; a refused one is dropped and reported. A saved change stays on top of the list until a read
 * that began later is complete, so that no older read hides it.
 */
import { signal } from '@preact/signals-core';
import { errorText } from '../../format';
import { forTerms, type Change, type SeenValues } from '../sheet';

/**
 * The next step after a failed save: the same request again, as it may have been done; a new one; a person's help; or
 * none.
 */
export type Verdict = 'again' | 'anew' | 'stop' | 'refused';

interface OutboxConnections {
  /** Requests under the same key are done only once. */
  send: (change: Change, key: string) => Promise<unknown>;
  verdictOn: (error: unknown) => Verdict;
  refused: (change: Change, error: unknown) => void;
  /** Stores unsaved changes beyond the life of the page. */
  storage: { read: () => QueuedChange[]; write: (queue: readonly QueuedChange[]) => void };
}

interface ErrorMessage {
  message: string;
  /** Whether the outbox retries by itself. */
  retries: boolean;
}

const LONGEST_PAUSE_MS = 15_000;

export class Outbox {
  readonly queue = signal<readonly QueuedChange[]>([]);
  readonly trouble = signal<ErrorMessage | null>(null);
  /** Counts saves after a lost response: others may have changed the same terms since. */
  readonly lateSaves = signal(0);
  /** The last refused change, until a listener takes it. */
  readonly lastRefusal = signal<Change | null>(null);
  readonly #unanswered: Set<string>;
  #sending: string | null = null;
  #running = false;
  #saves = 0;
  #wake: () => void = () => undefined;

  constructor(private readonly connections: OutboxConnections) {
    this.queue.value = connections.storage.read();
    this.#unanswered = new Set(this.queue.value.map(({ id }) => id));
    void this.#run();
  }

  /** All are added in one step, because one replacement may have thousands. */
  addAll(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    this.#set(queued(this.queue.value, changes, { sending: this.#sending, newId }));
    void this.#run();
  }

  /** Retries at once, because the gateway is back or the operator has signed in. */
  resume(): void {
    this.#wake();
    void this.#run();
  }

  /** Drops all unsaved changes, except the one being sent. */
  discard(): void {
    this.trouble.value = null;
    this.#set(this.queue.value.filter(({ id, savedAs }) => savedAs !== null || id === this.#sending));
  }

  /** Read it before a read of the list, and pass it to `settle` after that. */
  get saves(): number {
    return this.#saves;
  }

  settle(savesBeforeReading: number): void {
    this.#set(this.queue.value.filter(({ savedAs }) => savedAs === null || savedAs > savesBeforeReading));
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    let pauseMs = 1000;
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const verdict = await this.#save(next);
      if (verdict === 'stop') break;
      if (verdict === 'again' || verdict === 'anew') {
        await this.#pause(pauseMs);
        pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
      } else pauseMs = 1000;
    }
    this.#running = false;
  }

  #next(): QueuedChange | undefined {
    return this.queue.value.find(({ savedAs }) => savedAs === null);
  }

  async #save({ id, change }: QueuedChange): Promise<Verdict | 'saved'> {
    this.#sending = id;
    try {
      await this.connections.send(change, id);
      const savedAs = ++this.#saves;
      this.trouble.value = null;
      this.#set(this.queue.value.map((entry) => (entry.id === id ? { ...entry, savedAs } : entry)));
      if (this.#unanswered.delete(id)) this.lateSaves.value += 1;
      return 'saved';
    } catch (error) {
      const verdict = this.connections.verdictOn(error);
      if (verdict === 'refused') {
        this.trouble.value = null;
        this.#set(this.queue.value.filter((entry) => entry.id !== id));
        this.lastRefusal.value = change;
        this.connections.refused(change, error);
      } else {
        const message = errorText(error);
        this.trouble.value = { message, retries: verdict !== 'stop' };
        if (verdict === 'again') this.#unanswered.add(id);
        if (verdict === 'anew') this.#set(this.queue.value.map((entry) => renewed(entry, id)));
      }
      return verdict;
    } finally {
      this.#sending = null;
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #set(queue: readonly QueuedChange[]): void {
    this.queue.value = queue;
    this.connections.storage.write(unsaved(queue));
  }
}

const renewed = (entry: QueuedChange, id: string): QueuedChange =>
  entry.id === id ? { ...entry, id: newId() } : entry;

let made = 0;
const newId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}-${++made}`;

export interface QueuedChange {
  id: string;
  change: Change;
  /** The number of the save; null: it is not saved yet. */
  savedAs: number | null;
}

/**
 * Edits reach the service one by one, marks and acceptances do not: a request should take only seconds, and show
 * progress.
 */
const MOST_TERMS = { edit: 100, 'keep-termbase': 50, mark: 1000, accept: 1000 } as const;

export const unsaved = (queue: readonly QueuedChange[]): QueuedChange[] =>
  queue.filter(({ savedAs }) => savedAs === null);

/** Appends changes to the queue: each is merged with the last one where possible, and split where it is large. */
export function queued(
  queue: readonly QueuedChange[],
  changes: readonly Change[],
  { sending, newId }: { sending: string | null; newId: () => string },
): readonly QueuedChange[] {
  const all = [...queue];
  for (const change of changes) {
    const last = all.at(-1);
    const merged = last?.savedAs === null && last.id !== sending ? mergedChange(last.change, change) : null;
    if (last !== undefined && merged !== null) all[all.length - 1] = { ...last, change: merged };
    else for (const piece of pieces(change)) all.push({ id: newId(), change: piece, savedAs: null });
  }
  return all;
}

function mergedChange(first: Change, second: Change): Change | null {
  const isSameMark = first.kind === 'mark' && second.kind === 'mark' && first.removed === second.removed;
  const isSameAccept =
    first.kind === 'accept' &&
    second.kind === 'accept' &&
    String(first.languages) === String(second.languages);
  if (isSameMark || isSameAccept) {
    const termIds = [...new Set([...first.termIds, ...second.termIds])];
    return termIds.length > MOST_TERMS[first.kind] ? null : { ...first, termIds };
  }
  const isOfEach = 'edits' in first || 'edits' in second;
  if (
    first.kind === 'edit' &&
    second.kind === 'edit' &&
    !isOfEach &&
    sameIds(first.termIds, second.termIds)
  ) {
    const edit = joined(first.edit, second.edit);
    if (first.base === undefined && second.base === undefined) return { ...first, edit };
    // The second edit may be based on the first one's value, which is not saved yet.
    if (first.base === undefined || second.base === undefined) return null;
    return { ...first, edit, base: joined(second.base, first.base) };
  }
  return null;
}

/** For a field of both, the second value wins. */
function joined(first: SeenValues, second: SeenValues): SeenValues {
  const translations = { ...first.translations, ...second.translations };
  const values = { ...first, ...second };
  return Object.keys(translations).length > 0 ? { ...values, translations } : values;
}

const sameIds = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index]);

function pieces(change: Change): Change[] {
  const size = MOST_TERMS[change.kind];
  const cut: Change[] = [];
  for (let start = 0; start < change.termIds.length; start += size) {
    cut.push(forTerms(change, change.termIds.slice(start, start + size)));
  }
  return cut;
}
