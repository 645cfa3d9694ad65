import { serviceTools } from '../../../src/mcp/service-tools';
import type { ToolAccess, ToolCall } from '../../../src/mcp/tool';
import { ServiceError } from '../../../src/http/service-error';

const wait = serviceTools.find(({ name }) => name === 'svc_wait_for_publish');
const said = { project: 'default', jobId: 'job_1', timeoutMinutes: 1 };

/** Nothing else is there: whoever may read has nothing started. */
const accessTo = (publishStatus: () => Promise<unknown>): ToolAccess =>
  ({ localization: () => ({ publishStatus }) }) as unknown as ToolAccess;

it('looks at a publish job until it has ended', async () => {
  const job = { status: 'completed', is_completed: true, is_failed: false };
  const told: string[] = [];
  const call: ToolCall = { signal: new AbortController().signal, progress: (message) => told.push(message) };
  const access = accessTo(() => Promise.resolve({ data: job }));
  expect(await wait?.run(access, said as never, call)).toEqual({
    jobId: 'job_1',
    ended: true,
    status: 'completed',
    error: null,
  });
  expect(told).toEqual(['Publish job job_1: completed']);
});

it('ends with whoever waits', async () => {
  const gone = new AbortController();
  const job = { status: 'running', is_completed: false, is_failed: false };
  const call: ToolCall = { signal: gone.signal, progress: () => gone.abort() };
  const access = accessTo(() => Promise.resolve({ data: job }));
  expect(await wait?.run(access, said as never, call)).toMatchObject({ ended: false, status: 'running' });
});

it('fails where there is no such job', async () => {
  const refusal = new ServiceError('no such job', { kind: 'refused', httpStatus: 404, code: 404 } as never);
  const call: ToolCall = { signal: new AbortController().signal, progress: () => undefined };
  await expect(
    wait?.run(
      accessTo(() => Promise.reject(refusal)),
      said as never,
      call,
    ),
  ).rejects.toBe(refusal);
});
