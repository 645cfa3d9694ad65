import type { GlossaryRevert } from '../../src/protocol/glossary-api';
import { When } from '../components/when';
import { words } from '../messages/words';
import { FieldLines } from './field-lines';

/** Who took something back, and why: kept with the records of the release. */
export function RevertList({ reverts }: { reverts: readonly GlossaryRevert[] }) {
  if (reverts.length === 0) return null;
  const says = words.glossary.reverts;
  return (
    <section class="reverts" aria-labelledby="reverts-title">
      <h2 id="reverts-title">{says.title}</h2>
      <ul>
        {reverts.map(({ at, by, reason, terms }) => (
          <li key={`${at} ${by}`} class="panel">
            <p>{says.asked(<bdi>{by}</bdi>, terms.length, <When at={at} />, <bdi>{reason}</bdi>)}</p>
            <details>
              <summary>{says.terms}</summary>
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
  const says = words.glossary.reverts;
  if (action === 'delete') return overwrites ? says.deletedAlthoughChanged : says.deleted;
  return overwrites ? says.changedBackAlthoughChanged : says.changedBack;
}
