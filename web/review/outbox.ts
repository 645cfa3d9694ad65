/**
 * Saves changes as they are made, one request after the other. What cannot be saved now is kept in the browser and
 * sent again; what is refused is given up and said. A change that was saved stays on top of the list until a
 * reading of the list that began later has come, so that no older reading hides it.
 */
import { signal } from '@preact/signals-core';
import { queued, unsaved, type QueuedChange } from './queued-changes';
import type { Change } from './sheet';
import { errorText } from '../error-text';

/** What a failed save calls for: the same again, as it may have been done; a new try; a person; or giving up. */
export type Verdict = 'again' | 'anew' | 'stop' | 'refused';

export interface OutboxConnections {
  /** However often it is sent with one key, it is done once. */
  send: (change: Change, key: string) => Promise<unknown>;
  verdictOn: (error: unknown) => Verdict;
  refused: (change: Change, error: unknown) => void;
  /** Where unsaved changes survive the page. */
  kept: { read: () => QueuedChange[]; write: (queue: readonly QueuedChange[]) => void };
}

export interface ErrorMessage {
  message: string;
  /** Whether it is tried again by itself. */
  retries: boolean;
}

const LONGEST_PAUSE_MS = 15_000;

export class Outbox {
  readonly queue = signal<readonly QueuedChange[]>([]);
  readonly trouble = signal<ErrorMessage | null>(null);
  /** How many were saved after an answer had been lost: others may have changed the same terms since they were done. */
  readonly lateSaves = signal(0);
  /** The last change that was refused, until somebody takes it from here. */
  readonly lastRefusal = signal<{ change: Change; error: unknown } | null>(null);
  readonly #unanswered: Set<string>;
  #sending: string | null = null;
  #running = false;
  #saves = 0;
  #wake: () => void = () => undefined;

  constructor(private readonly doors: OutboxConnections) {
    this.queue.value = doors.kept.read();
    this.#unanswered = new Set(this.queue.value.map(({ id }) => id));
    void this.#run();
  }

  /** All at once: thousands may come from one replacement. */
  addAll(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    this.#set(queued(this.queue.value, changes, { sending: this.#sending, newId }));
    void this.#run();
  }

  /** Tries again at once: the gateway is back, or somebody has signed in. */
  resume(): void {
    this.#wake();
    void this.#run();
  }

  /** Gives up what is not saved. */
  discard(): void {
    this.trouble.value = null;
    this.#set(this.queue.value.filter(({ id, savedAs }) => savedAs !== null || id === this.#sending));
  }

  /** Take it before a reading of the list, and give it to `settle` when that has come. */
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
      await this.doors.send(change, id);
      const savedAs = ++this.#saves;
      this.trouble.value = null;
      this.#set(this.queue.value.map((entry) => (entry.id === id ? { ...entry, savedAs } : entry)));
      if (this.#unanswered.delete(id)) this.lateSaves.value += 1;
      return 'saved';
    } catch (error) {
      const verdict = this.doors.verdictOn(error);
      if (verdict === 'refused') {
        this.trouble.value = null;
        this.#set(this.queue.value.filter((entry) => entry.id !== id));
        this.lastRefusal.value = { change, error };
        this.doors.refused(change, error);
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
    this.doors.kept.write(unsaved(queue));
  }
}

const renewed = (entry: QueuedChange, id: string): QueuedChange =>
  entry.id === id ? { ...entry, id: newId() } : entry;

let made = 0;
const newId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}-${++made}`;
