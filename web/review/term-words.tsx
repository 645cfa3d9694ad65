import { additions, conflicts } from '../../src/domain/termbase-conflicts';
import type { SheetTerm } from './sheet';

/** A text of the term; what it was before somebody changed it is struck through. */
export function Changed({
  now,
  before,
  lang,
  isOther = false,
}: {
  now: string;
  before: string | null | undefined;
  lang?: string;
  /** Whether the termbase has something else. */
  isOther?: boolean;
}) {
  const wasOther = before !== undefined && before !== null && before !== now && before !== '';
  return (
    <span class={`value ${isOther ? 'conflict' : ''}`} dir="auto" lang={lang} title={now}>
      {now}
      {wasOther && (
        <>
          {' '}
          <del title={`Before: ${before}`}>{before}</del>
        </>
      )}
    </span>
  );
}

/** How the term stands to what the termbase has under its text. */
export function TermbaseWords({ term }: { term: SheetTerm }) {
  if (!term.compared) return <span class="muted">…</span>;
  if (term.existing === null) return <span class="new">new</span>;
  const found = conflicts(term);
  const added = additions(term).map(([language]) => language);
  if (found.length === 0)
    return added.length === 0 ? (
      <span class="muted">the same</span>
    ) : (
      <span class="adds" title={`The entry of the termbase gets: ${added.join(', ')}`}>
        adds {added.join(', ')}
      </span>
    );
  return (
    <span class="conflict">
      {found.some(({ language }) => language === null) ? (
        <>
          differs: <bdi>{term.existing.category}</bdi>
        </>
      ) : (
        'differs'
      )}
    </span>
  );
}
