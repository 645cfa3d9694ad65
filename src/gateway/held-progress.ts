/**
 * Progress that is held for a moment before it is passed on: of the steps that a task passes meanwhile only the last
 * wakes its release, and none does once there is more to say of the task. What is held ends with this process; the
 * next look at the task tells it too.
 */
import type { Message } from '../protocol/message-schemas';

type Hint = Message<'callback'>;
type Progress = Hint & { step: NonNullable<Hint['step']> };

export function isProgress(hint: Hint): hint is Progress {
  return hint.step !== undefined;
}

export class HeldProgress {
  readonly #held = new Map<string, { latest: Progress; timer: NodeJS.Timeout }>();

  constructor(
    private readonly holdMs: number,
    private readonly passOn: (workflowId: string, hint: Hint) => Promise<unknown>,
  ) {}

  hold(workflowId: string, hint: Progress): void {
    const key = keyOf(workflowId, hint);
    const held = this.#held.get(key);
    if (held === undefined) {
      const timer = setTimeout(() => this.#release(workflowId, key), this.holdMs);
      this.#held.set(key, { latest: hint, timer });
    } else if (hint.step.stepIndex >= held.latest.step.stepIndex) {
      held.latest = hint;
    }
  }

  /** Something else is told of the task, which makes its release look at it. */
  drop(workflowId: string, hint: Hint): void {
    const key = keyOf(workflowId, hint);
    clearTimeout(this.#held.get(key)?.timer);
    this.#held.delete(key);
  }

  close(): void {
    for (const { timer } of this.#held.values()) clearTimeout(timer);
    this.#held.clear();
  }

  #release(workflowId: string, key: string): void {
    const held = this.#held.get(key);
    this.#held.delete(key);
    if (held !== undefined) void this.passOn(workflowId, held.latest);
  }
}

/** The task of an earlier run of a release calls back at the same address. */
function keyOf(workflowId: string, { taskId }: Hint): string {
  return `${workflowId} ${taskId}`;
}
