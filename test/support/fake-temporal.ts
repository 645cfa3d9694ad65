/** What answers where a Temporal server should be, and how: for what happens when one is away, which no real one does at will. */
import { Metadata, Server, ServerCredentials, status, type handleUnaryCall } from '@grpc/grpc-js';
import { until } from './until';

/** `silent` never answers. */
export type Answer = 'ok' | 'unavailable' | 'silent';

export interface FakeTemporal {
  address: string;
  /** How often it was asked. */
  count(): number;
  asked(times: number): Promise<void>;
  stop(): Promise<void>;
}

/** Answers `getSystemInfo` alone; the first time is 1. */
export async function startFakeTemporal(answer: (time: number) => Answer): Promise<FakeTemporal> {
  let count = 0;
  const handle: handleUnaryCall<Buffer, Buffer> = (_call, respond) => {
    count += 1;
    const what = answer(count);
    if (what === 'ok') respond(null, Buffer.alloc(0));
    if (what === 'unavailable') {
      respond({ code: status.UNAVAILABLE, details: 'not now', metadata: new Metadata() });
    }
  };
  const server = new Server();
  const bytes = (message: Buffer): Buffer => message;
  server.addService(
    {
      getSystemInfo: {
        path: '/temporal.api.workflowservice.v1.WorkflowService/GetSystemInfo',
        requestStream: false,
        responseStream: false,
        requestSerialize: bytes,
        requestDeserialize: bytes,
        responseSerialize: bytes,
        responseDeserialize: bytes,
      },
    },
    { getSystemInfo: handle },
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return {
    address: `127.0.0.1:${port}`,
    count: () => count,
    asked: (times) => until(`it was asked ${times} times`, () => count >= times),
    stop: () => Promise.resolve(server.forceShutdown()),
  };
}
