import { log } from '@temporalio/activity';
import { releaseId, type ReleaseName } from '../domain/identity';

export interface Reminder {
  release: ReleaseName;
  terms: number;
  dueAt: string;
  reminder: number;
}

export function noticeActivities() {
  return {
    /** One line in the worker's log per reminder; whoever watches the log can send it on. */
    remindOfTerms({ release, terms, dueAt, reminder }: Reminder): Promise<void> {
      log.warn('terms wait for an operator', { release: releaseId(release), terms, dueAt, reminder });
      return Promise.resolve();
    },
  };
}
