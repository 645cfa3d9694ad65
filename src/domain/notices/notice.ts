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

/** The default of a route that names no events: those that need a person. */
export const eventsForPeople = noticeEvents.filter(
  (event) => event !== 'release.done' && event !== 'release.cancelled',
);

export const TEST_EVENT = 'notices.test';

/** `count` starts at 1 for each event of a release. */
export const noticeId = (firstRunId: string, event: NoticeEvent, count: number): string =>
  `${firstRunId}/${event}/${count}`;

/** The task queue in the id keeps apart the routes of installations that share a namespace. */
export const noticeRouteWorkflowId = (taskQueue: string, route: string): string =>
  `notices/${taskQueue}/${route}`;

export const noticeRouteType = 'noticeRoute';
