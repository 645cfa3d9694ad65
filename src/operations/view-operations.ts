/** Operations behind the console's pages: inbox, releases, strings, search and insights. */
import type { Client } from '@temporalio/client';
import * as z from 'zod';
import { accountHandles } from '../client/accounts';
import { announcedText } from '../client/records/archived-view';
import { explainOrRecall } from '../client/stories/read-story';
import { NotThere, NoWorker } from '../client/errors';
import { inboxItem } from '../client/releases/waiting-releases';
import { isReleased } from '../client/records/archived-releases';
import { KnownReleases } from '../client/releases/known-releases';
import { LongestWaiting } from '../client/releases/longest-waiting';
import { plannedStages } from '../client/plans/planned-stages';
import { InsightsReader } from '../client/releases/past-releases';
import { projectLine } from '../client/releases/project-line';
import type { Announcement } from '../client/releases/release-client';
import { parseReleaseName } from '../client/releases/release-name';
import { readReleasesPage } from '../client/releases/release-pages';
import { releaseRow } from '../client/releases/release-row';
import { WAITING_RELEASE } from '../client/releases/list-releases';
import { readRequestedSpec, readStartedWith } from '../client/releases/run-facts';
import { SearchEverything } from '../client/search-everything';
import { cachedByKey, sharedRead } from '../client/shared-read';
import { storyLines } from '../client/stories/story-in-words';
import { type Exported, stringSheets, readableLanguages } from '../client/glossary/string-sheet';
import { releaseId, releaseWorkflowId, type ReleaseName } from '../domain/release/identity';
import { inboxOrder } from '../domain/release/inbox-order';
import { literalPattern } from '../domain/text/made-pattern';
import type { ReleaseManifest } from '../domain/release/manifest-schema';
import { endedStates } from '../domain/release/release-states';
import type { ReleaseStatus, ReleaseView } from '../domain/release/status';
import { stringChangeKinds, type TranslatedString } from '../domain/review/translated-strings';
import { withoutSlash } from '../domain/text/without-slash';
import { readRouteReports } from '../notices/route-health';
import * as api from '../protocol/console-api';
import { insights, found } from '../protocol/console-api';
import { describedRun, statusIn } from '../temporal/runs';
import { textLength } from '../domain/release/announcement-text';
import { project, release, state } from './input-parts';
import { storedWith, onTemporal, onStore } from './operation';
import type { BareAccess, TemporalAccess } from '../client/access';

/** Bounds the inbox; nobody reads more. */
const MOST_ITEMS = 500;
/** Bounds a search, which a person waits for. */
const MOST_FOUND = { timeMs: 6_000, releases: 50, terms: 200 };
/** A person scrolls and types, so the previous release is cached between the pages. */
const COMPARED_KEPT = { max: 50, ttl: 60_000 } as const;

const part = z.string().max(200).optional();
const ofRelease = z.strictObject({ id: release });

