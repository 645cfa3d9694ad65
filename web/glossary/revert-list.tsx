import type { GlossaryRevert } from '../../src/protocol/glossary-api';
import { When } from '../components/when';
import { counted } from '../count-text';
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
              <bdi>{by}</bdi> asked to revert {counted(terms.length, 'term')} at <When at={at} />:{' '}
              <bdi>{reason}</bdi>
            </p>
            <details>
              <summary>Terms</summary>
              <ul>
                {terms.map(({ term, action, overwrites, fields }) => (
                  <li key={term}>
                    <strong dir="auto">{term}</strong>{' '}
                    <span class="muted">{outcomeWords(action, overwrites)}</span>
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

function outcomeWords(action: GlossaryRevert['terms'][number]['action'], overwrites: boolean): string {
  if (action === 'delete')
    return overwrites ? 'deleted, although it was changed after the release' : 'deleted';
  return overwrites ? 'changed back, although it was changed after the release' : 'changed back';
}
