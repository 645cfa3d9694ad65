import type { GlossaryRevert } from '../../src/protocol/glossary-api';
import { When } from '../components/when';
import { countText } from '../count-text';
import { FieldLines } from './field-lines';

/** Who took something back, and why: kept with the records of the release. */
export function RevertList({ reverts }: { reverts: readonly GlossaryRevert[] }) {
  if (reverts.length === 0) return null;
  return (
    <section class="reverts" aria-labelledby="reverts-title">
      <h2 id="reverts-title">Reverts</h2>
      <ul>
        {reverts.map(({ at, by, reason, terms }) => (
          <li key={`${at} ${by}`} class="panel">
            <p>
              <bdi>{by}</bdi> asked to revert {countText(terms.length, 'term')} <When at={at} />:{' '}
              <span dir="auto">{reason}</span>
            </p>
            <details>
              <summary>Terms</summary>
              <ul>
                {terms.map(({ term, action, overwrites, fields }) => (
                  <li key={term}>
                    <strong dir="auto">{term}</strong>{' '}
                    <span class="muted">
                      {action === 'delete' ? 'deleted' : 'changed back'}
                      {overwrites && ', although it was changed after the release'}
                    </span>
                    <FieldLines
                      fields={fields.map(({ field, from, to }) => ({ field, old: from, new: to }))}
                    />
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
