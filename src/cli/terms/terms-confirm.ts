/** Confirms the terms of a release, after its effects were shown and, on a terminal, agreed to. */
import { createHash } from 'node:crypto';
import { Refused, TermsChanged } from '../../client/errors';
import { counted } from '../../domain/text/counted';
import { confirmationChanges, listChanges, decisionCounts } from '../../domain/review/term-changes';
import { overwriting, sharedNames } from '../../domain/review/termbase-conflicts';
import { partText, type SheetTerm } from '../../domain/review/term-sheet';
import { visibleValue } from '../../domain/text/visible-text';
import type { Ask } from '../../operations/backend';
import type { ReadSheet } from '../../operations/term-operations';
import { given } from '../command';
import { isAttended, mustAgree } from '../terminal/ask';
import { comparedTerms, overwriteCount, readable } from './known-terms';
import { changesText } from './term-tables';
import { writeStderr } from '../terminal/terminal';

/** The value of `--overwrite` that allows every overwrite, shown or not. */
export const ANY = 'any';
const SHOWN_DIGITS = 12;

export interface ConfirmOptions {
  comment?: string;
  /** The digest that was reviewed; without it, the list shown here counts. */
  digest?: string;
  overwrite?: string;
  yes?: boolean;
}

export async function confirmAfterShowing(
  ask: Ask,
  id: string,
  { comment, digest, overwrite, yes }: ConfirmOptions,
): Promise<{ outcome: string }> {
  const confirm = (seen: { digest?: string | undefined; matches?: string | null | undefined }) =>
    ask('confirmTerms', {
      id,
      ...given({ comment, digest: seen.digest, matches: seen.matches ?? undefined }),
    });
  const { waitingFor, terms: known } = await ask('status', { id });
  // The release itself responds to a late or repeated confirmation, which needs no list.
  if (waitingFor?.kind !== 'terms' || known === null) return confirm({ digest });
  const compared = await comparedTerms(ask, id);
  const read = compared ?? (await readable(ask('knownTerms', { id })));
  const sheet = read?.sheet ?? known;
  if (digest !== undefined && digest !== sheet.digest) {
    const seen = await readable(ask('knownTerms', { id, digest }));
    writeStderr(differenceText(seen?.terms ?? null, read?.terms ?? null));
    throw new TermsChanged(
      'The term list or its marks have changed since you opened it. Nothing was confirmed. Review it again, then confirm.',
    );
  }
  writeStderr(
    read === null ? `${counted(known.total, 'term')}: ${known.removed} to be deleted.` : actText(read.terms),
  );
  const part = partText(sheet);
  if (part !== null) writeStderr(part);
  const overwritten = overwriting(compared?.terms ?? []);
  const name = comparisonName(sheet);
  const isAsked = isAttended() && yes !== true;
  if (overwritten.length > 0 && ![ANY, name].includes(overwrite ?? (isAsked ? ANY : '')))
    throw new Refused(overwriteText(id, name, overwritten, overwrite !== undefined));
  await mustAgree(`Confirm ${counted(sheet.total, 'term')}?`, 'Nothing was confirmed.', yes);
  try {
    return await confirm({
      digest: sheet.digest,
      matches: overwrite === ANY ? null : compared?.sheet.matches,
    });
  } catch (error) {
    if (error instanceof TermsChanged)
      writeStderr(
        differenceText(read?.terms ?? null, (await readable(ask('knownTerms', { id })))?.terms ?? null),
      );
    throw error;
  }
}

/** Covers both lists, because an edit of the terms can overwrite other entries of an unchanged termbase. */
const comparisonName = ({ matches, digest }: ReadSheet['sheet']): string =>
  createHash('sha256').update(`${matches} ${digest}`).digest('hex').slice(0, SHOWN_DIGITS);

function actText(terms: readonly SheetTerm[]): string {
  const { kept, edited, deleted } = decisionCounts(terms);
  const written = terms.filter(({ removed }) => removed === null);
  const added = written.filter(({ existing, compared }) => compared && existing === null).length;
  const unknown = written.filter(({ compared }) => !compared).length;
  const shared = sharedNames(terms).map(visibleValue);
  return [
    ...changesText(confirmationChanges(terms)),
    `${counted(terms.length, 'term')}: ${kept} kept, ${edited} edited, ${deleted} to be deleted.`,
    `Termbase: ${added} new, ${overwriting(terms).length} overwritten${unknown === 0 ? '' : `, ${unknown} not compared`}.`,
    ...(shared.length === 0
      ? []
      : [`Several terms have the same name, and become one entry of the termbase: ${shared.join(', ')}.`]),
  ].join('\n');
}

/** null: that list can no longer be read. */
function differenceText(seen: readonly SheetTerm[] | null, now: readonly SheetTerm[] | null): string {
  if (now === null) return 'What has changed cannot be read here.';
  if (seen === null)
    return ['The list that you reviewed is not known any more. Now there is:', actText(now)].join('\n');
  return ['What has changed since:', ...changesText(listChanges(seen, now))].join('\n');
}

function overwriteText(id: string, name: string, terms: readonly SheetTerm[], isStale: boolean): string {
  return [
    `${isStale ? 'This is not the comparison that you named. ' : ''}${overwriteCount(terms)} would be overwritten, as shown above. Nothing was confirmed.`,
    `To overwrite, add "--overwrite ${name}". To keep what the termbase has, run "locrelease terms keep-termbase ${id}" first.`,
  ].join('\n');
}
