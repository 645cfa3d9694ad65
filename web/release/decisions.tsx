import type { Decision } from '../../src/domain/status';
import { When } from '../components/when';

/** Who decided what, and why. */
export function Decisions({ decisions }: { decisions: readonly Decision[] }) {
  if (decisions.length === 0) return null;
  return (
    <section aria-labelledby="decisions-title">
      <h2 id="decisions-title">Decisions</h2>
      <ol class="decisions">
        {decisions.map(({ at, by, what, why }) => (
          <li key={`${at} ${what}`}>
            <span class="muted">
              <When at={at} />
            </span>
            <p>
              <strong dir="auto">{what}</strong> by <bdi>{by}</bdi>
              {why !== null && <q dir="auto">{why}</q>}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