export const viewOperations = {
  inbox: onTemporal.quickRead({
    summary: 'List what waits for a person, due soonest first',
    input: z.strictObject({}),
    output: api.inbox,
    run: (access) => inboxOf(access)(),
  }),
  notices: onTemporal.quickRead({
    summary: 'List the routes of notices, and whether they work',
    input: z.strictObject({}),
    output: api.noticeRoutes,
    run: async ({ client, config }) => ({ routes: await readRouteReports(client, config) }),
  }),
  releases: onTemporal.quickRead({
    summary: 'List releases, open ones first, a page at a time',
    input: z.strictObject({
      state: state.optional(),
      project: project.optional(),
      /** Matches part of a name, or of a project and a name. */
      search: part,
      branch: part,
      starter: part,
      /** Matches a code, or a name in English or in the language itself. */
      language: part,
      cursor: z.string().max(4000).optional(),
      limit: z.int().min(1).max(500).default(100),
    }),
    output: api.releasesPage,
    tool: { name: 'list_releases', title: 'List releases' },
    run: ({ client, config }, { limit, cursor, ...filter }) =>
      readReleasesPage(client, filter, { limit, cursor, secret: config.sessionSecret }),
  }),
  release: onTemporal.quickRead({
    summary: 'Get a release with who started it, its plan and its announcement',
    input: ofRelease,
    output: api.releaseDetails,
    run: async (access, { id }): Promise<api.ReleaseDetails> => {
      const status = await access.releases.status(id);
      const read = status.archived ? archivedDetails : details;
      return { status, ...(await read(access, status)) };
    },
  }),
  story: onTemporal.quickRead({
    summary: 'Get what happened to a release in sentences, as "locrelease explain" shows it',
    input: ofRelease,
    output: api.story,
    run: async ({ client, archive }, { id }) => ({
      entries: storyLines((await explainOrRecall(client, archive, id)).story),
    }),
  }),
  strings: onTemporal.quickRead({
    summary: 'Get a page of the exported strings of a language, beside those of the release before',
    input: z.strictObject({
      id: release,
      /** The first readable one by default. */
      language: z.string().max(40).optional(),
      /** Matches part of an id, of the source text or of a translation. */
      search: z.string().max(200).optional(),
      change: z.enum(stringChangeKinds).optional(),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(500).default(200),
    }),
    output: api.stringsPage,
    run: async (access, { id, offset, limit, ...wanted }) => {
      const view = await access.releases.status(id);
      const files = view.export?.files ?? [];
      const languages = readableLanguages(files);
      const language = wanted.language ?? languages[0];
      if (language === undefined || !languages.includes(language))
        throw new NotThere(
          `Release ${id} has no strings to show${wanted.language === undefined ? '' : ` in ${wanted.language}`}.`,
        );
      const { now, before } = await comparedOf(access)({ view, language });
      const sheet = await sheetsOf(access)({ now, before, language });
      const matching = sheet.strings.filter(matches(wanted.search, wanted.change));
      return {
        language,
        languages,
        before: before?.id ?? null,
        compared: sheet.compared,
        isWhole: sheet.isWhole,
        counts: sheet.counts,
        total: matching.length,
        offset,
        strings: matching.slice(offset, offset + limit),
      };
    },
  }),
  projectLine: onTemporal.quickRead({
    summary: 'Get what a project has live, what was published in it before, and its open releases',
    input: z.strictObject({ project }),
    output: api.projectLine,
    run: (access, input) => projectLine(access, input.project),
  }),
  search: onTemporal.quickRead({
    summary: 'Find releases by name, project, language, task or post, and terms by their texts',
    input: z.strictObject({ q: z.string().trim().min(1).max(200) }),
    output: found,
    run: (access, { q }) => searchOf(access).find(q, MOST_FOUND),
  }),
  insights: onStore.read({
    summary: 'Get how long stages took, how much was released and how complete it was, week by week',
    input: z.strictObject({
      project: project.optional(),
      weeks: z.int().min(1).max(52).default(12),
    }),
    output: insights,
    run: (access, input) => insightsOf(access).read(input),
  }),
};

/** The glossary shares it, so that records are read and cached once. */
export const knownReleasesOf = storedWith(
  ({ releases, archive }: TemporalAccess) => new KnownReleases(releases, archive),
);
const searchOf = storedWith(
  (access: TemporalAccess) => new SearchEverything(knownReleasesOf(access), access.store),
);
const insightsOf = storedWith(({ archive }: BareAccess) => new InsightsReader(archive));
const handlesOf = storedWith(({ config }: BareAccess) => accountHandles(config));
const sheetsOf = storedWith(({ store }: BareAccess) => stringSheets(store));

const inboxOf = storedWith(({ client, config }: TemporalAccess) => {
  const longest = new LongestWaiting(WAITING_RELEASE, { most: MOST_ITEMS, fewest: MOST_ITEMS / 2 });
  return sharedRead(async (): Promise<api.Inbox> => {
    const { runs, waiting } = await longest.read(client);
    const items = runs.flatMap((run) => inboxItem(run, config.fourEyes) ?? []);
    return {
      items: inboxOrder(items),
      // Leaves out releases that no longer wait.
      waiting: waiting - (runs.length - items.length),
      unread: runs.filter((run) => statusIn(run) === null).length,
    };
  });
});

type Details = Omit<api.ReleaseDetails, 'status'>;

