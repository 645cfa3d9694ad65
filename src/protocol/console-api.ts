/** Schemas of the console's API, from which the routes, the page's types and the OpenAPI document are made. */
import * as z from 'zod';
import { exitCode } from '../domain/exit-code';
import { id } from '../domain/fields';
import { insights as insightsSchema } from '../domain/insights';
import { routeHealth } from '../domain/notices/notice-schema';
import { roles } from '../domain/roles';
import { releaseStates } from '../domain/release/release-states';
import { stageNames, holdReasons } from '../domain/release/stages';
import { choice, termSheetRef, viewSchema } from '../domain/release/status';
import { sheetTerm } from '../domain/review/sheet-schema';
import { stringChangeKinds } from '../domain/review/translated-strings';
import { checkedRelease, messageSchemas } from './message-schemas';
import { listOf, namedSchema, orNull } from './schema-parts';

/** Open releases that cannot be read, with the reason; all others are listed without them. */
export const unreadableReleases = z.array(
  namedSchema('UnreadableRelease', { id: z.string(), why: z.string() }),
);

export const session = namedSchema('Session', {
  name: z.string(),
  role: z.enum(roles),
  /** Required as `x-csrf-token` for every change. null: a program, which needs none. */
  csrfToken: z.string().nullable(),
  /** The person who started a release may not confirm its terms. */
  fourEyes: z.boolean(),
  /** The name of this installation, such as "production". null: it has none. */
  environment: z.string().nullable(),
});

export const releaseHead = { id: z.string(), project: z.string(), name: z.string() };

const releaseRow = namedSchema('ReleaseRow', {
  ...releaseHead,
  state: z.string(),
  stage: z.string().nullable(),
  waitingFor: z.enum(['terms', 'decision']).nullable(),
  waitingSince: z.string().nullable(),
  /** Why the release holds itself back although it waits for no person. */
  heldFor: z.enum(holdReasons).nullable(),
  /** Who has the turn that it waits for, and what delays the holder. */
  heldBehind: z.string().nullable(),
  startedAt: z.string(),
  startedBy: z.string().nullable(),
  branch: z.string().nullable(),
  languages: z.array(z.string()).readonly(),
  endedAt: z.string().nullable(),
});
/** In a list of all releases, also the end. A rollback has its own states. */
export const listedRelease = releaseRow
  .extend({
    kind: z.enum(['release', 'rollback']).optional(),
    /** The author of the last decision on its terms or its end; for a rollback, the person who requested it. */
    by: z.string().nullable().optional(),
    why: z.string().nullable().optional(),
    /** `missing`: it is not in the store that was read. */
    record: z.enum(['kept', 'damaged', 'missing']).optional(),
  })
  .meta({ id: 'ListedRelease' });
/**
 * Open releases first, then ended ones, newest first. A restarted release may appear again on a later page; the first
 * row counts. A page of a search may be short or empty; only the cursor shows whether there is more.
 */
export const releasesPage = namedSchema('ReleasesPage', {
  rows: z.array(releaseRow),
  cursor: z.string().nullable(),
});

const publication = namedSchema('Publication', {
  kind: z.enum(['release', 'rollback']),
  id: z.string().describe('of the release whose strings it published'),
  at: z.string(),
  by: z.string().nullable().describe('who started the release, or rolled back to it'),
  why: z.string().nullable().describe('why it was rolled back'),
  branch: z.string().nullable(),
  languages: z.array(z.string()).readonly(),
});
export const projectLine = namedSchema('ProjectLine', {
  published: z.array(publication).describe('the newest first: the first one is live'),
  isCut: z.boolean().describe('whether there are older ones'),
  open: z.array(releaseRow),
  unreadable: unreadableReleases,
});

