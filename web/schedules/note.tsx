import { When } from '../components/when';

/** Who did what to a schedule: a line that begins with its time. */
export function Note({ note }: { note: string }) {
  const [, at, said] = /^(\d{4}-\d\d-\d\dT\S+Z) (.*)$/s.exec(note) ?? [];
  if (at === undefined || said === undefined) return <span dir="auto">{note}</span>;
  return (
    <>
      <span dir="auto">{said}</span>{' '}
      <span class="muted">
        <When at={at} />
      </span>
    </>
  );
}
