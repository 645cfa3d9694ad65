/** Who has signed in. */
import { computed, signal } from '@preact/signals';
import type { Role, Session } from '../src/protocol/console-api';

/** Null: nobody. Stays while somebody whose session has ended signs in again. */
export const session = signal<Session | null>(null);
/** Whether the gateway wants a sign-in before it answers anything else, and what it said. */
export const signInWanted = signal<{ message: string } | null>(null);

const ranks: Readonly<Record<Role, number>> = { read: 0, review: 1, operate: 2 };

export const may = (role: Role): boolean =>
  session.value !== null && ranks[session.value.role] >= ranks[role];

export const me = computed(() => session.value?.name ?? '');

export function signedIn(now: Session): void {
  session.value = now;
  signInWanted.value = null;
}
