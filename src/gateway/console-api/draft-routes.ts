/** Releases that are begun on the page: what a draft would do, then its start. What is read of it is what `start` reads. */
import { createHash } from 'node:crypto';
import type { Client } from '@temporalio/client';
import type { Config } from '../../config/config';
import { canonicalJson } from '../../domain/canonical-json';
import { contentOf } from '../../domain/release-content';
import type { ReleaseInput } from '../../domain/release-input';
import { MOST_UPLOADED_BYTES } from '../../domain/upload-limits';
import type { AskedRelease } from '../../client/asked-release';
import { checkBeforeStart } from '../../client/check-before-start';
import { readEarlierRelease } from '../../client/earlier-release';
import { planRelease } from '../../client/plan-release';
import { startRelease } from '../../client/start-release';
import { readUploadedRelease } from '../../client/uploaded-release';
import { withServiceClients } from '../../client/service-clients';
import { sourceDigest } from '../../localization/operator-proof';
import * as api from '../../protocol/draft-api';
import { InputError } from '../../source/input-error';
import type { ContentStore } from '../../store/content-store';
import { UnwrittenStore, type StoreWriter } from '../../store/unwritten-store';
import { proven } from '../operator-proofs';
import { ApiRefusal } from './api-refusal';
import type { BoundedClients } from './bounded-clients';
import { userOf } from './guard';
import { answers, named, RELEASE, type ApiApp } from './route-schemas';

/** In base64, with the release file and all around it. */
const MAX_BODY_BYTES = Math.ceil((MOST_UPLOADED_BYTES * 4) / 3) + 3 * 1024 * 1024;
/** Longer than the services are given to answer. */
const START_TIMEOUT_MS = 60_000;
/** More than anybody reads. */
const MOST_FINDINGS = 200;

interface Surroundings {
  clients: BoundedClients;
  store: ContentStore;
  config: Config;
}

export function mountDrafts(app: ApiApp, { clients, store, config }: Surroundings): void {
  const tags = ['releases'];

  app.get(
    `${RELEASE}/release-file`,
    {
      config: { role: 'read' },
      schema: {
        summary: 'Get a release file that asks for what a release asks for',
        tags,
        params: named,
        response: answers(api.releaseFile),
      },
    },
    ({ params }) =>
      clients.ask(async ({ archive }, client) => {
        const { text, source } = await readEarlierRelease(client, archive, params);
        return { text, strings: source.kind === 'url' ? null : source.strings };
      }),
  );

  app.post(
    '/api/drafts/plan',
    {
      bodyLimit: MAX_BODY_BYTES,
      config: { role: 'operate' },
      schema: {
        summary: 'Show what a draft of a release would do, or what is wrong with it; nothing is started',
        tags,
        body: api.draft,
        response: answers(api.plannedDraft),
      },
    },
    (request) =>
      clients.ask(async ({ archive }, client): Promise<api.PlannedDraft> => {
        const unwritten = new UnwrittenStore(store);
        try {
          const asked = await read(request.body, client, { store: unwritten, startedBy: null });
          const plan = await withServiceClients(config, (services) =>
            planRelease(
              asked,
              { ...services, config, store: unwritten, archive, temporal: client },
              request.body,
            ),
          );
          return { findings: [], plan, digest: digestOf(asked.input) };
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
          return { findings: error.findings.slice(0, MOST_FINDINGS), plan: null, digest: null };
        }
      }),
  );

  app.post(
    '/api/drafts/start',
    {
      bodyLimit: MAX_BODY_BYTES,
      config: { role: 'operate' },
      schema: {
        summary: 'Start a release from a draft, as it was planned; it translates, publishes and announces',
        tags,
        body: api.startDraft,
        response: answers(api.startedDraft),
      },
    },
    (request) => {
      const by = userOf(request).name;
      return clients.act(async ({ archive }, client): Promise<api.StartedDraft> => {
        const asked = await read(request.body, client, { store, startedBy: by });
        if (digestOf(asked.input) !== request.body.digest) throw otherThanPlanned();
        const notes: string[] = [];
        const { id, outcome } = await startRelease(client, {
          input: signed(asked.input, by),
          taskQueue: config.taskQueue,
          store,
          archive,
          announceAgain: request.body.announceAgain,
          check: async () => {
            const found = await withServiceClients(config, (services) =>
              checkBeforeStart(asked, { ...services, config, store, archive, temporal: client }),
            );
            notes.push(...found);
          },
        });
        return { id, outcome, notes };
      }, START_TIMEOUT_MS);
    },
  );

  async function read(
    { text, files, from }: api.Draft,
    client: Client,
    keeping: { store: StoreWriter; startedBy: string | null },
  ): Promise<AskedRelease> {
    const earlier = from && (await readEarlierRelease(client, clients.archive, from));
    const sent = files.map(({ path, base64 }) => ({ path, content: Buffer.from(base64, 'base64') }));
    return readUploadedRelease({ text, files: sent, earlier }, { config, ...keeping });
  }

  /** Who started it has signed in: the four-eyes rule can go by it. */
  function signed(input: ReleaseInput, by: string): ReleaseInput {
    const { project, name } = input.spec;
    const about = sourceDigest(input.source);
    return { ...input, ...proven(config, { what: 'start', release: { project, name }, about, by }) };
  }
}

/** Of all that a start goes by. */
function digestOf({ spec, source }: ReleaseInput): string {
  const asked = { content: contentOf({ spec, source }), directory: spec.export?.directory ?? null };
  return createHash('sha256').update(canonicalJson(asked)).digest('hex');
}

function otherThanPlanned(): ApiRefusal {
  const message = 'This is not the release whose plan you saw. Nothing was started. Show the plan again.';
  return new ApiRefusal(409, 'plan-changed', message);
}
