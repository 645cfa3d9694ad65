/** Something could not be read; what was read before stays on the page. */
export function ErrorMessage({ error, again }: { error: Error | null; again: () => void }) {
  if (error === null) return null;
  return (
    <div class="panel trouble" role="alert">
      <p dir="auto">{error.message}</p>
      <button type="button" onClick={again}>
        Try again
      </button>
    </div>
  );
}
