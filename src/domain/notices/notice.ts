/** The events that cause notices, and the names of the workflows that send them. */

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

/** Of a notice by which a person tries a route out. */
export const TEST_EVENT = 'notices.test';

/** Counted from 1 for each event of a release. */
export const noticeId = (firstRunId: string, event: NoticeEvent, count: number): string =>
  `${firstRunId}/${event}/${count}`;

/** The workflow that holds the queue of a route of these workers. */
export const noticeRouteWorkflowId = (taskQueue: string, route: string): string =>
  `notices/${taskQueue}/${route}`;

export const noticeRouteType = 'noticeRoute';
