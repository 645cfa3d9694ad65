/** An activity gets its input as the protocol has it; another worker's version may have sent something else. */
import { activityInfo } from '@temporalio/activity';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import * as z from 'zod';
import { activityInputs, type ActivityName } from '../protocol/activity-inputs';
import { needsPerson } from './local-failures';

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
  throw needsPerson(
    'release',
    'activity_input',
    `The worker cannot read what it was given for ${activityType}: ${z.prettifyError(error)}. ` +
      'Another version of locrelease may have sent it. Run workers of one version.',
  );
}

function isKnown(activityType: string): activityType is ActivityName {
  return Object.hasOwn(activityInputs, activityType);
}
