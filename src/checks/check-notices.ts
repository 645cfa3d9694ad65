import type { Client } from '@temporalio/client';
import type { Config } from '../config/config';
import { dirname } from 'node:path';
import { ConfigError } from '../config/config-error';
import { runningDev } from '../config/dev-set';
import { readRouteReports } from '../notices/route-health';
import { fail, ok, warn, type Diagnosis } from './diagnosis';

/** Checks the settings of the routes, and sends nothing. */
export function checkNoticeSettings(config: Config): Diagnosis {
  const { notices } = config;
  if (notices.routes.length === 0 && isDevStore(config))
    return ok(
      'notices',
      'The "locrelease dev" that runs here shows them. No routes are set for other workers.',
    );
  if (notices.routes.length === 0) {
    return warn('notices', {
      message: 'No routes are set: nobody is told when a release waits for a person.',
      fix: 'Name some under "notices" in the configuration file, then run "locrelease notices test".',
    });
  }
  try {
    config.noticeRoutes();
    return ok(
      'notices',
      `Routes that are set: ${notices.routes.length}. "locrelease notices test" tries them.`,
    );
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return fail('notices', 'configuration', {
      message: error.message,
      fix: 'Set the variable that the configuration file names. Workers do not start without it.',
    });
  }
}

function isDevStore({ store }: Config): boolean {
  return store.kind === 'directory' && runningDev(dirname(store.directory)) !== null;
}

export async function examineNoticeRoutes(
  client: Client,
  config: Pick<Config, 'notices' | 'taskQueue'>,
): Promise<Diagnosis[]> {
  const reports = await readRouteReports(client, config);
  return reports.flatMap(({ route, waiting, failing }) =>
    failing === null
      ? []
      : [
          warn('notices', {
            message: `${route} has failed since ${failing.since}: ${failing.why} Waiting to be sent: ${waiting}.`,
            fix: 'Correct the address or the receiver. It is tried again by itself, for three days.',
          }),
        ],
  );
}
