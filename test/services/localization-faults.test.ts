import { type FaultRuleInput, faultSubjects } from '../../src/sandbox/faults';
import { failureOf, localizationClient, LONG_MS, newTask, settledTask, startStillSandbox } from './support';
import { startSandbox } from '../../src/sandbox/sandbox';

/** What each fault of a request leaves behind, and what the client makes of it. */
async function publishUnder(fault: Omit<FaultRuleInput, 'on'>, timeoutMs = 10_000) {
  const sandbox = await startStillSandbox();
  const client = localizationClient(sandbox, { timeoutMs });
  const task_id = await settledTask(sandbox, client);
  sandbox.faults.add({ on: 'POST /tasks/publish', ...fault });
  const error = await failureOf(client.publishTask({ task_id }));
  const jobs = sandbox.localization.project('sandbox').publishJobs.size;
  const [entry] = sandbox.journal.find({ subject: 'POST /tasks/publish' });
  return { error, jobs, entry, again: () => client.publishTask({ task_id }) };
}

describe('a fault of a request', () => {
  it('refuse: answers with the error, before any work', async () => {
    const fault = { do: 'refuse', code: 429, message: 'slow down', retryAfter: '7' } as const;
    const { error, jobs, entry, again } = await publishUnder(fault);
    expect(error).toMatchObject({ kind: 'refused', code: 429, effect: 'none' });
    expect(jobs).toBe(0);
    expect(entry).toMatchObject({ fault: 'refuse', answered: true, code: 429, effect: null });
    expect((await again()).data.job_id).toMatch(/^publish_open_/);
  });

  it('lose-reply: the work is done, and the client cannot know', async () => {
    const { error, jobs, entry } = await publishUnder({ do: 'lose-reply' });
    expect(error).toMatchObject({ kind: 'interrupted', effect: 'unknown' });
    expect(jobs).toBe(1);
    expect(entry).toMatchObject({ fault: 'lose-reply', answered: false, effect: 'publish started' });
  });

  it('reset: nothing is done, and the client cannot know that either', async () => {
    const { error, jobs, entry } = await publishUnder({ do: 'reset' });
    expect(error).toMatchObject({ kind: 'interrupted', effect: 'unknown' });
    expect(jobs).toBe(0);
    expect(entry).toMatchObject({ fault: 'reset', answered: false, effect: null });
  });

  it('delay: the work is done, and the reply comes after the client has given up', async () => {
    const { error, jobs } = await publishUnder({ do: 'delay', ms: 2_000 }, 300);
    expect(error).toMatchObject({ kind: 'timeout', effect: 'unknown' });
    expect(jobs).toBe(1);
  });

  it('garbage: the work is done, and the reply is not of this service', async () => {
    const { error, jobs } = await publishUnder({ do: 'garbage' });
    expect(error).toMatchObject({ kind: 'unreadable', effect: 'unknown', httpStatus: 200 });
    expect(jobs).toBe(1);
  });

  it('garbage with a status: a proxy answers in its place', async () => {
    const { error, jobs } = await publishUnder({
      do: 'garbage',
      status: 504,
      body: '<h1>Gateway Timeout</h1>',
    });
    expect(error).toMatchObject({ kind: 'refused', code: 504, effect: 'unknown' });
    expect(jobs).toBe(1);
  });

  it('endless: the work is done, and the reply never ends', async () => {
    const { error, jobs } = await publishUnder({ do: 'endless' }, 300);
    expect(error).toMatchObject({ kind: 'timeout', effect: 'unknown' });
    expect(jobs).toBe(1);
  });
});

it('a lost reply of create is repaired by the same client_task_id', async () => {
  const sandbox = await startStillSandbox();
  const client = localizationClient(sandbox);
  sandbox.faults.add({ on: 'POST /tasks/create', do: 'lose-reply' });
  expect(await failureOf(client.createTask(newTask()))).toMatchObject({ effect: 'unknown' });
  await client.createTask(newTask());
  expect(sandbox.localization.project('sandbox').tasks.size).toBe(1);
});

it('a lost reply of a supplement can be found in the jobs of its task', async () => {
  const sandbox = await startStillSandbox();
  const client = localizationClient(sandbox);
  const task_id = await settledTask(sandbox, client);
  const before = (await client.taskStatus({ task_id })).data.jobs.map(({ job_id }) => job_id);
  sandbox.faults.add({ on: 'POST /tasks/supplement-translate', do: 'lose-reply' });
  await failureOf(client.supplementTranslate({ task_id, target_languages: ['ko'] }));
  const fresh = (await client.taskStatus({ task_id })).data.jobs.filter(
    ({ job_id }) => !before.includes(job_id),
  );
  expect(fresh).toMatchObject([{ job_type: 'TRANSLATE', status: 'RUNNING' }]);
  sandbox.clock.advance(LONG_MS);
  expect((await client.taskStatus({ task_id })).data.target_languages).toContain('ko');
});

it('a fault can be put on every endpoint that there is, and on no other', async () => {
  const endpoints = new Set<string>(['GET /download']);
  for (const reading of ['objects', 'post-only'] as const) {
    const sandbox = await startSandbox({ readings: { 'languages-reply': reading } });
    for (const endpoint of [...sandbox.localization.endpoints, ...sandbox.social.endpoints])
      endpoints.add(endpoint);
    await sandbox.close();
  }
  expect([...endpoints].sort()).toEqual([...faultSubjects.request].sort());
});
