import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { GlossaryChange } from '../../src/domain/glossary-changes';
import { may } from '../session';
import { counted } from '../count-text';
import { FieldLines } from './field-lines';

const meanings = {
  added: 'The termbase had no entry with this text.',
  changed: 'The termbase had other values.',
  unknown: 'Not compared before the confirmation: what the termbase had is not known.',
  'left out': 'Deleted in the review. The termbase stayed as it was.',
};

/** As many as a page shows at once without being slow. */
const SHOWN = 100;

export function ChangeList({
  changes,
  chosen,
  onRevert,
}: {
  changes: readonly GlossaryChange[];
  chosen: Signal<ReadonlySet<string>>;
  onRevert: (term: string) => void;
}) {
  const shown = useSignal(SHOWN);
  useEffect(() => {
    shown.value = SHOWN;
  }, [changes.length]);
  return (
    <>
      <ul class="changes sheet">
        {changes.slice(0, shown.value).map((change) => (
          <Change key={change.term} change={change} chosen={chosen} onRevert={onRevert} />
        ))}
      </ul>
      {changes.length > shown.value && (
        <button type="button" onClick={() => (shown.value += SHOWN)}>
          Show more ({counted(changes.length - shown.value, 'change')} left)
        </button>
      )}
    </>
  );
}

function Change({
  change,
  chosen,
  onRevert,
}: {
  change: GlossaryChange;
  chosen: Signal<ReadonlySet<string>>;
  onRevert: (term: string) => void;
}) {
  const { term, kind, fields } = change;
  const isRevertible = may('operate') && (kind === 'added' || kind === 'changed');
  const toggle = (): void => {
    const next = new Set(chosen.value);
    if (!next.delete(term)) next.add(term);
    chosen.value = next;
  };
  return (
    <li>
      <div class="change-term">
        {isRevertible && (
          <input
            type="checkbox"
            aria-label={`Select ${term}`}
            checked={chosen.value.has(term)}
            onChange={toggle}
          />
        )}
        <h2 dir="auto">{term}</h2>
        <span class={`badge plain change-${kind.replace(' ', '-')}`} title={meanings[kind]}>
          {kind}
        </span>
      </div>
      <FieldLines fields={fields.map(({ field, before, after }) => ({ field, old: before, new: after }))} />
      {isRevertible && (
        <button type="button" class="quiet" onClick={() => onRevert(term)} aria-label={`Revert ${term}`}>
          Revert…
        </button>
      )}
    </li>
  );
}
