/** The review of a release's terms: the same as `locrelease terms`, page by page and many at a time. */
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { ReleaseName } from '../../domain/identity';
import type { TermSheetRef } from '../../domain/status';
import { partText } from '../../domain/term-sheet';
import type { Config } from '../../config/config';
import { NotThere, Refused, TermsChanged } from '../../client/errors';
import type { ReleaseClient } from '../../client/release-client';
import type { ContentStore } from '../../store/content-store';
import * as api from '../../protocol/console-api';
import { TERMS_PER_MESSAGE } from '../../protocol/message-schemas';
import type { BoundedClients } from './bounded-clients';
import { proven } from '../operator-proofs';
import { userOf } from './guard';
import { answers, idOf, named, type ApiApp } from './route-schemas';
import { revisionOf, TermSheetCache } from './term-sheet-cache';

const TERMS = '/api/releases/:project/:name/terms';
const REPEATED = 'idempotency-key';
/** A change whose answer was lost is sent again with the same key, and is done once. */
const repeatable = z.object({ [REPEATED]: api.idempotencyKey.optional() });

export function mountTerms(
  app: ApiApp,
  { clients, store, config }: { clients: BoundedClients; store: ContentStore; config: Config },
): void {
  const sheets = new TermSheetCache(store);
  const tags = ['terms'];
  const reviewing = { role: 'review' } as const;

  app.get(
    TERMS,
    {
      config: { role: 'read' },
      schema: {
        summary: 'Get a page of the terms, with what operators did to them',
        tags,
        params: named,
        querystring: api.termsQuery,
        response: answers(api.termsPage),
      },
    },
    ({ params, query }) => readPage(idOf(params), query),
  );

  for (const [verb, summary, action] of [
    ['refresh', 'Refresh the list from the service', 'refreshTerms'],
    ['compare', 'Look up what the termbase has under the same texts', 'matchTermbase'],
  ] as const) {
    app.post(
      `${TERMS}/${verb}`,
      { config: reviewing, schema: { summary, tags, params: named, response: answers(api.termsAnswer) } },
      async (request) => {
        const { id, by } = sentBy(request);
        return answerOf(await clients.tell(id, (releases) => releases[action](id, { by })));
      },
    );
  }

  app.post(
    `${TERMS}/edit`,
    {
      config: reviewing,
      schema: {
        summary: 'Change terms; when the reply comes, the service has the change',
        tags,
        params: named,
        headers: repeatable,
        body: api.editTerms,
        response: answers(api.termsAnswer),
      },
    },
    (request) => {
      const { id, by } = sentBy(request);
      const { termIds: all, ...said } = request.body;
      const key = request.headers[REPEATED];
      return inTurn(id, all, (releases, termIds) => releases.editTerms(id, { by, termIds, ...said }, key));
    },
  );

  app.post(
    `${TERMS}/keep-termbase`,
    {
      config: reviewing,
      schema: {
        summary: 'Change terms to what the termbase has under their texts',
        tags,
        params: named,
        headers: repeatable,
        body: api.keepTermbase,
        response: answers(api.termsAnswer),
      },
    },
    (request) => {
      const { id, by } = sentBy(request);
      const key = request.headers[REPEATED];
      return inTurn(id, request.body.termIds, (releases, termIds) =>
        releases.keepTermbase(id, { by, termIds }, key),
      );
    },
  );

  app.post(
    `${TERMS}/mark`,
    {
      config: reviewing,
      schema: {
        summary: 'Mark terms to be deleted at the confirmation, or restore them',
        tags,
        params: named,
        headers: repeatable,
        body: api.markTerms,
        response: answers(api.termsAnswer),
      },
    },
    (request) => {
      const { id, by } = sentBy(request);
      const { termIds: all, removed } = request.body;
      const key = request.headers[REPEATED];
      return inTurn(id, all, (releases, termIds) => releases.markTerms(id, { by, termIds, removed }, key));
    },
  );

  app.post(
    `${TERMS}/confirm`,
    {
      config: reviewing,
      schema: {
        summary:
          'Confirm the terms as they were seen; 409 terms-changed if they, or what the termbase has, changed since',
        tags,
        params: named,
        body: api.confirmTerms,
        response: answers(api.outcome),
      },
    },
    (request) => {
      const { id, by } = sentBy(request);
      const { digest } = request.body;
      const proof = proven(config, { what: 'confirm', release: request.params, about: digest, by });
      return clients.tell(id, (releases) => releases.confirm(id, { by, ...proof, ...request.body }));
    },
  );

  app.post(
    `${TERMS}/reject`,
    {
      config: reviewing,
      schema: {
        summary: 'Reject the terms; the release ends',
        tags,
        params: named,
        body: api.rejectTerms,
        response: answers(api.outcome),
      },
    },
    (request) => {
      const { id, by } = sentBy(request);
      return clients.tell(id, (releases) => releases.reject(id, { by, ...request.body }));
    },
  );

  async function readPage(
    id: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<api.TermsPage> {
    const { terms: ref, languages, waitingFor } = await clients.ask(({ releases }) => releases.status(id));
    if (ref === null)
      throw new NotThere(
        `Release ${id} has no terms. Its term scan has not ended, or it has no term review.`,
      );
    const terms = await sheets.read(ref);
    // A language that was added later was never asked of these terms, so none of them lacks it.
    const asked = waitingFor?.kind === 'terms' ? languages : [];
    const translated = terms.flatMap(({ translations }) => Object.keys(translations));
    return {
      ...answerOf(ref),
      compared: terms.every(({ compared }) => compared),
      matches: ref.matches,
      part: partText(ref),
      languages: [...new Set([...asked, ...translated])],
      offset,
      terms: terms.slice(offset, offset + limit),
    };
  }

  /** Where one message is refused, those before it have been done: whoever reads the refusal must know. */
  async function inTurn(
    id: string,
    termIds: readonly string[],
    say: (releases: ReleaseClient, some: string[]) => Promise<TermSheetRef>,
  ): Promise<api.TermsAnswer> {
    let done = 0;
    try {
      for (;;) {
        const some = termIds.slice(done, done + TERMS_PER_MESSAGE);
        const sheet = await clients.tell(id, (releases) => say(releases, some));
        done += some.length;
        if (done >= termIds.length) return answerOf(sheet);
      }
    } catch (error) {
      if (done === 0 || !(error instanceof Refused)) throw error;
      const Refusal = error instanceof TermsChanged ? TermsChanged : Refused;
      throw new Refusal(`${done} of ${termIds.length} terms were changed. Then: ${error.message}`, {
        cause: error,
      });
    }
  }
}

/** Of which release something is said, and by whom. */
function sentBy(request: Pick<FastifyRequest, 'user'> & { params: ReleaseName }): {
  id: string;
  by: string;
} {
  return { id: idOf(request.params), by: userOf(request).name };
}

function answerOf(sheet: TermSheetRef): api.TermsAnswer {
  const { total, digest } = sheet;
  return { total, digest, revision: revisionOf(sheet) };
}
