import { announceActivities } from './announcement';
import type { ActivityDependencies } from './dependencies';
import { fourEyesActivities } from './check-four-eyes';
import { exportActivities } from './export-files';
import { lostLanguageActivities } from './lost-languages';
import { manifestActivities } from './keep-manifest';
import { nightlyActivities } from './plan-nightly';
import { noticeActivities } from './notices';
import { preflightActivities } from './preflight';
import { publishQueueActivities } from './publish-queue';
import { quietHoursActivities } from './quiet-hours';
import { sourceActivities } from './snapshot-source';
import { taskActivities } from './tasks';
import { termMatchActivities } from './match-termbase';
import { termActivities } from './review-terms';
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
