import { log } from '@temporalio/activity';
import { releaseId } from '../domain/identity';
import type { ActivityInput } from '../protocol/activity-inputs';

/** For releases that began before there were notices. */
export function reminderActivities() {
  return {
    /** One line in the worker's log per reminder. */
    remindOfTerms({ release, terms, dueAt, reminder }: ActivityInput<'remindOfTerms'>): Promise<void> {
      log.warn('Terms wait for an operator.', { release: releaseId(release), terms, dueAt, reminder });
      return Promise.resolve();
    },
  };
}
