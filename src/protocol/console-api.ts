/**
 * What the console's page and the gateway say to each other: one schema for each request and answer, from which
 * the routes, the page's types and the OpenAPI document are made.
 */
import * as z from 'zod';
import { exitCode } from '../domain/exit-code';
import { id } from '../domain/fields';
import { insights as insightsSchema } from '../domain/insights-schema';
import { routeHealth } from '../domain/notices/notice-schema';
import { roles } from '../domain/roles';
import { releaseStates } from '../domain/release/release-states';
import { stageNames, holdReasons } from '../domain/release/stages';
import { choice, termSheetRef, viewSchema } from '../domain/release/status';
import { sheetTerm } from '../domain/review/sheet-schema';
import { stringChangeKinds } from '../domain/review/translated-strings';
import { checkedRelease, messageSchemas } from './message-schemas';
import { listOf, named, orNull } from './schema-parts';

/** Open releases that cannot be read, each with the reason: the others are shown without them. */
export const unreadableReleases = z.array(named('UnreadableRelease', { id: z.string(), why: z.string() }));

export const session = named('Session', {
  name: z.string(),
  role: z.enum(roles),
  /** Every request that changes something sends it back as `x-csrf-token`; null: of a program, which needs none. */
  csrfToken: z.string().nullable(),
  /** Whether who started a release may not confirm its terms. */
  fourEyes: z.boolean(),
  /** What this installation is called, such as "production"; null where nobody named it. */
  environment: z.string().nullable(),
});

/** How a release, or a schedule, is named in whatever tells of it. */
export const releaseHead = { id: z.string(), project: z.string(), name: z.string() };

const releaseRow = named('ReleaseRow', {
  ...releaseHead,
  state: z.string(),
  stage: z.string().nullable(),
  waitingFor: z.enum(['terms', 'decision']).nullable(),
  waitingSince: z.string().nullable(),
  /** For what it holds itself back, though it waits for nobody. */
  heldFor: z.enum(holdReasons).nullable(),
  /** Whose turn it waits for, and why that takes long. */
  heldBehind: z.string().nullable(),
  startedAt: z.string(),
  startedBy: z.string().nullable(),
  /** The branch that its files come from, where that is known. */
  branch: z.string().nullable(),
  languages: z.array(z.string()).readonly(),
  endedAt: z.string().nullable(),
});
/** In a list of all, also with how it ended; a rollback has states of its own. */
export const listedRelease = releaseRow
  .extend({
    kind: z.enum(['release', 'rollback']).optional(),
    /** Who decided last, on its terms or that it ends, and why. Of a rollback: who had it done. */
    by: z.string().nullable().optional(),
    why: z.string().nullable().optional(),
    /** `missing`: it is not in the store that was looked into. */
    record: z.enum(['kept', 'damaged', 'missing']).optional(),
  })
  .meta({ id: 'ListedRelease' });
/**
 * Open ones first, then those that have ended, newest first. A release that was started again may come once more
 * on a later page: the first one counts. A page of a search may be short, even empty: the cursor tells whether
 * there is more.
 */
export const releasesPage = named('ReleasesPage', {
  rows: z.array(releaseRow),
  cursor: z.string().nullable(),
});

const publication = named('Publication', {
  kind: z.enum(['release', 'rollback']),
  id: z.string().describe('of the release whose strings it published'),
  at: z.string(),
  by: z.string().nullable().describe('who started the release, or rolled back to it'),
  why: z.string().nullable().describe('why it was rolled back'),
  branch: z.string().nullable(),
  languages: z.array(z.string()).readonly(),
});
export const projectLine = named('ProjectLine', {
  published: z.array(publication).describe('the newest first: the first one is live'),
  isCut: z.boolean().describe('whether there are older ones'),
  open: z.array(releaseRow),
  unreadable: unreadableReleases,
});

