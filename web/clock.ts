import { signal } from '@preact/signals';

const TICK_MS = 5000;

/** The time now, for texts such as "3 min ago". */
export const nowMs = signal(Date.now());

export function startClock(): void {
  setInterval(() => (nowMs.value = Date.now()), TICK_MS);
}
