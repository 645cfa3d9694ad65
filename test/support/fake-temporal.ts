/** What answers where a Temporal server should be, and how: no real one is half away at will. */
import { Metadata, Server, ServerCredentials, status, type handleUnaryCall } from '@grpc/grpc-js';
import { until } from './until';

/** `silent` never answers; `task failed` is what a server says of an update when a worker has failed its task. */
export type Answer = 'ok' | 'unavailable' | 'silent' | 'task failed' | 'refused';

const refusals = {
  unavailable: { code: status.UNAVAILABLE, details: 'not now' },
  'task failed': {
    code: status.FAILED_PRECONDITION,
    details: 'Unable to perform workflow execution update due to unexpected workflow task failure.',
  },
  refused: { code: status.FAILED_PRECONDITION, details: 'not like this' },
};

const methods = [
  'GetSystemInfo',
  'QueryWorkflow',
  'DescribeWorkflowExecution',
  'UpdateWorkflowExecution',
] as const;
export type Method = (typeof methods)[number];

export interface FakeTemporal {
  address: string;
  /** How often it was asked. */
  count(): number;
  asked(times: number): Promise<void>;
  stop(): Promise<void>;
}

/** The first time that it is asked is 1. What it says is empty. */
export async function startFakeTemporal(
  answer: (time: number, method: Method) => Answer,
): Promise<FakeTemporal> {
  let count = 0;
  const handlerOf =
    (method: Method): handleUnaryCall<Buffer, Buffer> =>
    (_call, respond) => {
      count += 1;
      const what = answer(count, method);
      if (what === 'ok') respond(null, Buffer.alloc(0));
      else if (what !== 'silent') respond({ ...refusals[what], metadata: new Metadata() });
    };
  const server = new Server();
  const bytes = (message: Buffer): Buffer => message;
  for (const method of methods) {
    server.register(
      `/temporal.api.workflowservice.v1.WorkflowService/${method}`,
      handlerOf(method),
      bytes,
      bytes,
      'unary',
    );
  }
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return {
    address: `127.0.0.1:${port}`,
    count: () => count,
    asked: async (times) => {
      await until(`it was asked ${times} times`, () => count >= times);
    },
    stop: () => {
      server.forceShutdown();
      return Promise.resolve();
    },
  };
}
