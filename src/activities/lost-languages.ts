import { readLoss } from '../checks/check-lost-languages';
import { lostLanguages } from '../domain/lost-languages';
import type { ActivityInput } from '../protocol/activity-inputs';
import type { ActivityDependencies } from './dependencies';

export interface LostLanguages {
  /** What the publish takes away, or may take away where that is not known. */
  lostLanguages: string[];
  /** Id of the release that has published them; null: none has. */
  publishedBy: string | null;
}

export function lostLanguageActivities({ manifests, store, temporal, readings }: ActivityDependencies) {
  return {
    async readLostLanguages(task: ActivityInput<'readLostLanguages'>): Promise<LostLanguages> {
      const loss = await readLoss({ manifests, store, temporal, readings }, task);
      const { last } = loss;
      return {
        lostLanguages: lostLanguages(loss),
        publishedBy: last === null || 'unread' in last ? null : last.id,
      };
    },
  };
}
