/** What people are told: after which events, of what, and in which form it leaves us. */
import type { ReleaseState } from '../release/release-states';
import type { Problem } from '../problems/problem';
import type { StageName } from '../release/stages';

export const noticeEvents = [
  'review.waiting',
  'review.reminder',
  'review.escalated',
  'release.parked',
  'release.partial',
  'release.rejected',
  'release.cancelled',
  'release.failed',
  'release.done',
  'release.stalled',
  'nightly.failed',
] as const;
export type NoticeEvent = (typeof noticeEvents)[number];

/** For a route that names no events: those after which a person has something to do. */
export const eventsForPeople = noticeEvents.filter(
  (event) => event !== 'release.done' && event !== 'release.cancelled',
);

/** What happened: the few facts of which the words of a notice are made. */
export type Occurrence =
  | {
      event: 'review.waiting' | 'review.reminder' | 'review.escalated';
      terms: number;
      dueAt: string;
      onDeadline: 'reject' | 'confirm';
    }
  /** `choices`: by their labels. */
  | { event: 'release.parked'; stage: StageName; problem: Problem; choices: readonly string[] }
  | { event: 'release.partial'; problem: Problem; choices: readonly string[]; dueAt: string }
  | { event: 'release.rejected' | 'release.cancelled' | 'release.failed'; problem: Problem | null }
  | { event: 'release.done'; languages: readonly string[]; files: number; accounts: number }
  | { event: 'release.stalled'; call: string; attempt: number; since: string; cause: string }
  /**
   * `state`: how its release ended; null where there was none, and then `problem` says why. `schedule`: not where the
   * night was started by hand, or before schedules were named.
   */
  | { event: 'nightly.failed'; state: ReleaseState | null; problem: string | null; schedule?: string };

/** Something that happened, and to whom. */
export interface ReportedOccurrence {
  /** The same at every attempt. */
  id: string;
  at: string;
  project: string;
  /** Of the release; null where it is about none. */
  name: string | null;
  occurrence: Occurrence;
}

/** As a webhook gets it. */
export interface Notice {
  schemaVersion: 1;
  id: string;
  event: NoticeEvent | typeof TEST_EVENT;
  at: string;
  release: string | null;
  project: string | null;
  title: string;
  text: string;
  link: string;
  dueAt: string | null;
}

/** Of a notice by which a person tries a route out. */
export const TEST_EVENT = 'notices.test';

/** Counted from 1 for each event of a release. */
export const noticeId = (firstRunId: string, event: NoticeEvent, count: number): string =>
  `${firstRunId}/${event}/${count}`;

/** The workflow that keeps what is still to be sent on a route of these workers. */
export const noticeRouteWorkflowId = (taskQueue: string, route: string): string =>
  `notices/${taskQueue}/${route}`;

export const noticeRouteType = 'noticeRoute';