const inboxItem = namedSchema('InboxItem', {
  ...releaseHead,
  kind: z.enum(['terms', 'decision']),
  /** The reason for the wait: "412 terms in en → ja, ko", or the first line of the problem. */
  what: z.string(),
  since: z.string(),
  dueAt: z.string().nullable(),
  /** What happens at the deadline without a decision. null: nothing, or unknown. */
  onDue: z.enum(['reject', 'confirm', 'end']).nullable(),
  /** `unknown`: the state was not read. */
  state: z.string(),
  taskId: z.string().nullable(),
  /** The number of terms to review. null: it is no review, or unknown. */
  terms: z.number().nullable(),
  /** The possible decisions; none for a review, or if unknown. */
  choices: z.array(choice),
  /** The problem as data, so that the page can show times in the reader's zone. null: none, or unknown. */
  problem: orNull({ code: z.string(), facts: z.record(z.string(), z.unknown()) }),
  /** Under four eyes, the starter, who cannot confirm the terms. null: anybody may. */
  startedBy: z.string().nullable(),
  starter: z.string().nullable(),
  branch: z.string().nullable(),
  languages: z.array(z.string()).readonly(),
});
export const inbox = namedSchema('Inbox', {
  /** Due soonest first, then the longest waits. Beyond 500 items, only the longest waits are listed. */
  items: z.array(inboxItem),
  waiting: z.number(),
  /** The number of items that come from Temporal's list alone; later polls read them. */
  unread: z.number(),
});

const noticeRoute = namedSchema('NoticeRoute', {
  route: z.string(),
  events: z.array(z.string()).readonly(),
  projects: z.array(z.string()).readonly().nullable(),
  ...routeHealth.shape,
});
export const noticeRoutes = namedSchema('NoticeRoutes', { routes: z.array(noticeRoute) });

const announcementPreview = namedSchema('AnnouncementPreview', {
  /** Placeholders are filled. null: a draft from the application is published. */
  text: z.string().nullable(),
  postId: z.string().nullable(),
  at: z.string().nullable(),
  accounts: listOf({
    id: z.string(),
    platform: z.string(),
    /** null: the gateway cannot read it from the service. */
    handle: z.string().nullable(),
    /** As the platform counts. null: there is no text. */
    length: z.number().nullable(),
    most: z.number().nullable(),
  }),
});

export const releaseDetails = namedSchema('ReleaseDetails', {
  status: viewSchema,
  startedBy: z.string().nullable(),
  branch: z.string().nullable(),
  startedAt: z.string(),
  /** The page in Temporal's UI. null: its address is not configured. */
  temporalUrl: z.string().nullable(),
  announcement: announcementPreview.nullable(),
  /** The stages that the file requests; the others are skipped. */
  plannedStages: z.array(z.enum(stageNames)),
  plan: z.object({
    /** The number of source strings. null: the service downloads the source. */
    strings: z.number().nullable(),
    targetLanguages: z.array(z.string()),
    supplementLanguages: z.array(z.string()),
    /** In percent, for languages with a minimum. */
    minimumComplete: z.record(z.string(), z.number()),
  }),
  asks: orNull({
    deadlineMs: z.number(),
    remindersMs: z.array(z.number()),
    announce: checkedRelease.shape.announce.unwrap().nullable(),
  }),
});

const pastRelease = z.object({
  rows: z.number().nullable(),
  stageMs: z.partialRecord(z.enum(stageNames), z.number()),
});
/** Stage durations of the project's earlier releases, newest first. */
export const pastReleases = z.array(pastRelease).meta({ id: 'PastReleases' });

const translatedString = namedSchema('TranslatedString', {
  id: z.string(),
  source: z.string().nullable(),
  text: z.string().nullable(),
  before: z.string().nullable(),
  change: z.enum(stringChangeKinds),
});
export const stringsPage = namedSchema('StringsPage', {
  language: z.string(),
  languages: z.array(z.string()),
  /** The last earlier release with the language. null: none on record. */
  before: z.string().nullable(),
  /** The strings were compared with those of the earlier release. */
  compared: z.boolean(),
  /** False when a bound left out the rest. */
  isWhole: z.boolean(),
  /** Counts of the whole language, regardless of the search. */
  counts: z.object({
    added: z.number(),
    changed: z.number(),
    removed: z.number(),
    same: z.number(),
    missing: z.number(),
  }),
  total: z.number(),
  offset: z.number(),
  strings: z.array(translatedString),
});

