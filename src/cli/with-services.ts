/** Clients of both services for a command that speaks to them itself. */
import type { PlanningServices } from '../client/check-before-start';
import { withServiceClients } from '../client/service-clients';
import { readConfig, type Config } from '../config/config';
import type { TransportOptions } from '../http/service-transport';

export interface ServiceAccess extends PlanningServices {
  config: Config;
}

export async function withServices<Result>(
  act: (access: ServiceAccess) => Promise<Result>,
  taps: Pick<TransportOptions, 'onExchange'>,
): Promise<Result> {
  const config = readConfig();
  return withServiceClients(
    config,
    ({ localization, social }) => act({ config, localization, social }),
    taps,
  );
}
