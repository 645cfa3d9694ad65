import { homePath } from '../../src/domain/console-paths';
import { api } from '../api';
import { session } from '../session';
import { waitingCount } from '../title';
import { waitingFor } from './can-decide';

/** How much waits for whoever reads this, for the header and the title of every page. The inbox tells it of itself. */
export async function countWaiting(): Promise<void> {
  if (location.pathname === homePath || session.value === null) return;
  const inbox = await api.inbox().catch(() => null);
  if (inbox !== null) waitingCount.value = waitingFor(inbox, session.value);
}
