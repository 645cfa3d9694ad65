/** Who has signed in. */
import { computed, signal } from '@preact/signals';
import { mayAct, type Role } from '../src/domain/roles';
import type { Session } from '../src/protocol/console-api';

/** Null: nobody. Stays while somebody whose session has ended signs in again. */
export const session = signal<Session | null>(null);
/** Whether the gateway wants a sign-in before it answers anything else, and what it said. */
export const signInWanted = signal<{ message: string } | null>(null);

export const may = (role: Role): boolean => session.value !== null && mayAct(session.value.role, role);

export const me = computed(() => session.value?.name ?? '');

export function signedIn(now: Session): void {
  session.value = now;
  signInWanted.value = null;
}
