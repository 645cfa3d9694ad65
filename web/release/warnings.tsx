import type { ReleaseStatus } from '../../src/domain/status';

/** What may go wrong, by our reading of what the services say. */
export function Warnings({ status: { warnings } }: { status: ReleaseStatus }) {
  if (warnings.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="warnings-title">
      <h2 id="warnings-title">Warnings</h2>
      <ul>
        {warnings.map((warning) => (
          <li key={warning} dir="auto">
            {warning}
          </li>
        ))}
      </ul>
    </section>
  );
}
