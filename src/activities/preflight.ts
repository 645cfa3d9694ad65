import { cancellationSignal } from '@temporalio/activity';
import { checkRelease } from '../checks/check-release';
import type { Findings } from '../checks/findings';
import type { ServiceError } from '../http/service-error';
import { localizationRemedy } from '../localization/remedies';
import type { WorkerSettings } from '../domain/release-record';
import type { ActivityInput } from '../protocol/activity-inputs';
import { socialRemedy } from '../social/remedies';
import { remedied } from './call-failure';
import type { ActivityDependencies } from './dependencies';
import { exportDirectory, exportPlaceFault } from './export-place';
import { checkFourEyes } from './four-eyes';

export interface PreflightResult extends Findings {
  settings: WorkerSettings;
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
}: ActivityDependencies) {
  return {
    async preflight(input: ActivityInput<'preflight'>): Promise<PreflightResult> {
      const { spec } = input;
      const services = { localization: localization(spec.project), social };
      const { stops, warnings, template, announcement } = await remedied({ remedyOf, repeatable: true }, () =>
        checkRelease(spec, services, { signal: cancellationSignal() }),
      );
      const rule = fourEyes ? checkFourEyes(input, { appSecret }) : { stops: [], warnings: [] };
      const directory = spec.export && exportDirectory(spec.export.directory, exportsRoot);
      const fault = directory === undefined ? null : await exportPlaceFault(directory, exportsRoot);
      return {
        stops: [...rule.stops, ...stops, ...(fault === null ? [] : [fault])],
        warnings: [...rule.warnings, ...warnings],
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
