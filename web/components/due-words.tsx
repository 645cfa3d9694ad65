import type { WaitingFor } from '../../src/domain/status';
import { words } from '../messages/words';
import { When } from './when';

/** What happens at the deadline, for whoever wonders whether it can wait. */
export function DueWords({ waitingFor: { dueAt, onDue } }: { waitingFor: WaitingFor }) {
  if (dueAt === null) return null;
  const at = <When at={dueAt} />;
  return onDue === undefined ? words.common.due(at) : words.common.dueThen[onDue](at);
}
