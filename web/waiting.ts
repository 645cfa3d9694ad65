/** What waits for the reader of the page. */
import { homePath } from '../src/domain/console-paths';
import { mayAct, type Role } from '../src/domain/roles';
import type { Inbox, InboxItem } from '../src/protocol/console-api';
import { api } from './api';
import { waitingCount } from './components/page';
import { session } from './session';

/** Whether somebody can decide on it, and not only look at it. */
function canDecide(
  { kind, startedBy }: Pick<InboxItem, 'kind' | 'startedBy'>,
  who: { name: string; role: Role },
): boolean {
  return kind === 'decision'
    ? mayAct(who.role, 'operate')
    : mayAct(who.role, 'review') && startedBy !== who.name;
}

/** How many wait for this person. An operator who can decide on everything may have more than the inbox lists. */
export function waitingFor(
  { items, waiting }: Pick<Inbox, 'items' | 'waiting'>,
  who: { name: string; role: Role },
): number {
  const unlisted = mayAct(who.role, 'operate') ? waiting - items.length : 0;
  return items.filter((item) => canDecide(item, who)).length + unlisted;
}

/** How much waits for the reader, for the header and the title of every page. The inbox updates it itself. */
export async function countWaiting(): Promise<void> {
  if (location.pathname === homePath || session.value === null) return;
  const inbox = await api.inbox().catch(() => null);
  if (inbox !== null) waitingCount.value = waitingFor(inbox, session.value);
}
