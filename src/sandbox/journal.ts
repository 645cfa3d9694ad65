/** Everything that reached the sandbox or followed from it, in order: tests and people judge a client by it. */
import type { SandboxClock } from './clock';

export interface JournalEntry {
  seq: number;
  at: string;
  /** `callback`: one attempt to deliver it. `work`: a step of background work, such as the end of a stage. */
  kind: 'request' | 'callback' | 'work';
  service: 'localization' | 'social';
  /** The request or work: `POST /tasks/publish`, `task.completed`, `publish acc_1`. */
  subject: string;
  /** Project or workspace. */
  owner: string | null;
  /** The service's code: 0 or `ok` where it succeeded. */
  code: number | string;
  /** The change at the service, in a few words; null where there was none. */
  effect: string | null;
  /** Whether the client got the reply (or the receiver acknowledged the callback). */
  answered: boolean;
  fault: string | null;
  /** Identifiers worth searching for: task_id, job_id, postId, idempotencyKey, delivery_id, … */
  ids: Record<string, string>;
}

const MAX_ENTRIES = 200_000;

export class Journal {
  #entries: JournalEntry[] = [];
  #seq = 0;

  constructor(private readonly clock: SandboxClock) {}

  add(entry: Omit<JournalEntry, 'seq' | 'at'>): JournalEntry {
    const whole = { seq: ++this.#seq, at: this.clock.iso(), ...entry };
    this.#entries.push(whole);
    if (this.#entries.length > MAX_ENTRIES * 1.1) this.#entries = this.#entries.slice(-MAX_ENTRIES);
    return whole;
  }

  /** Returns entries whose named fields are equal, oldest first. */
  find(
    where: Partial<Pick<JournalEntry, 'kind' | 'service' | 'subject' | 'owner'>> = {},
    sinceSeq = 0,
  ): JournalEntry[] {
    const wanted = Object.entries(where);
    return this.#entries.filter(
      (entry) =>
        entry.seq > sinceSeq &&
        wanted.every(([field, value]) => entry[field as keyof JournalEntry] === value),
    );
  }
}
