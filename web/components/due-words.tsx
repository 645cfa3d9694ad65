import type { WaitingFor } from '../../src/domain/status';
import { When } from './when';

const outcomes: Readonly<Record<NonNullable<WaitingFor['onDue']>, string>> = {
  reject: 'the terms are rejected and the release ends',
  confirm: 'the terms are confirmed as they are',
  end: 'the release ends as it is',
};

/** What happens at the deadline, for whoever wonders whether it can wait. */
export function DueWords({ waitingFor: { dueAt, onDue } }: { waitingFor: WaitingFor }) {
  if (dueAt === null) return null;
  return onDue === undefined ? (
    <>
      It is due <When at={dueAt} />.
    </>
  ) : (
    <>
      If nobody decides by <When at={dueAt} />, {outcomes[onDue]}.
    </>
  );
}
