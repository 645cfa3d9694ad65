import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { GlossaryChange } from '../../src/domain/review/glossary-changes';
import type { GlossaryRevert, GlossaryRow } from '../../src/protocol/glossary-api';
import { Button, toggle } from '../components/form';
import { When } from '../components/when';
import { counted, languageName, numberText } from '../format';
import { may } from '../session';

const order = ['added', 'changed', 'unknown', 'left out'] as const;

/** `3 added, 1 changed`. Kinds without a change are left out. */
export function ChangeCounts({ counts }: { counts: NonNullable<GlossaryRow['counts']> }) {
  const parts = order.filter((kind) => counts[kind] > 0).map((kind) => `${numberText(counts[kind])} ${kind}`);
  return <>{parts.length === 0 ? 'nothing changed' : parts.join(', ')}</>;
}

const meanings = {
  added: 'The termbase had no entry with this text.',
  changed: 'The termbase had other values.',
  unknown: 'Not compared before the confirmation: what the termbase had is not known.',
  'left out': 'Deleted in the review. The termbase stayed as it was.',
};

/** More at once would make the page slow. */
const SHOWN = 100;

interface Reverting {
  chosen: Signal<ReadonlySet<string>>;
  onRevert: (term: string) => void;
}

export function ChangeList({
  changes,
  reverts,
  ...reverting
}: Reverting & {
  changes: readonly GlossaryChange[];
  /** Newest first. */
  reverts: readonly GlossaryRevert[];
}) {
  const shown = useSignal(SHOWN);
  useEffect(() => {
    shown.value = SHOWN;
  }, [changes.length]);
  return (
    <>
      <ul class="changes sheet">
        {changes.slice(0, shown.value).map((change) => (
          <Change
            key={change.term}
            change={change}
            revert={reverts.find(({ terms }) => terms.some(({ term }) => term === change.term))}
            {...reverting}
          />
        ))}
      </ul>
      {changes.length > shown.value && (
        <Button onClick={() => (shown.value += SHOWN)}>
          Show more ({counted(changes.length - shown.value, 'change')} left)
        </Button>
      )}
    </>
  );
}

function Change({
  change,
  revert,
  chosen,
  onRevert,
}: Reverting & {
  change: GlossaryChange;
  revert: GlossaryRevert | undefined;
}) {
  const { term, kind, fields } = change;
  const isRevertible = revert === undefined && may('operate') && (kind === 'added' || kind === 'changed');
  return (
    <li>
      <div class="change-term">
        {isRevertible && (
          <input
            type="checkbox"
            aria-label={`Select ${term}`}
            checked={chosen.value.has(term)}
            onChange={() => toggle(chosen, term)}
          />
        )}
        <h2 dir="auto">{term}</h2>
        <span class={`badge plain change-${kind.replace(' ', '-')}`} title={meanings[kind]}>
          {kind}
        </span>
        {revert !== undefined && (
          <span class="muted">
            reverted by <bdi>{revert.by}</bdi>, <When at={revert.at} />
          </span>
        )}
      </div>
      <FieldLines fields={fields.map(({ field, before, after }) => ({ field, from: before, to: after }))} />
      {isRevertible && (
        <Button class="quiet" onClick={() => onRevert(term)} aria-label={`Revert ${term}`}>
          Revert…
        </Button>
      )}
    </li>
  );
}

interface ShownField {
  field: string;
  /** null: it is not known. */
  from: string | null;
  to: string;
}

export function fieldName(field: string): string {
  return field === 'category' ? 'Category' : field === 'pic' ? 'Image' : languageName(field);
}

export function FieldLines({ fields }: { fields: readonly ShownField[] }) {
  return (
    <dl class="field-lines stack">
      {fields.map(({ field, from, to }) => (
        <div key={field}>
          <dt>{fieldName(field)}</dt>
          <dd>
            <Value field={field} text={from} isOld />
            <span class="becomes" aria-hidden="true" />
            <Value field={field} text={to} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ field, text, isOld = false }: { field: string; text: string | null; isOld?: boolean }) {
  if (text === null) return <span class="muted">not known</span>;
  if (text === '') return <span class="muted">{isOld ? 'nothing' : 'empty'}</span>;
  const language = field === 'category' || field === 'pic' ? undefined : field;
  return isOld ? (
    <del dir="auto" lang={language}>
      {text}
    </del>
  ) : (
    <ins dir="auto" lang={language}>
      {text}
    </ins>
  );
}
