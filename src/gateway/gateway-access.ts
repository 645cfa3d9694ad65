/** What operations work with at a gateway. */
import type { Client } from '@temporalio/client';
import type { UpdateDefinition } from '@temporalio/common';
import { openArchive } from '../client/records/archived-releases';
import { NoWorker } from '../client/errors';
import { ReleaseClient } from '../client/releases/release-client';
import { ServiceClients } from '../client/service-clients';
import { WorkClient } from '../client/work-client';
import type { Config } from '../config/config';
import type { OperationAccess } from '../operations/operation';
import type { ContentStore } from '../store/content-store';

/** What is said is not answered without a worker, so whoever speaks learns first whether one is there. */
class CarefulReleases extends ReleaseClient {
  override async tell<Answer, Said>(
    id: string,
    update: UpdateDefinition<Answer, [Said]>,
    message: Said,
    key?: string,
  ): Promise<Answer> {
    const workerProblem = await this.whyNobodyAnswers(id);
    if (workerProblem !== null)
      throw new NoWorker(`${workerProblem} Nothing is lost: the release waits for a worker.`);
    return super.tell(id, update, message, key);
  }
}

export function openAccess(
  client: Client,
  config: Config,
  store: ContentStore,
): { access: OperationAccess; close: () => Promise<void> } {
  const archive = openArchive(config);
  const services = new ServiceClients(config);
  const { localization, social } = services;
  const releases = new CarefulReleases(client, archive);
  const works = new WorkClient(client, config);
  return {
    access: { config, client, store, archive, releases, works, localization, social, readsFiles: false },
    close: () => services.close(),
  };
}
