/** Releases: the list, and one release with all there is to know of it. */
import type { Client } from '@temporalio/client';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { Config } from '../../config/config';
import { releaseWorkflowId, type ReleaseName } from '../../domain/identity';
import type { ReleaseManifest } from '../../domain/manifest-schema';
import type { ReleaseView } from '../../domain/status';
import type { PastRelease } from '../../domain/time-left';
import { announcedText } from '../../client/announced-text';
import { NoWorker } from '../../client/errors';
import { pastReleases } from '../../client/past-releases';
import { plannedStages } from '../../client/planned-stages';
import { explainOrRecall } from '../../client/archived-story';
import { readStart } from '../../client/read-story';
import { readReport } from '../../client/report/read-report';
import { REPORT_POLICY, reportHtml } from '../../client/report/report-html';
import type { Announcement } from '../../client/release-client';
import { readReleasesPage } from '../../client/release-pages';
import { readAskedFor, readStartedWith } from '../../client/run-facts';
import { storyLines } from '../../client/story-in-words';
import type { ReleaseStatus } from '../../domain/status';
import { textLength } from '../../social/text-limits';
import type { ContentStore } from '../../store/content-store';
import * as api from '../../protocol/console-api';
import type { AccountHandles } from './account-handles';
import type { BoundedClients } from './bounded-clients';
import { answers, idOf, named, RELEASE, sends, type ApiApp } from './route-schemas';
import { withoutSlash } from '../../domain/without-slash';

interface Surroundings {
  clients: BoundedClients;
  store: ContentStore;
  config: Pick<Config, 'console' | 'minCheckIntervalMs' | 'sessionSecret'>;
  handles: AccountHandles;
}

/** Each of them is a file to read. */
const PAST_KEPT = { max: 50, ttl: 60_000 } as const;

