/**
 * What happened, the notice that is made of it, and the queue of one route. Code that runs inside a workflow imports
 * types from here and nothing else.
 */
import * as z from 'zod';
import { id } from '../fields';
import { releaseStates } from '../release/release-states';
import { stageNames } from '../release/stages';
import { noticeEvents, TEST_EVENT } from './notice';

const text = z.string();
const texts = z.array(text).readonly();

export const problem = z.object({
  code: text,
  facts: z.record(text, z.unknown()),
  traceIds: z.array(text).exactOptional(),
});

/** What happened: the few facts of which the words of a notice are made. `choices`: by their labels. */
const occurrence = z.discriminatedUnion('event', [
  z.object({
    event: z.enum(['review.waiting', 'review.reminder', 'review.escalated']),
    terms: z.int(),
    dueAt: text,
    onDeadline: z.enum(['reject', 'confirm']),
  }),
  z.object({ event: z.literal('release.parked'), stage: z.enum(stageNames), problem, choices: texts }),
  z.object({ event: z.literal('release.partial'), problem, choices: texts, dueAt: text }),
  z.object({
    event: z.enum(['release.rejected', 'release.cancelled', 'release.failed']),
    problem: problem.nullable(),
  }),
  z.object({ event: z.literal('release.done'), languages: texts, files: z.int(), accounts: z.int() }),
  z.object({ event: z.literal('release.stalled'), call: text, attempt: z.int(), since: text, cause: text }),
  z.object({
    event: z.literal('nightly.failed'),
    /** The end of its release. null: there was none, and `problem` has the reason. */
    state: z.enum(releaseStates).nullable(),
    problem: text.nullable(),
    /** Not where the night was started by hand, or before schedules were named. */
    schedule: text.exactOptional(),
  }),
]);
export type Occurrence = z.output<typeof occurrence>;

/** Something that happened, and to whom. */
export const reportedOccurrence = z.object({
  /** The same at every attempt. */
  id: text,
  at: text,
  project: text,
  /** Of the release; null where it is about none. */
  name: text.nullable(),
  occurrence,
});
export type ReportedOccurrence = z.output<typeof reportedOccurrence>;

/** As a webhook gets it. */
export const notice = z.object({
  schemaVersion: z.literal(1),
  id,
  event: z.enum([...noticeEvents, TEST_EVENT]),
  at: text.max(50),
  release: text.max(300).nullable(),
  project: text.max(200).nullable(),
  title: text.max(300),
  text: text.max(4000),
  link: text.max(2000),
  dueAt: text.max(50).nullable(),
});
export type Notice = z.output<typeof notice>;

/** The state of a route, for people who check it. */
export const routeHealth = z.object({
  /** How many are still to be sent. */
  waiting: z.int(),
  lastSentAt: text.nullable(),
  /** null: the last attempt succeeded, or there was none. */
  failing: z.object({ since: text, attempts: z.int(), why: text }).nullable(),
  /** What was given up. */
  dropped: z.object({ count: z.int(), at: text, why: text }).nullable(),
  /** Until when quiet hours hold them back. */
  quietUntil: text.nullable(),
});
export type RouteHealth = z.output<typeof routeHealth>;

/** What an earlier run of a route left, made by one of us. */
export const noticeQueue = z.object({
  waiting: z.array(z.object({ notice, sinceMs: z.number() })),
  /**
   * How many of the first are on their way. It stays until they have arrived: what may have arrived already must not come
   * again within another message.
   */
  inBatch: z.int().nonnegative(),
  /** Ids of the notices that were queued, the newest last, because a sender cannot know whether it sent one before. */
  taken: z.array(text),
  health: routeHealth,
});
export type NoticeQueue = z.output<typeof noticeQueue>;
