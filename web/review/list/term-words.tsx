import { literalPattern } from '../../../src/domain/text/made-pattern';
import { additions, conflicts } from '../../../src/domain/review/termbase-conflicts';
import type { SheetTerm } from '../sheet';

interface ChangedProps {
  now: string;
  before: string | null | undefined;
  lang?: string;
  /** Whether the termbase has another value. */
  isOther?: boolean;
}

/** Strikes through the value before a change. */
export function Changed({ now, before, lang, isOther = false }: ChangedProps) {
  const wasOther = before !== undefined && before !== null && before !== now && before !== '';
  return (
    <span class={`value ${isOther ? 'conflict' : ''}`} dir="auto" lang={lang} title={now}>
      {now}
      {wasOther && (
        <>
          {' '}
          <del dir="auto" title={`Before: ${before}`}>
            {before}
          </del>
        </>
      )}
    </span>
  );
}

/** Compares the term with the termbase's entry of the same text. */
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

/** A source text that contains the term, with the term marked. */
export function MarkedContext({
  text,
  term: { term, edited },
}: {
  text: string;
  term: Pick<SheetTerm, 'term' | 'edited'>;
}) {
  const terms = edited === null ? [term] : [edited.before.term, term];
  return (
    <span class="value context" dir="auto">
      {markTerm(text, terms).map(({ text: part, marked }, index) =>
        marked ? <mark key={index}>{part}</mark> : part,
      )}
    </span>
  );
}

interface Segment {
  text: string;
  marked: boolean;
}

/** Splits a context at the occurrences of the first term that it contains. */
export function markTerm(context: string, terms: readonly string[]): Segment[] {
  for (const term of terms) {
    if (term.trim() === '') continue;
    const segments = cutAt(context, literalPattern(term.trim(), 'giu'));
    if (segments.some(({ marked }) => marked)) return segments;
  }
  return context === '' ? [] : [{ text: context, marked: false }];
}

function cutAt(context: string, pattern: RegExp): Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  for (const match of context.matchAll(pattern)) {
    if (match.index > end) segments.push({ text: context.slice(end, match.index), marked: false });
    end = match.index + match[0].length;
    segments.push({ text: match[0], marked: true });
  }
  if (end < context.length) segments.push({ text: context.slice(end), marked: false });
  return segments;
}