const storyEntry = namedSchema('StoryEntry', {
  at: z.string(),
  /** null: before the first stage or after the last. */
  stage: z.string().nullable(),
  text: z.string(),
  /** The time that completes the text, for example of the next attempt. */
  until: z.string().nullable(),
  kind: z.string(),
  outcome: z.string().nullable(),
  /** A detail of single calls and waits, shown on request. */
  technical: z.boolean(),
});
export const story = namedSchema('Story', { entries: z.array(storyEntry) });

const revision = z.string().describe('changes with every edit, removal and comparison, whoever makes it');
export const termsPage = namedSchema('TermsPage', {
  /** Covers the list and the marks for deletion; a confirmation is valid for this digest only. */
  digest: z.string(),
  revision,
  /** All terms have been compared with the termbase. */
  compared: z.boolean(),
  /** The digest of that comparison: a confirmation overwrites only the entries that it shows. */
  matches: z.string().nullable(),
  part: z
    .string()
    .nullable()
    .describe('that the list is a part of what the service told of; null: it is whole'),
  total: z.number(),
  languages: z.array(z.string()),
  offset: z.number(),
  terms: z.array(sheetTerm),
});

/** The page sends the release's own messages without the author, who is the signed-in person. */
const { acceptTerms: accept, editTerms: edit, keepTermbase: kept, markTerms: mark } = messageSchemas;
/** More than one message may have, so they are sent in several. */
const termIds = z.array(id).min(1).max(5000);
export const editTerms = z.strictObject({ ...edit.omit({ by: true }).shape, termIds });
export const keepTermbase = z.strictObject({ ...kept.omit({ by: true }).shape, termIds });
export const markTerms = z.strictObject({ ...mark.omit({ by: true }).shape, termIds });
export const acceptTerms = z.strictObject({ ...accept.omit({ by: true }).shape, termIds });
const changedSheet = termSheetRef.extend({ revision });
export const termsResponse = changedSheet.meta({ id: 'TermsAnswer' });
export const readTerms = changedSheet
  .extend({ sheet: termSheetRef, terms: z.array(sheetTerm) })
  .meta({ id: 'ReadTerms' });
/** `recorded`: the next worker cancels it. `already-cancelled`: there was nothing to do. */
export const cancelledRelease = namedSchema('CancelledRelease', {
  outcome: z.enum(['cancelling', 'recorded', 'already-cancelled']),
  done: z.string(),
});
export const outcome = namedSchema('Outcome', { outcome: z.string() });

const frozenDays = z.object({ from: z.string(), to: z.string(), reason: z.string() });
export const scheduleRow = namedSchema('ScheduleRow', {
  ...releaseHead,
  /** Its times in words. */
  description: z.string(),
  timeZone: z.string(),
  paused: z.boolean(),
  /** The schedule of the file. On `freeze` days, both ends included, nothing starts by itself. */
  declared: z.looseObject({ freeze: z.array(frozenDays) }).nullable(),
  /** Empty during a pause. */
  nextRuns: listOf({ at: z.string(), local: z.string() }),
  lastRun: orNull({
    scheduledAt: z.string(),
    startedAt: z.string(),
    workflowId: z.string(),
    runId: z.string(),
    /** The state of its release, or `unchanged`, `skipped` or `forgotten`. */
    state: z.string(),
    changed: z.boolean().nullable(),
    releaseId: z.string().nullable(),
    problem: z.string().nullable(),
  }),
  /** Actions with author and reason, newest first. */
  notes: z.array(z.string()),
});
const calendarRun = z.object({
  at: z.string(),
  /** In the schedule's time zone. */
  day: z.string(),
  time: z.string(),
  /** As in the list of schedules. null: the run is still to come. */
  result: z.string().nullable(),
  releaseId: z.string().nullable(),
  problem: z.string().nullable(),
});
const scheduleMonth = namedSchema('ScheduleMonth', {
  id: z.string(),
  timeZone: z.string(),
  paused: z.boolean(),
  freezes: z.array(frozenDays),
  runs: z.array(calendarRun),
  isCut: z.boolean(),
});
export const scheduleCalendar = namedSchema('ScheduleCalendar', {
  month: z.string(),
  schedules: z.array(scheduleMonth),
});

