/** What the tools work with: the clients of both services are made when first needed, kept, and closed at the end. */
import type { Client } from '@temporalio/client';
import { openArchive } from '../client/archived-releases';
import { ReleaseClient } from '../client/release-client';
import { ServiceClients } from '../client/service-clients';
import { WorkClient } from '../client/work-client';
import type { Config } from '../config/config';
import type { ContentStore } from '../store/content-store';
import type { ToolAccess } from './tool';

export class ToolServices {
  readonly #services: ServiceClients;

  constructor(private readonly config: Config) {
    this.#services = new ServiceClients(config);
  }

  access(
    client: Client,
    store: ContentStore,
    who: Pick<ToolAccess, 'speaker' | 'readsFiles' | 'prove'>,
  ): ToolAccess {
    const { config } = this;
    const { localization, social } = this.#services;
    const archive = openArchive(config);
    return {
      ...who,
      config,
      client,
      store,
      releases: new ReleaseClient(client, archive),
      archive,
      works: new WorkClient(client, config),
      localization,
      social,
    };
  }

  close(): Promise<void> {
    return this.#services.close();
  }
}
