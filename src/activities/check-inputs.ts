/** An activity gets its input as the protocol has it; another worker's version may have sent something else. */
import { activityInfo } from '@temporalio/activity';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import * as z from 'zod';
import { activityInputs, type ActivityName } from '../protocol/activity-inputs';
import { localFailure } from './local-failures';

export const checkActivityInputs: ActivityInterceptorsFactory = () => ({
  inbound: {
    execute(input, next) {
      const [given, ...others] = input.args;
      return next({ ...input, args: [checked(activityInfo().activityType, given), ...others] });
    },
  },
});

function checked(activityType: string, given: unknown): unknown {
  if (!isKnown(activityType)) return given;
  const { data, error } = activityInputs[activityType].safeParse(given);
  if (error === undefined) return data;
  const faults = z.prettifyError(error);
  throw localFailure('NeedsPerson', 'activity_input', { call: activityType, faults });
}

function isKnown(activityType: string): activityType is ActivityName {
  return Object.hasOwn(activityInputs, activityType);
}
