/** Passes a workflow's trace to all that it starts, without commands, so that histories with and without it replay. */
import type { Headers } from '@temporalio/common';
import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';
import { TRACE_HEADER } from '../protocol/read-payload';

export const interceptors: WorkflowInterceptorsFactory = () => {
  let trace: Headers = {};
  const passed = <Input extends { readonly headers: Headers }>(input: Input): Input => ({
    ...input,
    headers: { ...trace, ...input.headers },
  });
  return {
    inbound: [
      {
        execute(input, next) {
          const { [TRACE_HEADER]: header } = input.headers;
          if (header !== undefined) trace = { [TRACE_HEADER]: header };
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(passed(input)),
        startChildWorkflowExecution: (input, next) => next(passed(input)),
        continueAsNew: (input, next) => next(passed(input)),
      },
    ],
  };
};
