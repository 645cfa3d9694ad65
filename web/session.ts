/** Who has signed in. */
import { computed, signal } from '@preact/signals';
import { mayAct, type Role } from '../src/domain/roles';
import type { Session } from '../src/protocol/console-api';

/** null: nobody is signed in. It stays while a user whose session has ended signs in again. */
export const session = signal<Session | null>(null);
/** Whether the gateway requires a sign-in first, and its message. */
export const signInWanted = signal<{ message: string } | null>(null);

export const may = (role: Role): boolean => session.value !== null && mayAct(session.value.role, role);

export const me = computed(() => session.value?.name ?? '');

export function signedIn(now: Session): void {
  session.value = now;
  signInWanted.value = null;
}
