/** Clients of both services for a command that speaks to them itself, made when first needed and closed at the end. */
import { readConfig, type Config } from '../config/config';
import type { TransportOptions } from '../http/service-transport';
import { LocalizationClient } from '../localization/localization-client';
import { SocialClient } from '../social/social-client';

export interface ServiceAccess {
  config: Config;
  localization: (project: string) => LocalizationClient;
  social: () => SocialClient;
}

export async function withServices<Result>(
  act: (access: ServiceAccess) => Promise<Result>,
  taps: Pick<TransportOptions, 'onExchange'> = {},
): Promise<Result> {
  const config = readConfig();
  const opened: (LocalizationClient | SocialClient)[] = [];
  const open = <Client extends LocalizationClient | SocialClient>(client: Client): Client => {
    opened.push(client);
    return client;
  };
  try {
    return await act({
      config,
      localization: (project) => open(new LocalizationClient({ ...config.project(project), ...taps })),
      social: () => open(new SocialClient({ ...config.social(), ...taps })),
    });
  } finally {
    await Promise.all(opened.map((client) => client.close()));
  }
}