export function mountReleases(app: ApiApp, { clients, store, config, handles }: Surroundings): void {
  const tags = ['releases'];
  const past = new LRUCache<string, PastRelease[]>({
    ...PAST_KEPT,
    ignoreFetchAbort: true,
    fetchMethod: (project) => pastReleases(clients.archive, project),
  });

  app.get(
    '/api/releases',
    {
      config: { role: 'read' },
      schema: {
        summary: 'List releases: open ones first, newest first',
        tags,
        querystring: api.releasesQuery,
        response: answers(api.releasesPage),
      },
    },
    ({ query: { limit, cursor, ...filter } }) =>
      clients.ask((_, client) =>
        readReleasesPage(client, filter, { limit, cursor, secret: config.sessionSecret }),
      ),
  );

  app.get(
    RELEASE,
    {
      config: { role: 'read' },
      schema: { summary: 'Get a release', tags, params: named, response: answers(api.releaseDetails) },
    },
    ({ params }) => clients.ask((_, client) => readView(params, client)),
  );

  app.get(
    `${RELEASE}/story`,
    {
      config: { role: 'read' },
      schema: {
        summary: 'Get what happened to a release, as "locrelease explain" shows it',
        tags,
        params: named,
        response: answers(api.story),
      },
    },
    ({ params }) =>
      clients.ask(async ({ archive }, client) => {
        const { story } = await explainOrRecall(client, archive, idOf(params));
        return { entries: storyLines(story) };
      }),
  );

  app.get(
    `${RELEASE}/past`,
    {
      config: { role: 'read' },
      schema: {
        summary: "Get how long the stages of the project's earlier releases took",
        tags,
        params: named,
        response: answers(api.pastReleases),
      },
    },
    async ({ params: { project } }) => ({ releases: await past.forceFetch(project) }),
  );

  app.get(
    `${RELEASE}/report`,
    {
      config: { role: 'read' },
      schema: {
        summary: 'Get the record that stays of a release, as a page',
        tags,
        params: named,
        response: sends('text/html', 'The report.'),
      },
    },
    async ({ params }, reply) => {
      const { archive } = clients;
      const report = await readReport({ archive, store }, await archive.demand(params));
      // Its own style, and nothing of the page around it.
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', `${REPORT_POLICY}; frame-ancestors 'none'`)
        .send(reportHtml(report));
    },
  );

  async function readView(name: ReleaseName, client: Client): Promise<api.ReleaseDetails> {
    const id = idOf(name);
    const status = await clients.releases.status(id);
    if (status.archived) return archivedDetails(name, status);
    const [{ by: startedBy, branch, at }, { spec, source }] = await Promise.all([
      readStart(client, id),
      isAmended(status) ? readAskedFor(client, name) : readStartedWith(client, name),
    ]);
    return {
      status,
      startedBy,
      branch,
      // A long release goes on in another run, whose start is not its own.
      startedAt: status.stages[0]?.startedAt ?? at,
      temporalUrl: temporalUrl(config.console.temporalUi, client.options.namespace, name),
      announcement: status.worker === 'absent' ? null : await preview(id),
      plannedStages: plannedStages(spec, config.minCheckIntervalMs)
        .filter((stage) => stage.wanted || (stage.name === 'supplement' && hasAddedLanguages(status)))
        .map((stage) => stage.name),
      plan: {
        strings: source.kind === 'snapshot' ? source.strings : null,
        targetLanguages: spec.targetLanguages,
        supplementLanguages: spec.supplementLanguages,
        minimumComplete: spec.export?.minimumComplete ?? {},
      },
      asks: {
        deadlineMs: spec.terms.deadline,
        remindersMs: spec.terms.reminders,
        announce: spec.announce ?? null,
      },
    };
  }

  async function preview(id: string): Promise<api.AnnouncementPreview | null> {
    const planned = await plannedAnnouncement(id);
    return planned && shownAs(planned);
  }

  async function shownAs(planned: Announcement): Promise<api.AnnouncementPreview> {
    const { text, accounts } = planned;
    const names = accounts.length === 0 ? null : await handles.read();
    return {
      ...planned,
      length: text === null ? null : [...graphemes.segment(text)].length,
      accounts: accounts.map((account) => ({
        ...account,
        handle: names?.get(account.id) ?? null,
        ...(text === null ? { length: null, most: null } : textLength(text, account.platform)),
      })),
    };
  }

  /** Temporal has nothing to show of it. */
  async function archivedDetails(name: ReleaseName, status: ReleaseView): Promise<api.ReleaseDetails> {
    const { manifest } = await clients.archive.demand(name);
    const { content, run } = manifest;
    const { startedBy, source } = content;
    const { targetLanguages, supplementLanguages, export: exported } = askedOf(content.request);
    return {
      status,
      startedBy,
      branch: run.branch ?? null,
      startedAt: run.startedAt,
      temporalUrl: null,
      announcement: await archivedAnnouncement(manifest),
      plannedStages: content.stages.flatMap((stage) => (stage.state === 'skipped' ? [] : [stage.name])),
      plan: {
        strings: source.kind === 'snapshot' ? source.strings : null,
        targetLanguages,
        supplementLanguages,
        minimumComplete: exported.minimumComplete,
      },
      asks: null,
    };
  }

  async function archivedAnnouncement(manifest: ReleaseManifest): Promise<api.AnnouncementPreview | null> {
    const { announcement } = manifest.content;
    if (announcement === null) return null;
    return shownAs({
      text: announcedText(manifest),
      postId: manifest.run.announcement?.postId ?? null,
      at: null,
      accounts: announcement.targets.map(({ accountId, platform }) => ({
        id: accountId,
        platform: platform ?? '',
      })),
    });
  }

  /** A release that has ended can be shown without workers, but not asked. */
  async function plannedAnnouncement(id: string): Promise<Announcement | null> {
    try {
      return await clients.releases.announcement(id);
    } catch (error) {
      if (error instanceof NoWorker) return null;
      throw error;
    }
  }
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** What a record says was asked for has no defaults, and may be older than a key. */
const recordedRequest = z.object({
  targetLanguages: z.array(z.string()).catch([]),
  supplementLanguages: z.array(z.string()).catch([]),
  export: z.object({ minimumComplete: z.record(z.string(), z.number()) }).catch({ minimumComplete: {} }),
});

const askedOf = (request: ReleaseManifest['content']['request']): z.output<typeof recordedRequest> =>
  recordedRequest.parse(request);

/** A history is read to its end only where something in it has changed what the release asks for. */
function isAmended({ decisions }: ReleaseStatus): boolean {
  return decisions.some(({ what }) => /^(amend|leave out|announce without) /.test(what));
}

/** Somebody asked for more than the file does. */
function hasAddedLanguages({ decisions }: ReleaseStatus): boolean {
  return decisions.some(({ what }) => what.startsWith('add languages'));
}

function temporalUrl(base: string | null, namespace: string, name: ReleaseName): string | null {
  if (base === null) return null;
  const path = ['namespaces', namespace, 'workflows', releaseWorkflowId(name)]
    .map(encodeURIComponent)
    .join('/');
  return `${withoutSlash(base)}/${path}`;
}
