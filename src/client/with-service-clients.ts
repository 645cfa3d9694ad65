/** Clients of both services, made when first needed and closed at the end. */
import type { Config } from '../config/config';
import type { TransportOptions } from '../http/service-transport';
import { LocalizationClient } from '../localization/localization-client';
import { SocialClient } from '../social/social-client';
import type { PlanningServices } from './check-before-start';

export async function withServiceClients<Result>(
  config: Pick<Config, 'project' | 'social'>,
  act: (services: PlanningServices) => Promise<Result>,
  taps: Pick<TransportOptions, 'onExchange'> = {},
): Promise<Result> {
  const opened: (LocalizationClient | SocialClient)[] = [];
  const open = <Client extends LocalizationClient | SocialClient>(client: Client): Client => {
    opened.push(client);
    return client;
  };
  try {
    return await act({
      localization: (project) => open(new LocalizationClient({ ...config.project(project), ...taps })),
      social: () => open(new SocialClient({ ...config.social(), ...taps })),
    });
  } finally {
    await Promise.all(opened.map((client) => client.close()));
  }
}
