import { nowMs } from '../clock';
import { agoText, localTimeText, utcText } from '../time-text';

/** A time in the reader's zone, with UTC for whoever hovers. */
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
