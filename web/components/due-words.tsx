import type { WaitingFor } from '../../src/domain/status';
import { When } from './when';

const atDeadline = {
  reject: 'the terms are rejected and the release ends',
  confirm: 'the terms are confirmed as they are',
  end: 'the release ends as it is',
};

/** What happens at the deadline, for whoever wonders whether it can wait. */
export function DueWords({ waitingFor: { dueAt, onDue } }: { waitingFor: WaitingFor }) {
  if (dueAt === null) return null;
  const at = <When at={dueAt} />;
  if (onDue === undefined) return <>It is due at {at}.</>;
  return (
    <>
      If nobody decides by {at}, {atDeadline[onDue]}.
    </>
  );
}
