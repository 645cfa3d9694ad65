import { nowMs } from '../clock';
import { When } from '../components/when';
import { localTimeText } from '../time-text';

/** As its zone has it, and as the reader has it where that is another time. */
export function ZonedTime({ at, timeZone }: { at: string; timeZone: string }) {
  const there = localTimeText(Date.parse(at), nowMs.value, timeZone);
  const here = localTimeText(Date.parse(at), nowMs.value);
  if (there === here) return <When at={at} />;
  return (
    <>
      {there}{' '}
      <span class="muted">
        <bdi>{timeZone}</bdi>
      </span>
      <span class="muted">
        , <When at={at} /> your time
      </span>
    </>
  );
}
