/** Clients of both services for the tools: made when first needed, kept, and closed at the end. */
import type { Client } from '@temporalio/client';
import { openArchive } from '../client/archived-releases';
import { ReleaseClient } from '../client/release-client';
import { WorkClient } from '../client/work-client';
import type { Config } from '../config/config';
import { LocalizationClient } from '../localization/localization-client';
import { SocialClient } from '../social/social-client';
import type { ContentStore } from '../store/content-store';
import type { ToolAccess } from './tool';

export class ToolServices {
  readonly #localization = new Map<string, LocalizationClient>();
  #social: SocialClient | null = null;

  constructor(private readonly config: Config) {}

  access(
    client: Client,
    store: ContentStore,
    who: Pick<ToolAccess, 'speaker' | 'readsFiles' | 'prove'>,
  ): ToolAccess {
    const { config } = this;
    const archive = openArchive(config);
    return {
      ...who,
      config,
      client,
      store,
      releases: new ReleaseClient(client, archive),
      archive,
      works: new WorkClient(client, config),
      localization: (project) => this.#localizationOf(project),
      social: () => (this.#social ??= new SocialClient(config.social())),
    };
  }

  async close(): Promise<void> {
    const open = [...this.#localization.values(), ...(this.#social === null ? [] : [this.#social])];
    await Promise.all(open.map((client) => client.close()));
  }

  #localizationOf(project: string): LocalizationClient {
    const known = this.#localization.get(project) ?? new LocalizationClient(this.config.project(project));
    this.#localization.set(project, known);
    return known;
  }
}
