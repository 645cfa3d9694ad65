import { cancellationSignal } from '@temporalio/activity';
import { checkBudget, type BudgetCheck } from '../checks/check-budget';
import { checkLostLanguages, type PublicationAccess } from '../checks/check-lost-languages';
import { checkRelease } from '../checks/check-release';
import { endedWaivers } from '../checks/check-export';
import { findingsFor, nothingFound, type Findings, type Stop } from '../checks/findings';
import { foldLanguage } from '../domain/text/language-code';
import type { ActivityInput } from '../protocol/activity-inputs';
import { remedied } from './call-failure';
import type { ActivityDependencies } from './dependencies';
import { exportDirectory, exportPlaceFault } from './export-place';
import { checkFourEyes } from './four-eyes';

export function preflightActivities(dependencies: ActivityDependencies) {
  const { localization, social, exportsRoot, fourEyes, readings, appSecret } = dependencies;
  const { minCheckIntervalMs, quietHours } = dependencies;
  return {
    async preflight(input: ActivityInput<'preflight'>) {
      const { spec } = input;
      const services = { localization: localization(spec.project), social };
      const found = await remedied({ repeatable: true }, () =>
        checkRelease(spec, services, { signal: cancellationSignal() }),
      );
      const { template, announcement } = found;
      const rule = fourEyes ? checkFourEyes(input, { appSecret }) : { stops: [], warnings: [] };
      const { over, ...budget } = await budgetFindings(input, dependencies);
      const { stops, warnings } = findingsFor(spec, [
        { stops: found.stops, warnings: [...messagesOf(found.unlisted), ...found.warnings] },
        await startFindings(input, dependencies),
        budget,
      ]);
      const directory = spec.export && exportDirectory(spec.export.directory, exportsRoot);
      const fault = directory === undefined ? null : await exportPlaceFault(directory, exportsRoot);
      return {
        ...(over !== null && { overBudget: [over.sentence, ...over.table] }),
        stops: [...rule.stops, ...messagesOf(stops), ...(fault === null ? [] : [fault])],
        warnings: [...rule.warnings, ...warnings],
        settings: {
          minCheckIntervalMs,
          templateId: template?.id ?? null,
          templateLanguages: (template?.languages ?? []).map(foldLanguage),
          accounts: announcement.accounts.map(({ id, platform, handle }) => ({
            id,
            platform,
            ...(handle !== '' && { handle }),
          })),
          links: announcement.links,
          fourEyes,
          quietHours,
        },
        readings,
      };
    },
  };
}

const messagesOf = (stops: readonly Stop[]): string[] => stops.map(({ message }) => message);

/** An amendment is not checked again: the start reported these findings, and the amendment does not change them. */
async function startFindings(
  { spec, start }: ActivityInput<'preflight'>,
  access: PublicationAccess,
): Promise<Findings> {
  if (start === undefined) return nothingFound;
  const { stops, warnings } = await checkLostLanguages(spec, start.source, access);
  return { stops: [...endedWaivers(spec, Date.now()), ...stops], warnings };
}

async function budgetFindings(
  { spec, start }: ActivityInput<'preflight'>,
  access: Pick<ActivityDependencies, 'store' | 'prices'>,
): Promise<Findings & Pick<BudgetCheck, 'over'>> {
  // An amendment pays for nothing that the start did not pay for.
  if (start === undefined) return { ...nothingFound, over: null };
  const { over, isUnpriced, unjudged } = await checkBudget(spec, { ...access, source: start.source });
  return {
    over,
    // The release would otherwise pay without any check of its budget.
    stops: isUnpriced ? [{ key: ['budget'], message: UNPRICED }] : [],
    warnings: unjudged === null ? [] : [unjudged],
  };
}

const UNPRICED =
  'budget.cost cannot be checked, because the configuration file of the workers has no "prices". Add them and restart the workers.';
