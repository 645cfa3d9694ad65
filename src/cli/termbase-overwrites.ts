/** What a confirmation would overwrite in the termbase, shown before it does. */
import { createHash } from 'node:crypto';
import { Refused } from '../client/errors';
import type { Ask } from '../operations/backend';
import type { ReadSheet } from '../operations/term-operations';
import type { SheetTerm } from '../domain/term-sheet';
import { conflicts, overwriting } from '../domain/termbase-conflicts';
import { StoreError } from '../store/store-error';
import { say } from './terminal';

/** Overwrites whatever the termbase has, shown or not. */
export const ANY = 'any';

/** Enough of a digest to tell comparisons apart. */
const SHOWN_DIGITS = 12;
const MOST_LINES = 50;

interface ComparedSheet extends ReadSheet {
  /** Those that would overwrite something. */
  overwriting: SheetTerm[];
}

/** The terms against the termbase as it is now. */
export async function compareTerms(ask: Ask, id: string): Promise<ComparedSheet> {
  const { sheet, terms } = await ask('matchTermbase', { id });
  return { sheet, terms, overwriting: overwriting(terms) };
}

/** The list as the service has it now; compared with the termbase where that can be read. */
export async function readTerms(ask: Ask, id: string): Promise<ComparedSheet> {
  const read = await ask('refreshTerms', { id });
  return compareTerms(ask, id).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    say(`The terms are not compared with the termbase: ${error.message}`);
    return { ...read, overwriting: [] };
  });
}

/** The terms with the comparison that the confirmation may overwrite; throws where it would overwrite what was not shown. */
export async function shownComparison(
  ask: Ask,
  { id, overwrite }: { id: string; overwrite: string | undefined },
): Promise<ReadSheet | null> {
  const compared = await compareTerms(ask, id).catch((error: unknown) => {
    if (!(error instanceof Refused) && !(error instanceof StoreError)) throw error;
    // A termbase or a store that cannot be read keeps nobody from confirming: that is said, and was asked for.
    say(`The terms could not be compared with the termbase: ${error.message}`);
    return null;
  });
  if (compared === null) return null;
  const { matches, digest } = compared.sheet;
  if (matches === null) return null;
  const name = comparisonName(matches, digest);
  if (compared.overwriting.length > 0 && overwrite !== name)
    throw new Refused(overwriteText(id, name, compared.overwriting, overwrite !== undefined));
  return compared;
}

/** Of both sides: an edit of the list may overwrite something else, though the termbase is as it was. */
const comparisonName = (matches: string, digest: string): string =>
  createHash('sha256').update(`${matches} ${digest}`).digest('hex').slice(0, SHOWN_DIGITS);

/** "category: Villain → Character", for each value that the termbase would lose. */
export function conflictWords(term: SheetTerm): string {
  return conflicts(term)
    .map(({ language, termbase, ours }) => `${language ?? 'category'}: ${termbase} → ${ours}`)
    .join(', ');
}

export function overwriteCount(terms: readonly SheetTerm[]): string {
  return terms.length === 1 ? '1 entry of the termbase' : `${terms.length} entries of the termbase`;
}

function overwriteText(id: string, name: string, terms: readonly SheetTerm[], isStale: boolean): string {
  const lines = terms
    .slice(0, MOST_LINES)
    .map((term) => `  ${term.id}  ${term.term}  ${conflictWords(term)}`);
  if (terms.length > MOST_LINES) lines.push(`  and ${terms.length - MOST_LINES} more`);
  return [
    `${isStale ? 'This is not the comparison that you named. ' : ''}${overwriteCount(terms)} would be overwritten. Nothing was confirmed.`,
    ...lines,
    `To overwrite, add "--overwrite ${name}". To keep what the termbase has, run "locrelease terms keep-termbase ${id}" first.`,
  ].join('\n');
}
