/** What waits for whoever reads the page. */
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

/** How many wait for this person. What the inbox does not list may wait for whoever can decide on everything. */
export function waitingFor(
  { items, waiting }: Pick<Inbox, 'items' | 'waiting'>,
  who: { name: string; role: Role },
): number {
  const unlisted = mayAct(who.role, 'operate') ? waiting - items.length : 0;
  return items.filter((item) => canDecide(item, who)).length + unlisted;
}

/** How much waits for whoever reads this, for the header and the title of every page. The inbox tells it of itself. */
export async function countWaiting(): Promise<void> {
  if (location.pathname === homePath || session.value === null) return;
  const inbox = await api.inbox().catch(() => null);
  if (inbox !== null) waitingCount.value = waitingFor(inbox, session.value);
}