const foundRelease = namedSchema('FoundRelease', {
  ...releaseHead,
  /** null: its record was not read. */
  state: z.enum(releaseStates).nullable(),
  branch: z.string().nullable(),
  startedBy: z.string().nullable(),
  languages: z.array(z.string()).readonly(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  by: z.enum(['name', 'language', 'task', 'post']),
  /** The whole value that matches. */
  matched: z.string(),
});

const foundTerms = namedSchema('FoundTerms', {
  ...releaseHead,
  startedAt: z.string(),
  /** Confirmed terms are in the termbase. */
  isConfirmed: z.boolean(),
  terms: listOf({
    term: z.string(),
    category: z.string(),
    translations: listOf({ language: z.string(), text: z.string() }),
  }),
  more: z.number(),
});

export const found = namedSchema('Found', {
  releases: z.array(foundRelease),
  terms: z.array(foundTerms),
  /** The number of releases that were read, newest first. */
  lookedInto: z.number(),
  /** Why older ones were not read: time or number of results. null: all were read. */
  cut: z.enum(['time', 'number']).nullable(),
  unreadable: unreadableReleases,
});

/** Statistics of ended releases, of one project or of all. */
export const insights = insightsSchema
  .extend({ projects: z.array(z.string()), releases: z.number(), isCut: z.boolean() })
  .meta({ id: 'Insights' });

export const finding = namedSchema('Finding', {
  file: z.string(),
  line: z.number().nullable(),
  key: z.string().nullable(),
  message: z.string(),
});

/** Every error in one form: code, sentence and exit code. docs/api.md lists the codes. */
export const failure = namedSchema('Failure', {
  code: z.string(),
  message: z.string(),
  exitCode: z.literal(Object.values(exitCode)),
  findings: z.array(finding).exactOptional().describe('what is wrong where in a file that was sent'),
  service: z.looseObject({}).exactOptional().describe('the call to a service that failed'),
});

export type Session = z.output<typeof session>;
export type ReleaseRow = z.output<typeof releaseRow>;
export type ListedRelease = z.output<typeof listedRelease>;
export type ProjectLine = z.output<typeof projectLine>;
export type ReleasesPage = z.output<typeof releasesPage>;
export type InboxItem = z.output<typeof inboxItem>;
export type NoticeRoute = z.output<typeof noticeRoute>;
export type NoticeRoutes = z.output<typeof noticeRoutes>;
export type Inbox = z.output<typeof inbox>;
export type AnnouncementPreview = z.output<typeof announcementPreview>;
export type ReleaseDetails = z.output<typeof releaseDetails>;
export type CancelledRelease = z.output<typeof cancelledRelease>;
export type PastReleases = z.output<typeof pastReleases>;
export type StringsPage = z.output<typeof stringsPage>;
export type Story = z.output<typeof story>;
export type StoryLine = z.output<typeof storyEntry>;
export type TermsPage = z.output<typeof termsPage>;
export type TermsResponse = z.output<typeof termsResponse>;
export type EditTerms = z.output<typeof editTerms>;
export type KeepTermbase = z.output<typeof keepTermbase>;
export type MarkTerms = z.output<typeof markTerms>;
export type AcceptTerms = z.output<typeof acceptTerms>;
export type ScheduleRow = z.output<typeof scheduleRow>;
export type ScheduleMonth = z.output<typeof scheduleMonth>;
export type ScheduleCalendar = z.output<typeof scheduleCalendar>;
export type Failure = z.output<typeof failure>;
export type UnreadableReleases = z.output<typeof unreadableReleases>;
export type Found = z.output<typeof found>;
export type FoundRelease = z.output<typeof foundRelease>;
export type FoundTerms = z.output<typeof foundTerms>;
export type InsightsResponse = z.output<typeof insights>;
