import { signal } from '@preact/signals';
import { dueWords } from '../../src/domain/problems/call-and-end-problems';
import type { WaitingFor } from '../../src/domain/release/status';
import { agoText, localTimeText, utcText } from '../format';

const TICK_MS = 5000;

/** The present time, for texts such as "3 min ago". */
export const nowMs = signal(Date.now());

export function startClock(): void {
  setInterval(() => (nowMs.value = Date.now()), TICK_MS);
}

/** A time in the reader's zone, with UTC in its tooltip. */
export function When({ at, ago = false }: { at: string; ago?: boolean }) {
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return <span>{at}</span>;
  const local = localTimeText(atMs, nowMs.value);
  const utc = utcText(at);
  return (
    <time dateTime={at} title={ago ? `${local} your time, ${utc}` : utc}>
      {ago ? agoText(atMs, nowMs.value) : local}
    </time>
  );
}

/** The outcome at the deadline, so that a reader knows whether it can wait. */
export function DueWords({ waitingFor: { dueAt, onDue } }: { waitingFor: WaitingFor }) {
  if (dueAt === null) return null;
  const at = <When at={dueAt} />;
  if (onDue === undefined) return <>It is due at {at}.</>;
  return (
    <>
      If nobody decides by {at}, {dueWords[onDue]}.
    </>
  );
}
