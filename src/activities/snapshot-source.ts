import { ApplicationFailure } from '@temporalio/common';
import type { ActivityInput } from '../protocol/activity-inputs';
import type { ProblemDetails } from '../domain/problem';
import { InputError } from '../source/input-error';
import { readSource } from '../source/read-source';
import { putSnapshot, type SourceSnapshot } from '../store/source-snapshot';
import type { ActivityDependencies } from './dependencies';

export function sourceActivities({ store }: Pick<ActivityDependencies, 'store'>) {
  return {
    /** Keeps the strings of a file on the worker as they are now. */
    async snapshotSource({ file, escape }: ActivityInput<'snapshotSource'>): Promise<SourceSnapshot> {
      try {
        return await putSnapshot(store, await readSource(file, escape));
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
