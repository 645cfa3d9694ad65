/** The operators' console: its page, and the API behind it. What it does goes through the same backends as the CLI. */
import { takeJsonOnly } from '../json-bodies';
import compress from '@fastify/compress';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { Logger } from '@temporalio/common';
import type { FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Config } from '../../config/config';
import type { TemporalCalls } from '../temporal-calls';
import { openArchive } from '../../client/archived-releases';
import { Glossary, openTermbaseArchive } from '../../client/glossary';
import { KnownReleases } from '../../client/known-releases';
import { SearchEverything } from '../../client/search-everything';
import type { ContentStore } from '../../store/content-store';
import { openStorage } from '../../store/open-store';
import { AccountHandles } from './account-handles';
import { mountAccounts } from './account-routes';
import { mountAmendments } from './amendment-routes';
import { BoundedClients } from './bounded-clients';
import { mountDrafts } from './draft-routes';
import { EndedSessions } from './ended-sessions';
import { Guard } from './guard';
import { mountGlossary } from './glossary-routes';
import { mountInsights } from './insight-routes';
import { mountInbox } from './inbox-routes';
import { mountEvents } from './event-routes';
import { mountFiles } from './file-routes';
import { OpenStreams } from './open-streams';
import { describeApi, mountDescription } from './openapi';
import { BUILT_PAGE, mountPage } from '../page';
import { mountNotices } from './notice-health-routes';
import { mountReleases } from './release-routes';
import { mountDecisions } from './decision-routes';
import { mountSchedules } from './schedule-routes';
import { mountSearch } from './search-routes';
import { Sessions } from './sessions';
import { mountStrings } from './string-routes';
import { mountSession } from './session-routes';
import { mountTerms } from './term-routes';

/** Thousands of term ids are the largest thing anybody says. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** What helmet sends by itself, and stricter: the page needs its own files and nothing else. */
const securityHeaders: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  xFrameOptions: { action: 'deny' },
  // We speak plain HTTP: whether a host is for TLS alone is for the proxy to say that has the certificate.
  strictTransportSecurity: false,
};

export interface ConsoleSurroundings {
  calls: TemporalCalls;
  config: Config;
  logger: Logger;
  store: ContentStore;
  access: ConsoleAccess;
  /** Where the built page is. */
  pageDirectory?: string | undefined;
}

export function mountConsole(app: FastifyInstance, surroundings: ConsoleSurroundings): void {
  void app.register(async (scope) => {
    await scope.register(helmet, securityHeaders);
    // Answers alone: a body that unfolds to more than was sent is not taken.
    await scope.register(compress, { globalDecompression: false });
    await scope.register((api) => mountApi(api, surroundings));
    mountPage(scope, surroundings.pageDirectory ?? BUILT_PAGE);
  });
}

export interface ConsoleAccess {
  sessions: Sessions;
  ended: EndedSessions;
  guard: Guard;
}

export function consoleAccess(config: Config): ConsoleAccess {
  const sessions = new Sessions(config.operators, config.sessionSecret);
  const ended = new EndedSessions(openStorage(config.store));
  return { sessions, ended, guard: new Guard(config, sessions, ended) };
}

async function mountApi(
  scope: FastifyInstance,
  { calls, config, logger, store, access: { sessions, ended, guard } }: ConsoleSurroundings,
): Promise<void> {
  const app = scope.withTypeProvider<ZodTypeProvider>();
  takeJsonOnly(app, MAX_BODY_BYTES);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await describeApi(app);

  app.decorateRequest('user', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    await guard.admit(request);
    // Hundreds of edits take longer than a silent connection is kept.
    if (request.user !== null && request.method === 'POST') request.socket.setTimeout(0);
  });

  const clients = new BoundedClients(calls, openArchive(config));
  const streams = new OpenStreams();
  mountSession(app, { config, sessions, ended, streams, logger });
  mountInbox(app, clients, config);
  mountNotices(app, { clients, config });
  mountReleases(app, { clients, store, config, handles: new AccountHandles(config) });
  mountFiles(app, { clients, store });
  mountStrings(app, { clients, store });
  mountDecisions(app, clients);
  mountDrafts(app, { clients, store, config });
  mountAmendments(app, { clients, store, config });
  mountTerms(app, { clients, store, config });
  mountSchedules(app, clients);
  mountAccounts(app, { clients, config, logger });
  const known = new KnownReleases(clients.releases, clients.archive);
  const glossary = new Glossary(known, store, openTermbaseArchive(config));
  mountGlossary(app, { clients, glossary, store, config });
  mountSearch(app, { clients, search: new SearchEverything(known, store) });
  mountInsights(app, clients);
  mountEvents(app, { clients, streams, logger });
  mountDescription(app);
}