const inboxItem = named('InboxItem', {
  ...releaseHead,
  kind: z.enum(['terms', 'decision']),
  /** What it waits for, in a few words: "412 terms in en → ja, ko", or the first line of the problem. */
  what: z.string(),
  since: z.string(),
  dueAt: z.string().nullable(),
  /** What happens then if nobody decides; null: nothing, or it is not known. */
  onDue: z.enum(['reject', 'confirm', 'end']).nullable(),
  /** `unknown`: the release was not asked. */
  state: z.string(),
  taskId: z.string().nullable(),
  /** How many terms there are to review; null: it is no review, or not known. */
  terms: z.number().nullable(),
  /** What an operator can decide; of a review, and where it is not known, none. */
  choices: z.array(choice),
  /** What stopped it, for whoever tells times in the reader's zone; null: nothing, or not known. */
  problem: orNull({ code: z.string(), facts: z.record(z.string(), z.unknown()) }),
  /** Who started it and so cannot confirm its terms, where two people have to decide; null: anybody may. */
  startedBy: z.string().nullable(),
  /** Who started it, whoever may confirm; null: nobody said so. */
  starter: z.string().nullable(),
  branch: z.string().nullable(),
  languages: z.array(z.string()).readonly(),
});
export const inbox = named('Inbox', {
  /** Due soonest first, then what has waited longest. Of more than 500, those that have waited longest. */
  items: z.array(inboxItem),
  /** How many wait in all. */
  waiting: z.number(),
  /** How many of the items are known from Temporal's list alone, and are read at the next looks. */
  unread: z.number(),
});

const noticeRoute = named('NoticeRoute', {
  route: z.string(),
  events: z.array(z.string()).readonly(),
  projects: z.array(z.string()).readonly().nullable(),
  ...routeHealth.shape,
});
export const noticeRoutes = named('NoticeRoutes', { routes: z.array(noticeRoute) });

const announcementPreview = named('AnnouncementPreview', {
  /** With its placeholders filled; null where a draft that was prepared in the application is published. */
  text: z.string().nullable(),
  postId: z.string().nullable(),
  /** Characters, as a reader counts them. */
  length: z.number().nullable(),
  at: z.string().nullable(),
  accounts: listOf({
    id: z.string(),
    platform: z.string(),
    /** null where the gateway cannot ask the service. */
    handle: z.string().nullable(),
    /** As the platform counts; null where there is no text. */
    length: z.number().nullable(),
    /** How many characters the platform takes; null where that is not known. */
    most: z.number().nullable(),
  }),
});

