import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { GlossaryChange } from '../../src/domain/glossary-changes';
import { may } from '../session';
import { words } from '../messages/words';
import { FieldLines } from './field-lines';

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
      <ul class="changes">
        {changes.slice(0, shown.value).map((change) => (
          <Change key={change.term} change={change} chosen={chosen} onRevert={onRevert} />
        ))}
      </ul>
      {changes.length > shown.value && (
        <button type="button" onClick={() => (shown.value += SHOWN)}>
          {words.glossary.ofRelease.showMore(changes.length - shown.value)}
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
  const { kinds, meanings, ofRelease: says } = words.glossary;
  const isRevertible = may('operate') && (kind === 'added' || kind === 'changed');
  const toggle = (): void => {
    const next = new Set(chosen.value);
    if (!next.delete(term)) next.add(term);
    chosen.value = next;
  };
  return (
    <li class="panel">
      <div class="heading">
        {isRevertible && (
          <input
            type="checkbox"
            aria-label={says.select(term)}
            checked={chosen.value.has(term)}
            onChange={toggle}
          />
        )}
        <h2 dir="auto">{term}</h2>
        <span class={`badge plain change-${kind.replace(' ', '-')}`} title={meanings[kind]}>
          {kinds[kind]}
        </span>
        <span class="gap" />
        {isRevertible && (
          <button type="button" onClick={() => onRevert(term)} aria-label={says.revertTerm(term)}>
            {says.revert}
          </button>
        )}
      </div>
      {kind !== 'added' && kind !== 'changed' && <p class="muted">{meanings[kind]}</p>}
      <FieldLines fields={fields.map(({ field, before, after }) => ({ field, old: before, new: after }))} />
    </li>
  );
}
