/** What operators decide about a release. Each route passes on what somebody said, with who said it. */
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { ReleaseName } from '../../domain/identity';
import { requirePlainAmendment } from '../../client/prepare-release';
import type { ReleaseClient } from '../../client/release-client';
import * as api from '../../protocol/console-api';
import type { BoundedClients } from './bounded-clients';
import { userOf } from './guard';
import { answers, idOf, named, RELEASE, type ApiApp } from './route-schemas';

/** Longer than it takes to find out that nobody answers. */
const CANCEL_TIMEOUT_MS = 45_000;

export function mountDecisions(app: ApiApp, clients: BoundedClients): void {
  /** To the worker that has the release. */
  const tell = <Answer>(
    request: Asked,
    say: (releases: ReleaseClient, id: string, by: string) => Promise<Answer>,
  ): Promise<Answer> => {
    const id = idOf(request.params);
    return clients.tell(id, (releases) => say(releases, id, userOf(request).name));
  };

  app.post(
    `${RELEASE}/resolve`,
    decision('Decide on a parked or partial release', api.resolveRelease, api.outcome),
    (request) => tell(request, (releases, id, by) => releases.resolve(id, { by, ...request.body })),
  );

  app.post(
    `${RELEASE}/pause`,
    decision(
      'Pause a release: nothing irreversible begins until it is resumed',
      api.pauseRelease,
      api.outcome,
    ),
    (request) => tell(request, (releases, id, by) => releases.pause(id, { by, ...request.body })),
  );

  app.post(
    `${RELEASE}/resume`,
    decision('Let a paused release go on', api.resumeRelease, api.outcome),
    (request) => {
      const { reason } = request.body;
      return tell(request, (releases, id, by) => releases.resume(id, { by, ...(reason && { reason }) }));
    },
  );

  app.post(
    `${RELEASE}/amend`,
    decision('Change what a running release has not done yet', api.amendRelease, api.amendedRelease),
    (request) => {
      requirePlainAmendment(request.body.amendment);
      return tell(request, (releases, id, by) => releases.amend(id, { by, ...request.body }));
    },
  );

  // It needs no worker: where none answers, it is recorded.
  app.post(
    `${RELEASE}/cancel`,
    decision('Cancel a release; what was done is not undone', api.cancelRelease, api.cancelledRelease),
    (request) => {
      const by = userOf(request).name;
      const id = idOf(request.params);
      return clients.act(({ releases }) => releases.cancel(id, { by, ...request.body }), CANCEL_TIMEOUT_MS);
    },
  );
}

type Asked = FastifyRequest & { params: ReleaseName };

function decision<Body extends z.ZodType, Answer extends z.ZodType>(
  summary: string,
  body: Body,
  answer: Answer,
) {
  const schema = { summary, tags: ['releases'], params: named, body, response: answers(answer) };
  return { config: { role: 'operate' as const }, schema };
}
