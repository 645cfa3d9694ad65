/**
 * What a call answers is kept in the history of its workflow. Temporal takes no more than 2 MB at once, and would go on
 * trying for good: what a service blew up beyond that is put before a person.
 */
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { localFailure } from './local-failures';

const MOST_BYTES = 1_000_000;

export const boundResults: ActivityInterceptorsFactory = ({ info: { activityType } }) => ({
  inbound: {
    async execute(input, next) {
      const result: unknown = await next(input);
      const bytes = Buffer.byteLength(JSON.stringify(result ?? null));
      if (bytes <= MOST_BYTES) return result;
      const facts = { call: activityType, bytes, most: MOST_BYTES };
      throw localFailure('NeedsPerson', 'result_too_large', facts);
    },
  },
});
