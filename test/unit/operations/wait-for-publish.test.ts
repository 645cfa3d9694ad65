import { ServiceError } from '../../../src/http/service-error';
import type { ServiceAccess, Who } from '../../../src/operations/operation';
import { serviceOperations } from '../../../src/operations/service-operations';

const { waitForPublish: wait } = serviceOperations;
const said = { project: 'default', jobId: 'job_1', timeoutMinutes: 1 };
const reader = { name: () => 'reader', prove: () => Promise.resolve({ by: 'reader' }) };

/** Nothing else is there: whoever may read has nothing started. */
const accessTo = (publishStatus: () => Promise<unknown>): ServiceAccess =>
  ({ localization: () => ({ publishStatus }) }) as unknown as ServiceAccess;

it('looks at a publish job until it has ended', async () => {
  const job = { status: 'completed', is_completed: true, is_failed: false };
  const told: string[] = [];
  const who: Who = { ...reader, progress: (message) => told.push(message) };
  const access = accessTo(() => Promise.resolve({ data: job }));
  expect(await wait.run(access, said, who)).toEqual({
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
  const who: Who = { ...reader, signal: gone.signal, progress: () => gone.abort() };
  const access = accessTo(() => Promise.resolve({ data: job }));
  expect(await wait.run(access, said, who)).toMatchObject({ ended: false, status: 'running' });
});

it('fails where there is no such job', async () => {
  const refusal = new ServiceError('no such job', { kind: 'refused', httpStatus: 404, code: 404 } as never);
  await expect(
    wait.run(
      accessTo(() => Promise.reject(refusal)),
      said,
      reader,
    ),
  ).rejects.toBe(refusal);
});
