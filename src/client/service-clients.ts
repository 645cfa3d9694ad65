/** Clients of both services, created when first needed, and closed at the end. */
import type { Config } from '../config/config';
import type { TransportOptions } from '../http/service-transport';
import { LocalizationClient } from '../localization/localization-client';
import { SocialClient } from '../social/social-client';

export class ServiceClients {
  readonly #localization = new Map<string, LocalizationClient>();
  #social: SocialClient | null = null;

  constructor(
    private readonly config: Pick<Config, 'project' | 'social'>,
    private readonly taps: Pick<TransportOptions, 'onExchange'> = {},
  ) {}

  readonly localization = (project: string): LocalizationClient => {
    const known =
      this.#localization.get(project) ??
      new LocalizationClient({ ...this.config.project(project), ...this.taps });
    this.#localization.set(project, known);
    return known;
  };

  readonly social = (): SocialClient =>
    (this.#social ??= new SocialClient({ ...this.config.social(), ...this.taps }));

  async close(): Promise<void> {
    const open = [...this.#localization.values(), ...(this.#social === null ? [] : [this.#social])];
    await Promise.all(open.map((client) => client.close()));
  }
}
