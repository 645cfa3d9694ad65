import { announceActivities, quietHoursActivities } from './announcement';
import type { ActivityDependencies } from './dependencies';
import { exportActivities } from './export-files';
import { manifestActivities } from './keep-manifest';
import { nightlyActivities, sourceActivities } from './plan-nightly';
import { noticeActivities } from './notices';
import { fourEyesActivities, preflightActivities } from './preflight';
import { publishQueueActivities } from './publish-queue';
import { taskActivities, lostLanguageActivities } from './tasks';
import { termActivities, termMatchActivities } from './review-terms';
import { termbaseActivities } from './termbase';

export type Activities = ReturnType<typeof createActivities>;

export function createActivities(dependencies: ActivityDependencies) {
  return {
    ...preflightActivities(dependencies),
    ...fourEyesActivities(dependencies),
    ...taskActivities(dependencies),
    ...termActivities(dependencies),
    ...termMatchActivities(dependencies),
    ...publishQueueActivities(dependencies),
    ...lostLanguageActivities(dependencies),
    ...exportActivities(dependencies),
    ...announceActivities(dependencies),
    ...manifestActivities(dependencies),
    ...quietHoursActivities(),
    ...noticeActivities(dependencies),
    ...sourceActivities(dependencies),
    ...nightlyActivities(dependencies),
    ...termbaseActivities(dependencies),
  };
}
