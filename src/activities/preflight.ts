import { cancellationSignal } from '@temporalio/activity';
import { checkBudget, noBudget } from '../checks/check-budget';
import { checkRelease } from '../checks/check-release';
import type { Findings } from '../checks/findings';
import type { ServiceError } from '../http/service-error';
import { localizationRemedy } from '../localization/remedies';
import type { WorkerSettings } from '../domain/release-record';
import type { ActivityInput } from '../protocol/activity-inputs';
import { socialRemedy } from '../social/remedies';
import { remedied } from './call-failure';
import type { ActivityDependencies } from './dependencies';
import { exportDirectory, exportPlaceFault } from './export-directory';
import { checkFourEyes } from './four-eyes';

export interface PreflightResult extends Findings {
  settings: WorkerSettings;
  /** By how much it is too much; absent: it is not. */
  overBudget?: string;
  /** Not in what earlier workers answered. */
  readings?: Readonly<Record<string, string>>;
}

const remedyOf = (error: ServiceError) =>
  error.service === 'localization' ? localizationRemedy(error) : socialRemedy(error);

export function preflightActivities({
  localization,
  social,
  minCheckIntervalMs,
  exportsRoot,
  fourEyes,
  appSecret,
  readings,
  store,
  prices,
}: ActivityDependencies) {
  return {
    async preflight(input: ActivityInput<'preflight'>): Promise<PreflightResult> {
      const { spec, start } = input;
      const services = { localization: localization(spec.project), social };
      const { stops, warnings, template, announcement } = await remedied({ remedyOf, repeatable: true }, () =>
        checkRelease(spec, services, { signal: cancellationSignal() }),
      );
      const rule = fourEyes ? checkFourEyes(input, { appSecret }) : { stops: [], warnings: [] };
      // Of one that is amended, nothing is paid for that was not before.
      const budget = start === undefined ? noBudget : await checkBudget(spec, { ...start, store, prices });
      const [stopsByBudget, doubts] =
        spec.preflight === 'strict'
          ? [said([budget.unpriced, budget.unjudged]), []]
          : [said([budget.unpriced]), said([budget.unjudged])];
      const directory = spec.export && exportDirectory(spec.export.directory, exportsRoot);
      const fault = directory === undefined ? null : await exportPlaceFault(directory, exportsRoot);
      return {
        stops: [...rule.stops, ...stops, ...stopsByBudget, ...said([fault])],
        warnings: [...rule.warnings, ...warnings, ...doubts],
        ...(budget.over !== null && { overBudget: [budget.over.sentence, ...budget.over.table].join('\n') }),
        settings: {
          minCheckIntervalMs,
          templateId: template?.id ?? null,
          accounts: announcement.accounts.map(({ id, platform }) => ({ id, platform })),
          fourEyes,
        },
        readings,
      };
    },
  };
}

function said(sentences: readonly (string | null)[]): string[] {
  return sentences.filter((sentence) => sentence !== null);
}
