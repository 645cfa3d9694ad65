import { announceActivities } from './announcement';
import type { ActivityDependencies } from './dependencies';
import { exportActivities } from './export-files';
import { manifestActivities } from './keep-manifest';
import { nightlyActivities } from './plan-nightly';
import { noticeActivities } from './notices';
import { fourEyesActivities } from './four-eyes';
import { preflightActivities } from './preflight';
import { publishQueueActivities } from './publish-queue';
import { taskActivities } from './tasks';
import { termActivities } from './review-terms';
import { termbaseActivities } from './termbase';

export type Activities = ReturnType<typeof createActivities>;

export function createActivities(dependencies: ActivityDependencies) {
  return {
    ...preflightActivities(dependencies),
    ...fourEyesActivities(dependencies),
    ...taskActivities(dependencies),
    ...termActivities(dependencies),
    ...publishQueueActivities(dependencies),
    ...exportActivities(dependencies),
    ...announceActivities(dependencies),
    ...manifestActivities(dependencies),
    ...noticeActivities(dependencies),
    ...nightlyActivities(dependencies),
    ...termbaseActivities(dependencies),
  };
}
