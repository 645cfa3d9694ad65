import { announceActivities } from './announce';
import type { ActivityDependencies } from './dependencies';
import { exportActivities } from './export';
import { nightlyActivities } from './nightly';
import { noticeActivities } from './notices';
import { preflightActivities } from './preflight';
import { publishTurnActivities } from './publish-turn';
import { sourceActivities } from './source';
import { taskActivities } from './tasks';
import { termMatchActivities } from './term-matches';
import { termActivities } from './terms';
import { termbaseActivities } from './termbase';

export type Activities = ReturnType<typeof createActivities>;

export function createActivities(dependencies: ActivityDependencies) {
  return {
    ...preflightActivities(dependencies),
    ...taskActivities(dependencies),
    ...termActivities(dependencies),
    ...termMatchActivities(dependencies),
    ...publishTurnActivities(dependencies),
    ...exportActivities(dependencies),
    ...announceActivities(dependencies),
    ...noticeActivities(),
    ...sourceActivities(dependencies),
    ...nightlyActivities(dependencies),
    ...termbaseActivities(dependencies),
  };
}
