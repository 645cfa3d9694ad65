import { mayAct, type Role } from '../../src/domain/roles';
import type { Inbox, InboxItem } from '../../src/protocol/console-api';

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
