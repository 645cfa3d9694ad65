import { log } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { ActivityInput } from '../protocol/activity-inputs';
import type { ProblemDetails } from '../domain/call-problem';
import { InputError, toldLines, type Finding } from '../source/input-error';
import { readSourcesApart } from '../source/read-apart';
import { putSnapshotTexts, type SourceSnapshot } from '../store/source-snapshot';
import type { ActivityDependencies } from './dependencies';

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
        throw error instanceof InputError ? badSource(error) : error;
      }
    },
  };
}

/** What a person wrote does not get better by reading it again. */
function badSource({ message }: InputError): ApplicationFailure {
  const details: ProblemDetails = {
    origin: 'source',
    code: 'bad_source',
    endpoint: null,
    effect: 'none',
    traceId: null,
    advice: 'Fix the file. It is read again the next night, or when the schedule is triggered.',
  };
  return ApplicationFailure.create({ type: 'Refused', nonRetryable: true, message, details: [details] });
}
