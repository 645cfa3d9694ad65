/** A text with what was searched for marked, wherever it stands. */
export function Marked({ text, asked }: { text: string; asked: string }) {
  const at = text.toLowerCase().indexOf(asked.toLowerCase());
  // Lower case may have another length: then no place is sure.
  if (at < 0 || text.toLowerCase().length !== text.length) return <>{text}</>;
  const end = at + asked.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}
