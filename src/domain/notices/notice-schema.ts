/** An occurrence, its notice, and the queue of a route. Code inside a workflow imports only types from here. */
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

/** The few facts of which a notice's words are made. `choices` are labels. */
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
    /** The state in which its release ended; null: no release was started, and `problem` has the reason. */
    state: z.enum(releaseStates).nullable(),
    problem: text.nullable(),
    /** Absent where the night was started manually, or before schedules had names. */
    schedule: text.exactOptional(),
  }),
]);
export type Occurrence = z.output<typeof occurrence>;

export const reportedOccurrence = z.object({
  id: text,
  at: text,
  project: text,
  /** The name of the release; null: the occurrence is about none. */
  name: text.nullable(),
  occurrence,
});
export type ReportedOccurrence = z.output<typeof reportedOccurrence>;

/** The JSON body that a webhook gets. */
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

export const routeHealth = z.object({
  waiting: z.int(),
  lastSentAt: text.nullable(),
  /** null: the last attempt succeeded, or there was none. */
  failing: z.object({ since: text, attempts: z.int(), why: text }).nullable(),
  dropped: z.object({ count: z.int(), at: text, why: text }).nullable(),
  /** Quiet hours hold the notices back until then. */
  quietUntil: text.nullable(),
});
export type RouteHealth = z.output<typeof routeHealth>;

/** The queue as an earlier run of a route's workflow left it. */
export const noticeQueue = z.object({
  waiting: z.array(z.object({ notice, sinceMs: z.number() })),
  /** How many of the first notices are being sent: what may have arrived must not come again in another message. */
  inBatch: z.int().nonnegative(),
  /** Ids of the notices that were queued, the newest last, because a sender cannot know whether it sent one before. */
  taken: z.array(text),
  health: routeHealth,
});
export type NoticeQueue = z.output<typeof noticeQueue>;
