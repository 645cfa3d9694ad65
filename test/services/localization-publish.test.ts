import type { LocalizationClient } from '../../src/localization/localization-client';
import type { PublishTask } from '../../src/localization/requests';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { until } from '../support/until';
import {
  failureOf,
  localizationClient,
  LONG_MS,
  newTask,
  settledTask,
  startReceiver,
  startStillSandbox,
} from './support';

let sandbox: Sandbox;
let client: LocalizationClient;

beforeEach(async () => {
  sandbox = await startStillSandbox();
  client = localizationClient(sandbox);
});

const published = () => sandbox.localization.projectStrings('sandbox').strings;

describe('publishing a task', () => {
  it('goes from pending over running to completed, and is readable only then', async () => {
    const task_id = await settledTask(sandbox, client);
    const { data } = await client.publishTask({ task_id });
    expect(data).toMatchObject({
      task_id,
      job_id: expect.stringMatching(/^publish_open_/) as string,
      source_language: 'en',
      target_languages: ['ja', 'fr'],
    });
    const statusNow = async () => (await client.publishStatus(data)).data;
    expect(await statusNow()).toEqual({
      job_id: data.job_id,
      task_id,
      status: 'pending',
      is_completed: false,
      is_failed: false,
      error: null,
      accepted_at: data.accepted_at,
      updated_at: data.accepted_at,
    });
    sandbox.clock.advance(750);
    expect(await statusNow()).toMatchObject({ status: 'running' });
    expect(published()).toEqual([]);
    sandbox.clock.advance(750);
    expect(await statusNow()).toMatchObject({ status: 'completed', is_completed: true, is_failed: false });
    expect(published()).toEqual([
      {
        string_id: 'intro',
        content: 'Take the Dragon Sword, {name}.',
        translations: {
          ja: '⟦ja⟧ Take the Dragon Sword·ja, {name}.',
          fr: '⟦fr⟧ Take the Dragon Sword·fr, {name}.',
        },
      },
      expect.objectContaining({ string_id: 'outro' }),
    ]);
  });

  it('is told by the sandbox door as the service has it', async () => {
    const task_id = await settledTask(sandbox, client);
    await client.publishTask({ task_id });
    sandbox.clock.advance(LONG_MS);
    const door = await fetch(`${sandbox.url}/sandbox/projects/sandbox/strings`);
    expect(await door.json()).toEqual({ strings: published() });
    expect((await fetch(`${sandbox.url}/sandbox/projects/nobody/strings`)).status).toBe(404);
  });

  it('shows as a job of the task, while the status of the task stays what it is', async () => {
    const task_id = await settledTask(sandbox, client);
    const { job_id } = (await client.publishTask({ task_id })).data;
    const { data } = await client.taskStatus({ task_id });
    expect(data.status).toBe('completed');
    expect(data.jobs.at(-1)).toMatchObject({
      job_id,
      job_type: 'PUBLISH_TASK',
      status: 'PENDING',
      row_count: 2,
    });
  });

  it('publishes the languages of a supplement too', async () => {
    const task_id = await settledTask(sandbox, client);
    await client.supplementTranslate({ task_id, target_languages: ['ko'] });
    sandbox.clock.advance(LONG_MS);
    expect((await client.publishTask({ task_id })).data.target_languages).toEqual(['ja', 'fr', 'ko']);
    sandbox.clock.advance(LONG_MS);
    expect(published().map(({ translations }) => Object.keys(translations))).toEqual([
      ['ja', 'fr', 'ko'],
      ['ja', 'fr', 'ko'],
    ]);
  });

  it.each([
    ['replace', { fr: '⟦fr⟧ Another beginning' }],
    ['keep', { fr: '⟦fr⟧ Another beginning', ja: '⟦ja⟧ Once' }],
  ] as const)('of fewer languages, by the reading %s', async (reading, translations) => {
    const other = await startStillSandbox({ readings: { 'publish-languages': reading } });
    const its = localizationClient(other);
    const publish = async (client_task_id: string, content: string, target_languages: string[]) => {
      const strings = [{ string_id: 'intro', content }];
      const task_id = await settledTask(other, its, { client_task_id, strings, target_languages });
      await its.publishTask({ task_id });
      other.clock.advance(LONG_MS);
    };
    await publish('first', 'Once', ['ja', 'fr']);
    await publish('second', 'Another beginning', ['fr']);
    expect(other.localization.projectStrings('sandbox').strings).toEqual([
      { string_id: 'intro', content: 'Another beginning', translations },
    ]);
  });

  it('starts an independent workflow for each call; the journal shows that they overlapped, and the latest wins', async () => {
    const first = await settledTask(sandbox, client, { client_task_id: 'first' });
    const strings = [{ string_id: 'intro', content: 'Another beginning' }];
    const second = await settledTask(sandbox, client, { client_task_id: 'second', strings });
    const a = await client.publishTask({ task_id: first });
    sandbox.clock.advance(200);
    const b = await client.publishTask({ task_id: second });
    expect(b.traceId).not.toBe(a.traceId);
    sandbox.clock.advance(LONG_MS);
    const work = sandbox.journal
      .find({ kind: 'work', owner: 'sandbox' })
      .filter(({ subject }) => subject.startsWith('publish '))
      .map(({ subject, ids }) => [subject, ids.job_id]);
    expect(work).toEqual([
      ['publish started', a.data.job_id],
      ['publish started', b.data.job_id],
      ['publish completed', a.data.job_id],
      ['publish completed', b.data.job_id],
    ]);
    expect(published().map(({ string_id, content }) => [string_id, content])).toEqual([
      ['intro', 'Another beginning'],
      ['outro', expect.any(String)],
    ]);
  });

  it('fills the TM, from which the same content is translated as before', async () => {
    const task_id = await settledTask(sandbox, client);
    await client.publishTask({ task_id });
    sandbox.clock.advance(LONG_MS);
    const [term] = (await client.queryTerms({ keyword: 'dragon' })).data.items;
    await client.updateTerms({
      terms: [{ id: term?.id ?? '', translations: { ja: '竜の剣', ko: '용의 검' } }],
    });
    const again = await settledTask(sandbox, client, {
      client_task_id: 'again',
      scan_terms: false,
      target_languages: ['ja', 'ko'],
      strings: [
        { string_id: 'intro.2', content: 'Take the Dragon Sword, {name}.' },
        { string_id: 'new', content: 'No Dragon Sword, no glory.' },
      ],
    });
    await client.publishTask({ task_id: again });
    sandbox.clock.advance(LONG_MS);
    expect(published().slice(2)).toMatchObject([
      {
        translations: { ja: '⟦ja⟧ Take the Dragon Sword·ja, {name}.', ko: '⟦ko⟧ Take the 용의 검, {name}.' },
      },
      { translations: { ja: '⟦ja⟧ No 竜の剣, no glory.', ko: '⟦ko⟧ No 용의 검, no glory.' } },
    ]);
  });

  it.each([
    ['publish-trigger', 502],
    ['publish', 500],
  ])('fails when %s fails, after a response that was a success', async (work, code) => {
    const receiver = await startReceiver();
    const task_id = await settledTask(sandbox, client);
    sandbox.faults.add({ on: `work ${work}`, do: 'fail', reason: 'disk full' });
    const { data, traceId } = await client.publishTask({ task_id, callback_url: receiver.url });
    sandbox.clock.advance(LONG_MS);
    expect((await client.publishStatus(data)).data).toMatchObject({
      status: 'failed',
      is_failed: true,
      is_completed: false,
      error: 'disk full',
    });
    await until('the callback', () => receiver.received.length > 0);
    expect(receiver.received.map(({ payload }) => payload)).toMatchObject([
      {
        event: 'task.publish.failed',
        task_id,
        trace_id: traceId,
        status: 'FAILED',
        error: 'disk full',
        detail: { error: expect.stringContaining(String(code)) as string },
      },
    ]);
    expect(published()).toEqual([]);
    expect((await client.taskStatus({ task_id })).data.is_completed).toBe(true);
  });

  it("calls back with its own trace id, at the call's URL or else the task's, whatever events the task chose", async () => {
    const receiver = await startReceiver();
    const task_id = await settledTask(sandbox, client, {
      callback_url: `${receiver.url}/task`,
      callback_events: ['task.failed'],
    });
    const { traceId } = await client.publishTask({ task_id });
    await client.publishTask({ task_id, callback_url: `${receiver.url}/call` });
    await client.publishTask({ task_id, callback_events: ['task.publish.failed'] });
    sandbox.clock.advance(LONG_MS);
    await until('two callbacks', () => receiver.received.length === 2);
    expect(receiver.received.map(({ path, payload }) => [path, payload.event])).toEqual([
      ['/task', 'task.publish.completed'],
      ['/call', 'task.publish.completed'],
    ]);
    expect(receiver.received[0]?.payload).toMatchObject({
      trace_id: traceId,
      status: 'SUCCEEDED',
      error: null,
      detail: { message: expect.any(String) as string },
    });
  });

  it('is refused for what it does not document, and changes nothing', async () => {
    const rows: [string, Partial<Record<keyof PublishTask, unknown>>, number][] = [
      ['400 without task_id', { task_id: '' }, 400],
      ['400 for a bad callback_url', { callback_url: 'javascript:alert(1)' }, 400],
      ['400 for an event that is not of a publish', { callback_events: ['task.completed'] }, 400],
      ['404 for an unknown task', { task_id: 'task_0' }, 404],
    ];
    const task_id = await settledTask(sandbox, client);
    for (const [what, fields, code] of rows) {
      const body = { task_id, ...fields } as PublishTask;
      expect({ what, reply: await failureOf(client.publishTask(body)) }).toMatchObject({
        what,
        reply: { code, effect: 'none' },
      });
      expect(sandbox.localization.project('sandbox').publishJobs.size).toBe(0);
    }
  });

  it('is 403 for a task of another project', async () => {
    const task_id = await settledTask(sandbox, client);
    const other = localizationClient(sandbox, { project: 'other' });
    expect(await failureOf(other.publishTask({ task_id }))).toMatchObject({ code: 403 });
  });

  it('is 422 for a task without source strings, target languages or source language', async () => {
    const empty = { client_task_id: 'empty', strings: [{ string_id: 'a', content: '' }] };
    const emptyTask = await settledTask(sandbox, client, empty);
    expect(await failureOf(client.publishTask({ task_id: emptyTask }))).toMatchObject({ code: 422 });

    const task_id = await settledTask(sandbox, client);
    const task = sandbox.localization.project('sandbox').tasks.get(task_id);
    if (task !== undefined) task.target_languages = [];
    expect(await failureOf(client.publishTask({ task_id }))).toMatchObject({ code: 422 });

    const projects = [{ id: 'sandbox', appKey: 'k', appSecret: 's', sourceLanguage: null }];
    const speechless = localizationClient(await startStillSandbox({ projects }));
    const created = (await speechless.createTask(newTask())).data;
    const call = speechless.publishTask({ task_id: created.task_id });
    expect(await failureOf(call)).toMatchObject({ code: 422 });
  });
});

describe('the status of a publish job', () => {
  it('is 400 without an id, and 404 unless it is a publish job of the same App Key', async () => {
    const task_id = await settledTask(sandbox, client);
    const { job_id } = (await client.publishTask({ task_id })).data;
    const other = localizationClient(sandbox, { project: 'other' });
    const [translation] = (await client.taskStatus({ task_id })).data.jobs;
    const codes = await Promise.all(
      [
        client.publishStatus({ job_id: '' }),
        client.publishStatus({ job_id: 'publish_open_0' }),
        client.publishStatus({ job_id: translation?.job_id ?? '' }),
        other.publishStatus({ job_id }),
      ].map(async (call) => (await failureOf(call)).code),
    );
    expect(codes).toEqual([400, 404, 404, 404]);
  });
});
