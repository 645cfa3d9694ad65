/** Whether a process can do its work now: everything that it needs answers in time. */
import { setTimeout as delay } from 'node:timers/promises';

const ANSWER_MS = 2_000;

/** A name for people, and a question that fails where it does not answer. */
export type Needs = Readonly<Record<string, () => Promise<unknown>>>;

export class Readiness {
  /** A question that hangs is not asked again: each would take a thread or a connection for good. */
  readonly #open = new Map<string, Promise<boolean>>();

  constructor(
    private readonly needs: Needs,
    private readonly answerMs = ANSWER_MS,
  ) {}

  /** What does not answer, as a sentence; null: all of it does. */
  async fault(): Promise<string | null> {
    const names = Object.keys(this.needs);
    const answers = await Promise.all(names.map((name) => this.#answersInTime(name)));
    const silent = names.filter((_, index) => answers[index] !== true);
    return silent.length === 0 ? null : silent.map((name) => `${name} does not answer.`).join(' ');
  }

  async #answersInTime(name: string): Promise<boolean> {
    const late = new AbortController();
    try {
      return await Promise.race([
        this.#ask(name),
        delay(this.answerMs, false, { signal: late.signal, ref: false }),
      ]);
    } finally {
      late.abort();
    }
  }

  #ask(name: string): Promise<boolean> {
    const open = this.#open.get(name);
    if (open !== undefined) return open;
    const pending = this.#answer(name).finally(() => this.#open.delete(name));
    this.#open.set(name, pending);
    return pending;
  }

  async #answer(name: string): Promise<boolean> {
    try {
      await this.needs[name]?.();
      return true;
    } catch {
      return false;
    }
  }
}
