import { cancellationSignal } from '@temporalio/activity';
import { checkBudget } from '../checks/check-budget';
import { checkLostLanguages, type PublicationAccess } from '../checks/check-lost-languages';
import { checkRelease } from '../checks/check-release';
import type { Findings } from '../checks/findings';
import type { ServiceError } from '../http/service-error';
import { foldLanguage } from '../localization/language-names';
import { localizationRemedy } from '../localization/remedies';
import type { WorkerSettings } from '../domain/release-record';
import type { ActivityInput } from '../protocol/activity-inputs';
import { socialRemedy } from '../social/remedies';
import { remedied } from './call-failure';
import type { ActivityDependencies } from './dependencies';
import { exportDirectory, exportPlaceFault } from './export-place';
import { checkFourEyes } from './check-four-eyes';

export interface PreflightResult extends Findings {
  settings: WorkerSettings;
  /** By how much it is too much; absent: it is not. */
  overBudget?: string[];
  /** Not in what earlier workers answered. */
  readings: Readonly<Record<string, string>>;
}

const remedyOf = (error: ServiceError) =>
  error.service === 'localization' ? localizationRemedy(error) : socialRemedy(error);

export function preflightActivities({
  localization,
  social,
  minCheckIntervalMs,
  exportsRoot,
  fourEyes,
  quietHours,
  appSecret,
  readings,
  store,
  manifests,
  temporal,
  prices,
}: ActivityDependencies) {
  return {
    async preflight(input: ActivityInput<'preflight'>): Promise<PreflightResult> {
      const { spec } = input;
      const services = { localization: localization(spec.project), social };
      const { stops, warnings, template, announcement } = await remedied({ remedyOf, repeatable: true }, () =>
        checkRelease(spec, services, { signal: cancellationSignal() }),
      );
      const rule = fourEyes ? checkFourEyes(input, { appSecret }) : { stops: [], warnings: [] };
      const budget = await budgetFindings(input, { store, prices });
      const loss = await lossFindings(input, { manifests, store, temporal, readings });
      const directory = spec.export && exportDirectory(spec.export.directory, exportsRoot);
      const fault = directory === undefined ? null : await exportPlaceFault(directory, exportsRoot);
      return {
        ...budget,
        stops: [...rule.stops, ...stops, ...loss.stops, ...budget.stops, ...(fault === null ? [] : [fault])],
        warnings: [...rule.warnings, ...warnings, ...loss.warnings, ...budget.warnings],
        settings: {
          minCheckIntervalMs,
          templateId: template?.id ?? null,
          templateLanguages: (template?.languages ?? []).map(foldLanguage),
          accounts: announcement.accounts.map(({ id, platform, handle }) => ({
            ...{ id, platform },
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

/** What one that is amended would lose was told before, and is no matter of the amendment. */
async function lossFindings(
  { spec, start }: ActivityInput<'preflight'>,
  access: PublicationAccess,
): Promise<Findings> {
  if (start === undefined) return { stops: [], warnings: [] };
  const { places, warnings } = await checkLostLanguages(spec, start.source, access);
  return { stops: places.map(({ message }) => message), warnings };
}

type BudgetFindings = Pick<PreflightResult, 'stops' | 'warnings' | 'overBudget'>;

async function budgetFindings(
  { spec, start }: ActivityInput<'preflight'>,
  access: Pick<ActivityDependencies, 'store' | 'prices'>,
): Promise<BudgetFindings> {
  // Of one that is amended, nothing is paid for that was not before.
  if (start === undefined) return { stops: [], warnings: [] };
  const { over, isUnpriced, unjudged } = await checkBudget(spec, { ...access, source: start.source });
  const doubts = unjudged === null ? [] : [unjudged];
  const isStrict = spec.preflight === 'strict';
  return {
    // Nobody else would judge it before it is paid for.
    stops: [...(isUnpriced ? [UNPRICED] : []), ...(isStrict ? doubts : [])],
    warnings: isStrict ? [] : doubts,
    ...(over !== null && { overBudget: [over.sentence, ...over.table] }),
  };
}

const UNPRICED =
  'budget.cost cannot be checked, because the configuration file of the workers has no "prices". Add them and restart the workers.';
