import { computed, signal } from '@preact/signals';
import { mayAct, type Role } from '../src/domain/roles';
import type { Session } from '../src/protocol/console-api';

/** null: nobody is signed in. After the session has ended, it stays set until the user signs in again. */
export const session = signal<Session | null>(null);
/** Set when the gateway requires a sign-in, with its message. */
export const signInWanted = signal<{ message: string } | null>(null);

export const may = (role: Role): boolean => session.value !== null && mayAct(session.value.role, role);

export const me = computed(() => session.value?.name ?? '');

export function signedIn(now: Session): void {
  session.value = now;
  signInWanted.value = null;
}
