import { cancellationSignal } from '@temporalio/activity';
import { allTerms } from '../localization/all-terms';
import type { LocalizationClient } from '../localization/localization-client';
import { localizationRemedy } from '../localization/remedies';
import { sheetTerms, termsAtService, type TermbaseMatch, type TermbaseMatches } from '../domain/term-sheet';
import { overwriting } from '../domain/termbase-conflicts';
import type { ActivityInput } from '../protocol/activity-inputs';
import { getMarkedTerms, getMatches, putMatches, type MarkedTerms } from '../store/stored-term-sheet';
import { remedied } from './call-failure';
import type { ActivityDependencies } from './dependencies';

const reading = { remedyOf: localizationRemedy, repeatable: true };

/** Enough to find them in the list, and few enough for a sentence. */
const MOST_NAMED = 20;

interface TermbaseComparison {
  /** Digest of what was found. */
  matches: string;
  /** Terms that would overwrite entries which were not shown so; absent: nobody asked. */
  unseen?: { count: number; texts: string[] };
}

export function termMatchActivities({ localization, store }: ActivityDependencies) {
  return {
    /** What the termbase has under the texts of the terms; kept in the store. */
    async matchTermbase(input: ActivityInput<'matchTermbase'>): Promise<TermbaseComparison> {
      const { project, terms, shown } = input;
      const marked = await getMarkedTerms(store, terms);
      const entries = await remedied(reading, () => entriesOf(localization(project), marked));
      const matches = await putMatches(store, entries);
      if (shown === undefined) return { matches };
      const unseen = notShown(marked, await getMatches(store, matches), await getMatches(store, shown));
      return { matches, unseen: { count: unseen.length, texts: unseen.slice(0, MOST_NAMED) } };
    },
  };
}

async function entriesOf(client: LocalizationClient, { base, marks }: MarkedTerms): Promise<TermbaseMatches> {
  const found = new Map<string, TermbaseMatch | null>();
  for (const { term } of termsAtService(base, marks)) found.set(term, null);
  for await (const { content, category, translations } of allTerms(
    client,
    {},
    { signal: cancellationSignal() },
  )) {
    if (found.has(content)) found.set(content, { category, translations });
  }
  return found;
}

function notShown({ base, marks }: MarkedTerms, found: TermbaseMatches, shown: TermbaseMatches): string[] {
  const texts = overwriting(sheetTerms(base, marks, found)).map(({ term }) => term);
  const entry = (matches: TermbaseMatches, text: string): string => JSON.stringify(matches.get(text) ?? null);
  return texts.filter((text) => entry(found, text) !== entry(shown, text));
}
