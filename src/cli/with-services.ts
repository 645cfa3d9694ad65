/** Clients of both services for a command that speaks to them itself. */
import { ServiceClients } from '../client/service-clients';
import { readConfig, type Config } from '../config/config';
import type { TransportOptions } from '../http/service-transport';
import type { LocalizationClient } from '../localization/localization-client';
import type { SocialClient } from '../social/social-client';

export interface ServiceAccess {
  config: Config;
  localization: (project: string) => LocalizationClient;
  social: () => SocialClient;
}

export async function withServices<Result>(
  act: (access: ServiceAccess) => Promise<Result>,
  taps: Pick<TransportOptions, 'onExchange'>,
): Promise<Result> {
  const config = readConfig();
  const services = new ServiceClients(config, taps);
  const { localization, social } = services;
  try {
    return await act({ config, localization, social });
  } finally {
    await services.close();
  }
}
