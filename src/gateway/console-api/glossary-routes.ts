/** Glossary: what each release changed in the termbase, and taking it back. */
import type { Glossary } from '../../client/glossary';
import { changesCalled, planRevert, revertGlossary, revertOutcome } from '../../client/revert-glossary';
import type { Config } from '../../config/config';
import { LocalizationClient } from '../../localization/localization-client';
import * as api from '../../protocol/glossary-api';
import type { ContentStore } from '../../store/content-store';
import { ApiRefusal } from './api-refusal';
import type { BoundedClients } from './bounded-clients';
import { userOf } from './guard';
import { answers, named, type ApiApp } from './route-schemas';

const GLOSSARY = '/api/glossary';
const OF_RELEASE = `${GLOSSARY}/:project/:name`;

const PAGE = 30;
/** A page shows what was found until then, and where to look on. */
const READ_MS = 8_000;
/** What takes longer goes on by itself. */
const REVERT_MS = 60_000;

interface Surroundings {
  clients: BoundedClients;
  glossary: Glossary;
  store: ContentStore;
  config: Pick<Config, 'project' | 'projectNames' | 'taskQueue'>;
}

export function mountGlossary(app: ApiApp, { clients, glossary, store, config }: Surroundings): void {
  const tags = ['glossary'];

  app.get(
    GLOSSARY,
    {
      config: { role: 'read' },
      schema: {
        summary: 'List releases that changed the termbase, the newest first, with how many terms',
        tags,
        querystring: api.glossaryQuery,
        response: answers(api.glossaryPage),
      },
    },
    ({ query }) => clients.ask(() => glossary.page({ ...query, most: PAGE, timeMs: READ_MS })),
  );

  app.get(
    OF_RELEASE,
    {
      config: { role: 'read' },
      schema: {
        summary: 'Get what a release changed in the termbase, and what was taken back of it',
        tags,
        params: named,
        response: answers(api.glossaryDetails),
      },
    },
    ({ params }) => clients.ask(() => glossary.ofRelease(params)),
  );

  app.post(
    `${OF_RELEASE}/revert/plan`,
    {
      config: { role: 'operate' },
      schema: {
        summary: 'Show what a revert would do, by the termbase as it is now; changes nothing',
        tags,
        params: named,
        body: api.termsToRevert,
        response: answers(api.revertPlan),
      },
    },
    async ({ params, body }) => {
      const { changes } = await clients.ask(() => glossary.ofRelease(params));
      return atService(params.project, async (service) => ({
        steps: await planRevert(service, changesCalled(changes, body.terms)),
      }));
    },
  );

  app.post(
    `${OF_RELEASE}/revert`,
    {
      config: { role: 'operate' },
      schema: {
        summary: 'Take changes back; what was changed since then stays unless it is named',
        tags,
        params: named,
        body: api.revertGlossary,
        response: answers(api.revertedGlossary),
      },
    },
    (request) => {
      const { params: release, body } = request;
      const by = userOf(request).name;
      return atService(release.project, (service) =>
        clients.act(async ({ temporal }) => {
          const access = { client: temporal, store, taskQueue: config.taskQueue, glossary, service };
          return revertOutcome(await revertGlossary(access, { release, by, ...body }, REVERT_MS));
        }, 2 * REVERT_MS),
      );
    },
  );

  async function atService<Answer>(
    project: string,
    work: (service: LocalizationClient) => Promise<Answer>,
  ): Promise<Answer> {
    if (!config.projectNames.includes(project)) {
      const message = `The gateway has no credentials of the project ${project}, so it cannot read its termbase. Nothing was changed.`;
      throw new ApiRefusal(409, 'refused', message);
    }
    const service = new LocalizationClient(config.project(project));
    try {
      return await work(service);
    } finally {
      await service.close();
    }
  }
}
