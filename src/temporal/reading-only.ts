import { type Interceptor, InterceptingCall } from '@grpc/grpc-js';
import { AsyncLocalStorage } from 'node:async_hooks';

const reading = new AsyncLocalStorage<true>();

/** The work can send Temporal only requests that read, whichever client it uses and however deep in the call. */
export function readingOnly<Result>(read: () => Promise<Result>): Promise<Result> {
  return reading.run(true, read);
}

/** The reading methods of all that Temporal offers. A poll for the result of an update reads too. */
const readingMethods = /\/(?:Describe|List|Count|Get|Query|Scan|Check|PollWorkflowExecutionUpdate)[A-Za-z]*$/;

export const refuseWrites: Interceptor = (options, nextCall) => {
  const { path } = options.method_definition;
  if (reading.getStore() === true && !readingMethods.test(path))
    throw new Error(`An operation that reads sent ${path} to Temporal. Nothing was done.`);
  return new InterceptingCall(nextCall(options));
};