export const releaseDetails = named('ReleaseDetails', {
  status: viewSchema,
  startedBy: z.string().nullable(),
  /** The branch that its files come from, where that is known. */
  branch: z.string().nullable(),
  startedAt: z.string(),
  /** The release's page in the Temporal UI; null where its address is not configured. */
  temporalUrl: z.string().nullable(),
  announcement: announcementPreview.nullable(),
  /** Which stages its file asks for; the others are skipped. */
  plannedStages: z.array(z.enum(stageNames)),
  /** What its languages are measured by. */
  plan: z.object({
    /** Of the source; null where the service downloads it. */
    strings: z.number().nullable(),
    targetLanguages: z.array(z.string()),
    supplementLanguages: z.array(z.string()),
    /** In percent, of the languages that have one. */
    minimumComplete: z.record(z.string(), z.number()),
  }),
  /** Of what can be amended, as it stands now. */
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
/** How long the stages of the project's earlier releases took, the newest first. */
export const pastReleases = z.array(pastRelease).meta({ id: 'PastReleases' });

const translatedString = named('TranslatedString', {
  id: z.string(),
  source: z.string().nullable(),
  text: z.string().nullable(),
  before: z.string().nullable(),
  change: z.enum(stringChangeKinds),
});
export const stringsPage = named('StringsPage', {
  language: z.string(),
  /** Those whose strings can be read. */
  languages: z.array(z.string()),
  /** The last release before it that had the language; null: none on record had. */
  before: z.string().nullable(),
  /** Whether its files could be compared with. */
  compared: z.boolean(),
  /** Whether these are all: of very many strings, the rest is left out. */
  isWhole: z.boolean(),
  /** Of the whole language, whatever was searched for. */
  counts: z.object({
    added: z.number(),
    changed: z.number(),
    removed: z.number(),
    same: z.number(),
    missing: z.number(),
  }),
  /** How many match. */
  total: z.number(),
  offset: z.number(),
  strings: z.array(translatedString),
});

const storyEntry = named('StoryEntry', {
  at: z.string(),
  /** In which it happened; null: before the first stage, or after the last. */
  stage: z.string().nullable(),
  text: z.string(),
  /** The time that ends the text: when it goes on, or is tried again. */
  until: z.string().nullable(),
  kind: z.string(),
  outcome: z.string().nullable(),
  /** How it was done, call by call: not for everybody. */
  technical: z.boolean(),
});
export const story = named('Story', { entries: z.array(storyEntry) });

const revision = z.string().describe('changes with every edit, removal and comparison, whoever makes it');
export const termsPage = named('TermsPage', {
  /** Of the list and of which terms are marked to be deleted: a confirmation is of these and no others. */
  digest: z.string(),
  revision,
  /** Whether all of the terms have been compared with the termbase. */
  compared: z.boolean(),
  /** Of that comparison: a confirmation overwrites what it shows of the termbase, and nothing else. */
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

/** What the page sends is what a release is told, without who speaks: that is whoever signed in. */
const { acceptTerms: accept, editTerms: edit, keepTermbase: kept, markTerms: mark } = messageSchemas;
/** More than a release takes in one message: they are told to it in turn. */
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
/** `recorded`: no worker answers, and the next one cancels it. `already-cancelled`: nothing was left to do. */
export const cancelledRelease = named('CancelledRelease', {
  outcome: z.enum(['cancelling', 'recorded', 'already-cancelled']),
  done: z.string(),
});
export const outcome = named('Outcome', { outcome: z.string() });

const frozenDays = z.object({ from: z.string(), to: z.string(), reason: z.string() });
export const scheduleRow = named('ScheduleRow', {
  ...releaseHead,
  /** When it runs, in words. */
  description: z.string(),
  /** In which its times are meant. */
  timeZone: z.string(),
  paused: z.boolean(),
  /** What its file says; `freeze`: days on which nothing runs by itself, both ends included. */
  declared: z.looseObject({ freeze: z.array(frozenDays) }).nullable(),
  /** None while it is paused. */
  nextRuns: listOf({ at: z.string(), local: z.string() }),
  lastRun: orNull({
    scheduledAt: z.string(),
    startedAt: z.string(),
    workflowId: z.string(),
    runId: z.string(),
    /** The state of its release; or `unchanged`, `skipped`, `forgotten`. */
    state: z.string(),
    /** Whether the source had changed; null: not known. */
    changed: z.boolean().nullable(),
    releaseId: z.string().nullable(),
    problem: z.string().nullable(),
  }),
  /** Who did what to it and why, newest first. */
  notes: z.array(z.string()),
});
const calendarRun = z.object({
  at: z.string(),
  /** By the clocks of the schedule's time zone. */
  day: z.string(),
  time: z.string(),
  /** As in the list of schedules; null: it is to come. */
  result: z.string().nullable(),
  releaseId: z.string().nullable(),
  problem: z.string().nullable(),
});
const scheduleMonth = named('ScheduleMonth', {
  id: z.string(),
  timeZone: z.string(),
  paused: z.boolean(),
  freezes: z.array(frozenDays),
  runs: z.array(calendarRun),
  /** Whether it has more runs in this month than are told. */
  isCut: z.boolean(),
});
export const scheduleCalendar = named('ScheduleCalendar', {
  month: z.string(),
  schedules: z.array(scheduleMonth),
});

const foundRelease = named('FoundRelease', {
  ...releaseHead,
  /** Null: its record was not read. */
  state: z.enum(releaseStates).nullable(),
  branch: z.string().nullable(),
  startedBy: z.string().nullable(),
  languages: z.array(z.string()).readonly(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  by: z.enum(['name', 'language', 'task', 'post']),
  /** The whole of what matches. */
  matched: z.string(),
});

const foundTerms = named('FoundTerms', {
  ...releaseHead,
  startedAt: z.string(),
  /** Whether somebody confirmed them, so that they are in the termbase. */
  isConfirmed: z.boolean(),
  terms: listOf({
    term: z.string(),
    category: z.string(),
    translations: listOf({ language: z.string(), text: z.string() }),
  }),
  /** How many more of its terms match. */
  more: z.number(),
});

export const found = named('Found', {
  releases: z.array(foundRelease),
  terms: z.array(foundTerms),
  /** How many releases were looked into, the newest first. */
  lookedInto: z.number(),
  /** Why older ones were not: the time was over, or enough was found. Null: all were looked into. */
  cut: z.enum(['time', 'number']).nullable(),
  unreadable: unreadableReleases,
});

/** What releases that have ended say together, of one project or of all. */
export const insights = insightsSchema
  .extend({ projects: z.array(z.string()), releases: z.number(), isCut: z.boolean() })
  .meta({ id: 'Insights' });

export const finding = named('Finding', {
  file: z.string(),
  line: z.number().nullable(),
  key: z.string().nullable(),
  message: z.string(),
});

/** Whatever goes wrong: its code, the sentence for a person, and the exit code of a command. docs/api.md lists the codes. */
export const failure = named('Failure', {
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
