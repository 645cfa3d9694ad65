/** What a confirmation would do, shown before it does it: it is bound to that. */
import { counted } from '../domain/counted';
import { decisionCounts } from '../domain/decision-counts';
import type { TermSheetRef } from '../domain/status';
import { partText } from '../domain/term-sheet';
import type { Ask } from '../operations/backend';
import type { ReadSheet } from '../operations/term-operations';
import { StoreError } from '../store/store-error';
import { ANY, shownComparison } from './termbase-overwrites';
import { say } from './terminal';

interface Confirmation {
  id: string;
  /** Of what was reviewed before; without it, what is shown here counts. */
  digest: string | undefined;
  overwrite: string | undefined;
}

export async function shownTerms(
  ask: Ask,
  { id, digest, overwrite }: Confirmation,
): Promise<{ digest?: string; matches?: string }> {
  const given = digest === undefined ? {} : { digest };
  if (digest !== undefined && overwrite === ANY) return given;
  const { waitingFor, terms: known } = await ask('status', { id });
  // What the release says to a confirmation that comes too late, or again, needs no list.
  if (waitingFor?.kind !== 'terms' || known === null) return given;
  const compared = overwrite === ANY ? null : await shownComparison(ask, { id, overwrite });
  const read = compared ?? (await readable(ask('knownTerms', { id })));
  say(read === null ? countText(known) : decisionText(read));
  const part = partText(read?.sheet ?? known);
  if (part !== null) say(part);
  const matches = compared?.sheet.matches;
  return { digest: (read?.sheet ?? known).digest, ...given, ...(matches && { matches }) };
}

function decisionText({ terms }: ReadSheet): string {
  const { kept, edited, deleted } = decisionCounts(terms);
  return `${counted(terms.length, 'term')}: ${kept} kept, ${edited} edited, ${deleted} to be deleted.`;
}

function countText({ total, removed }: TermSheetRef): string {
  return `${counted(total, 'term')}: ${removed} to be deleted.`;
}

/** A store that cannot be read keeps nobody from confirming. */
async function readable(reading: Promise<ReadSheet | null>): Promise<ReadSheet | null> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    say(`The terms cannot be read here: ${error.message}`);
    return null;
  }
}
