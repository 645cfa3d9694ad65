/** Counts the releases that wait for the reader of the page. */
import { homePath } from '../src/domain/console-paths';
import { mayAct, type Role } from '../src/domain/roles';
import type { Inbox, InboxItem } from '../src/protocol/console-api';
import { api } from './api';
import { waitingCount } from './components/page';
import { session } from './session';

/** Whether the person may decide on it, and not only see it. */
function canDecide(
  { kind, startedBy }: Pick<InboxItem, 'kind' | 'startedBy'>,
  who: { name: string; role: Role },
): boolean {
  return kind === 'decision'
    ? mayAct(who.role, 'operate')
    : mayAct(who.role, 'review') && startedBy !== who.name;
}

/**
 * Counts the releases that wait for this person. An operator who can decide on all may have more than the inbox lists.
 */
export function waitingFor(
  { items, waiting }: Pick<Inbox, 'items' | 'waiting'>,
  who: { name: string; role: Role },
): number {
  const unlisted = mayAct(who.role, 'operate') ? waiting - items.length : 0;
  return items.filter((item) => canDecide(item, who)).length + unlisted;
}

/** Updates the count in the header and the title of every page. The inbox page updates it by itself. */
export async function countWaiting(): Promise<void> {
  if (location.pathname === homePath || session.value === null) return;
  const inbox = await api.inbox().catch(() => null);
  if (inbox !== null) waitingCount.value = waitingFor(inbox, session.value);
}
