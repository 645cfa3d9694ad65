/** Comments on terms, which a release keeps among its decisions. */
import type { ReleaseStatus } from './status';
import type { SheetTerm } from './term-sheet';

const begins = (termId: string): string => `comment on ${termId} (`;

/** What was decided, in the words of the list of decisions. */
export const commentedOn = (termId: string, term: string): string => `${begins(termId)}${term})`;

export function withComments(
  terms: readonly SheetTerm[],
  { decisions }: Pick<ReleaseStatus, 'decisions'>,
): SheetTerm[] {
  const comments = decisions.filter(({ what }) => what.startsWith('comment on '));
  return terms.map((term) => {
    const own = comments.filter(({ what }) => what.startsWith(begins(term.id)));
    return own.length === 0
      ? term
      : { ...term, comments: own.map(({ by, at, why }) => ({ by, at, text: why ?? '' })) };
  });
}
