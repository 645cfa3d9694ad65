/** A release that runs, changed by another text of its file: what that would change, then the change. */
import type { Client } from '@temporalio/client';
import type { Config } from '../../config/config';
import { amendRelease, planAmendment } from '../../client/amend-release';
import { BadRequest } from '../../client/errors';
import { readEarlierRelease } from '../../client/earlier-release';
import { readUploadedRelease } from '../../client/uploaded-release';
import type { ReleaseName } from '../../domain/identity';
import type { ReleaseInput } from '../../domain/release-input';
import * as api from '../../protocol/draft-api';
import { InputError } from '../../source/input-error';
import type { ContentStore } from '../../store/content-store';
import { UnwrittenStore } from '../../store/unwritten-store';
import type { BoundedClients } from './bounded-clients';
import { userOf } from './guard';
import { answers, idOf, named, RELEASE, type ApiApp } from './route-schemas';

interface Surroundings {
  clients: BoundedClients;
  store: ContentStore;
  config: Config;
}

export function mountAmendments(app: ApiApp, { clients, store, config }: Surroundings): void {
  const tags = ['releases'];

  app.post(
    `${RELEASE}/amend-file/plan`,
    {
      config: { role: 'operate' },
      schema: {
        summary: 'Show what another text of its file would change in a running release; nothing is changed',
        tags,
        params: named,
        body: api.amendedFile,
        response: answers(api.plannedAmendment),
      },
    },
    ({ params, body }) =>
      clients.ask(async ({ releases: releaseClient }, client): Promise<api.PlannedAmendment> => {
        try {
          const wanted = await read(params, body.text, client);
          const { spec: base } = await read(params, body.before, client);
          const access = { client, releaseClient, store };
          return { findings: [], ...(await planAmendment(access, { id: idOf(params), wanted, base })) };
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
          return { findings: [...error.findings], difference: [], takenBack: [], faults: [] };
        }
      }),
  );

  app.post(
    `${RELEASE}/amend-file`,
    {
      config: { role: 'operate' },
      schema: {
        summary: 'Change what a running release has not done yet, by another text of its file',
        tags,
        params: named,
        body: api.amendByFile,
        response: answers(api.amendedByFile),
      },
    },
    ({ params, body: { text, before, reason }, user }) => {
      const id = idOf(params);
      const by = userOf({ user }).name;
      return clients.tell(id, async (releaseClient, client) => {
        const wanted = await read(params, text, client);
        const { spec: base } = await read(params, before, client);
        const access = { client, releaseClient, store };
        const { changed, takenBack } = await amendRelease(access, { id, wanted, base, by, reason });
        if (changed === null)
          throw new BadRequest(`Release ${id} asks for this already. Nothing was changed.`);
        return { changed, takenBack };
      });
    },
  );

  /** With the strings that it has: those stay. */
  async function read(release: ReleaseName, text: string, client: Client): Promise<ReleaseInput> {
    const earlier = await readEarlierRelease(client, clients.archive, release);
    const unwritten = new UnwrittenStore(store);
    const asked = await readUploadedRelease(
      { text, files: [], earlier },
      { config, store: unwritten, startedBy: null },
    );
    return asked.input;
  }
}
