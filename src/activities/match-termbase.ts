import { cancellationSignal } from '@temporalio/activity';
import { allTerms } from '../localization/all-terms';
import { localizationRemedy } from '../localization/remedies';
import { termsAtService, type TermbaseMatch } from '../domain/term-sheet';
import type { ActivityInput } from '../protocol/activity-inputs';
import { getMarkedTerms, putMatches } from '../store/stored-term-sheet';
import { remedied } from './call-failure';
import type { ActivityDependencies } from './dependencies';

const reading = { remedyOf: localizationRemedy, repeatable: true };

export function termMatchActivities({ localization, store }: ActivityDependencies) {
  return {
    /** What the termbase has under the texts of the terms; kept in the store. */
    async matchTermbase(input: ActivityInput<'matchTermbase'>): Promise<{ matches: string }> {
      const { base, marks } = await getMarkedTerms(store, input.terms);
      const texts = new Set(termsAtService(base, marks).map(({ term }) => term));
      const matches = new Map<string, TermbaseMatch>();
      await remedied(reading, async () => {
        const entries = allTerms(localization(input.project), {}, { signal: cancellationSignal() });
        for await (const { content, category, translations } of entries) {
          if (texts.has(content)) matches.set(content, { category, translations });
        }
      });
      return { matches: await putMatches(store, matches) };
    },
  };
}
