/** What answers where a Temporal server should be, and how: no real one is half away at will. */
import {
  Client,
  credentials,
  Metadata,
  Server,
  ServerCredentials,
  status,
  type handleUnaryCall,
} from '@grpc/grpc-js';
import { until } from './until';

/** `silent` never answers; `lost` has the real server do it, and nobody hears of it in time; `task failed` is what a server says of an update when a worker has failed its task; `cancelled`, what is left of a call when the server stops. */
export type Answer = 'ok' | 'unavailable' | 'cancelled' | 'silent' | 'lost' | 'task failed' | 'refused';

const refusals = {
  unavailable: { code: status.UNAVAILABLE, details: 'not now' },
  cancelled: { code: status.CANCELLED, details: 'Call cancelled' },
  lost: { code: status.DEADLINE_EXCEEDED, details: 'too late' },
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
  'PollWorkflowExecutionUpdate',
  'StartWorkflowExecution',
  'GetWorkflowExecutionHistory',
  'DescribeTaskQueue',
] as const;
export type Method = (typeof methods)[number];

export interface FakeTemporal {
  address: string;
  /** How often it was asked. */
  count(): number;
  asked(times: number): Promise<void>;
  stop(): Promise<void>;
}

/** The first time that it is asked is 1. What it says is empty, or what the real server at `upstream` says. */
export async function startFakeTemporal(
  answer: (time: number, method: Method) => Answer,
  { upstream }: { upstream?: string } = {},
): Promise<FakeTemporal> {
  let count = 0;
  const real = upstream === undefined ? null : new Client(upstream, credentials.createInsecure());
  const bytes = (message: Buffer): Buffer => message;
  const pathOf = (method: Method): string => `/temporal.api.workflowservice.v1.WorkflowService/${method}`;
  const handlerOf =
    (method: Method): handleUnaryCall<Buffer, Buffer> =>
    ({ request, metadata }, respond) => {
      count += 1;
      const what = answer(count, method);
      const refuse = (how: keyof typeof refusals): void =>
        respond({ ...refusals[how], metadata: new Metadata() });
      if (what === 'silent') return;
      if (what !== 'ok' && what !== 'lost') refuse(what);
      else if (real === null) respond(null, Buffer.alloc(0));
      else
        real.makeUnaryRequest(pathOf(method), bytes, bytes, request, metadata, (error, reply) =>
          what === 'lost' ? refuse('lost') : respond(error, reply),
        );
    };
  const server = new Server();
  for (const method of methods) server.register(pathOf(method), handlerOf(method), bytes, bytes, 'unary');
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
      real?.close();
      return Promise.resolve();
    },
  };
}