async function details(access: TemporalAccess, status: ReleaseView): Promise<Details> {
  const { client, config } = access;
  const name = parseReleaseName(status.id);
  const hasAddedLanguages = status.decisions.some(({ what }) => what.startsWith('add languages'));
  const [run, { spec, source, startedBy, branch = null }] = await Promise.all([
    describedRun(client, releaseWorkflowId(name)),
    isAmended(status) ? readRequestedSpec(client, name) : readStartedWith(client, name),
  ]);
  return {
    startedBy,
    branch,
    startedAt: run === null ? '' : releaseRow(run).startedAt,
    temporalUrl: temporalUrl(config.console.temporalUi, client, name),
    announcement: status.worker === 'absent' ? null : await preview(access, status.id),
    plannedStages: plannedStages(spec, config.minCheckIntervalMs)
      .filter((stage) => stage.wanted || (stage.name === 'supplement' && hasAddedLanguages))
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

async function archivedDetails(access: BareAccess, { id }: ReleaseView): Promise<Details> {
  const { manifest } = await access.archive.demand(parseReleaseName(id));
  const { content, run } = manifest;
  const { startedBy, source } = content;
  const { targetLanguages, supplementLanguages, export: exported } = recordedRequest.parse(content.request);
  return {
    startedBy,
    branch: run.branch ?? null,
    startedAt: run.startedAt,
    temporalUrl: null,
    announcement: await archivedAnnouncement(access, manifest),
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

/** An ended release can be shown without workers, but the query needs one. */
async function preview(access: TemporalAccess, id: string): Promise<api.AnnouncementPreview | null> {
  const planned = await access.releases.announcement(id).catch((error: unknown) => {
    if (error instanceof NoWorker) return null;
    throw error;
  });
  return planned && shownAs(access, planned);
}

async function archivedAnnouncement(
  access: BareAccess,
  manifest: ReleaseManifest,
): Promise<api.AnnouncementPreview | null> {
  const { announcement } = manifest.content;
  if (announcement === null) return null;
  return shownAs(access, {
    text: announcedText(manifest),
    postId: manifest.run.announcement?.postId ?? null,
    at: null,
    accounts: announcement.targets.map(({ accountId, platform }) => ({
      id: accountId,
      platform: platform ?? '',
    })),
  });
}

async function shownAs(access: BareAccess, planned: Announcement): Promise<api.AnnouncementPreview> {
  const { text, accounts } = planned;
  const names = accounts.length === 0 ? null : await handlesOf(access)();
  return {
    ...planned,
    accounts: accounts.map((account) => ({
      ...account,
      handle: names?.get(account.id) ?? null,
      ...(text === null ? { length: null, most: null } : textLength(text, account.platform)),
    })),
  };
}

/** A recorded request has no defaults, and may come from a version without some keys. */
const recordedRequest = z.object({
  targetLanguages: z.array(z.string()).catch([]),
  supplementLanguages: z.array(z.string()).catch([]),
  export: z.object({ minimumComplete: z.record(z.string(), z.number()) }).catch({ minimumComplete: {} }),
});

/** The whole history is needed only if something has changed the request. */
function isAmended({ decisions }: ReleaseStatus): boolean {
  return decisions.some(({ what }) => /^(amend|leave out|announce without) /.test(what));
}

function temporalUrl(base: string | null, { options }: Client, name: ReleaseName): string | null {
  if (base === null) return null;
  const path = ['namespaces', options.namespace, 'workflows', releaseWorkflowId(name)]
    .map(encodeURIComponent)
    .join('/');
  return `${withoutSlash(base)}/${path}`;
}

interface Compared {
  now: Exported;
  before: (Exported & { id: string }) | null;
}

const comparedOf = storedWith((access: TemporalAccess) =>
  cachedByKey(
    COMPARED_KEPT,
    ({ view: { id, state, export: exported }, language }: { view: ReleaseView; language: string }) =>
      JSON.stringify([id, state, language, exported?.files.map(({ sha256 }) => sha256)]),
    ({ view, language }) => readCompared(access, view, language),
  ),
);

async function readCompared(
  { archive, client }: TemporalAccess,
  { id, state, export: exported }: ReleaseView,
  language: string,
): Promise<Compared> {
  const name = parseReleaseName(id);
  const record = endedStates.has(state) ? await archive.newest(name) : null;
  // Compared with a release without the language, every string would seem new.
  const hasLanguage = (earlier: ReleaseManifest): boolean =>
    isReleased(earlier) && readableLanguages(earlier.content.files).includes(language);
  const before = await (record === null
    ? archive.lastReleased(name, hasLanguage)
    : archive.before(record.manifest, hasLanguage));
  const source = record?.manifest.content.source ?? (await readStartedWith(client, name)).source;
  return {
    now: { files: exported?.files ?? [], source, escape: exported?.escape ?? null },
    before: before && {
      id: releaseId(before.content),
      files: before.content.files,
      source: before.content.source,
      escape: before.content.export?.escape ?? null,
    },
  };
}

function matches(search = '', change?: TranslatedString['change']): (string: TranslatedString) => boolean {
  const wanted = search.trim();
  const pattern = literalPattern(wanted, 'iu');
  const contains = (text: string | null): boolean => text !== null && pattern.test(text);
  return (string) =>
    (change === undefined || string.change === change) &&
    (wanted === '' || [string.id, string.source, string.text, string.before].some(contains));
}
