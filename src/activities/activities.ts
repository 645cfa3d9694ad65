import { announceActivities } from './announcement';
import type { ActivityDependencies } from './dependencies';
import { fourEyesActivities } from './check-four-eyes';
import { exportActivities } from './export-files';
import { manifestActivities } from './keep-manifest';
import { nightlyActivities } from './plan-nightly';
import { noticeActivities } from './notices';
import { reminderActivities } from './reminders';
import { preflightActivities } from './preflight';
import { publishTurnActivities } from './publish-turn-activities';
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
    ...publishTurnActivities(dependencies),
    ...exportActivities(dependencies),
    ...announceActivities(dependencies),
    ...manifestActivities(dependencies),
    ...reminderActivities(),
    ...noticeActivities(dependencies),
    ...sourceActivities(dependencies),
    ...nightlyActivities(dependencies),
    ...termbaseActivities(dependencies),
  };
}
