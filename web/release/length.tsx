import { counted, numberText } from '../count-text';

/** How long a text is on a platform, and how long it may be there. */
export function Length({
  platform,
  length,
  most,
}: {
  platform: string;
  length: number;
  most: number | null;
}) {
  if (most === null) return <span class="length">{counted(length, 'character')}</span>;
  const isTooLong = length > most;
  return (
    <span class={`length ${isTooLong ? 'lacks' : ''}`}>
      {numberText(length)} of {counted(most, 'character')}
      {isTooLong && `: too long for ${platform}`}
    </span>
  );
}
