import { log } from '@temporalio/activity';
import type { ActivityInput } from '../protocol/activity-inputs';
import { InputError, toldLines, type Finding } from '../source/input-error';
import { readSourcesApart } from '../source/read-apart';
import { putSnapshotTexts, type SourceSnapshot } from '../store/source-snapshot';
import type { ActivityDependencies } from './dependencies';
import { localFailure } from './local-failures';

export function sourceActivities({ store }: Pick<ActivityDependencies, 'store'>) {
  return {
    /** Keeps the strings of the worker's files as they are now. */
    async snapshotSource({
      escape,
      strict = false,
      ...source
    }: ActivityInput<'snapshotSource'>): Promise<SourceSnapshot> {
      const found: Finding[] = [];
      try {
        const texts = await readSourcesApart(source, escape, (doubts) => {
          found.push(...doubts);
        });
        if (strict && found.length > 0) throw new InputError(found);
        for (const doubt of toldLines(found)) log.warn('A source file has a warning.', { doubt });
        return await putSnapshotTexts(store, texts);
      } catch (error) {
        // What a person wrote does not get better by reading it again.
        if (error instanceof InputError)
          throw localFailure('Refused', 'bad_source', { reason: error.message });
        throw error;
      }
    },
  };
}
