import type { LocalizationClient } from '../../src/localization/localization-client';
import type { SupplementTranslate } from '../../src/localization/requests';
import { translateSteps } from '../../src/domain/release/stages';
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
  type Receiver,
} from './support';

let sandbox: Sandbox;
let client: LocalizationClient;
let receiver: Receiver;

beforeEach(async () => {
  sandbox = await startStillSandbox();
  client = localizationClient(sandbox);
  receiver = await startReceiver();
});

const finishedTask = (): Promise<string> =>
  settledTask(sandbox, client, { callback_url: receiver.url, callback_events: ['task.publish.failed'] });

function stringsOf(task_id: string) {
  return sandbox.localization.project('sandbox').tasks.get(task_id)?.strings ?? [];
}

describe('a supplement', () => {
  it('translates the new languages in a workflow of its own', async () => {
    const task_id = await finishedTask();
    const { data } = await client.supplementTranslate({ task_id, target_languages: ['ko'] });
    expect(data).toMatchObject({
      task_id,
      job_id: expect.stringMatching(/^supplement_translate_/) as string,
      requested_target_languages: ['ko'],
      effective_target_languages: ['ko'],
      skipped_target_languages: [],
      all_already_translated: false,
    });
    const during = (await client.taskStatus({ task_id })).data;
    expect(during).toMatchObject({ status: 'completed', target_languages: ['ja', 'fr'] });
    expect(during.jobs.at(-1)).toMatchObject({
      job_id: data.job_id,
      job_type: 'TRANSLATE',
      status: 'RUNNING',
      row_count: 2,
    });

    sandbox.clock.advance(LONG_MS);
    const after = (await client.taskStatus({ task_id })).data;
    expect(after).toMatchObject({
      target_languages: ['ja', 'fr', 'ko'],
      progress: { rows_total: 6, rows_done: 6 },
    });
    expect(after.jobs.at(-1)).toMatchObject({ job_id: data.job_id, status: 'COMPLETED' });
    expect(stringsOf(task_id).map(({ translations }) => Object.keys(translations))).toEqual([
      ['ja', 'fr', 'ko'],
      ['ja', 'fr', 'ko'],
    ]);
    expect(sandbox.journal.find({ subject: 'supplement completed' })).toMatchObject([
      { effect: 'ko', ids: { task_id, job_id: data.job_id } },
    ]);
  });

  it('trims and de-duplicates, and skips the source language and what is translated', async () => {
    const task_id = await finishedTask();
    const target_languages = [' ko', 'ko ', 'en', 'ja'];
    const { data } = await client.supplementTranslate({ task_id, target_languages });
    expect(data).toMatchObject({
      requested_target_languages: ['ko', 'en', 'ja'],
      effective_target_languages: ['ko'],
      skipped_target_languages: ['en', 'ja'],
    });
  });

  it('runs nothing where no language is left, and says so in one task.completed', async () => {
    const task_id = await finishedTask();
    const { data, traceId } = await client.supplementTranslate({
      task_id,
      target_languages: ['ja', 'en'],
      callback_url: `${receiver.url}/here`,
      callback_events: ['task.completed'],
    });
    expect(data).toMatchObject({
      job_id: null,
      all_already_translated: true,
      effective_target_languages: [],
    });
    await until('the callback', () => receiver.received.length > 0);
    sandbox.clock.advance(LONG_MS);
    expect(receiver.received.map(({ payload }) => payload)).toMatchObject([
      {
        event: 'task.completed',
        task_id,
        trace_id: traceId,
        status: 'SUCCEEDED',
        error: null,
        detail: {
          skipped: true,
          reason: 'all_languages_already_translated',
          trigger: 'supplement',
          requested_target_languages: ['ja', 'en'],
          effective_target_languages: [],
          skipped_target_languages: ['ja', 'en'],
        },
      },
    ]);
    expect((await client.taskStatus({ task_id })).data.jobs).toHaveLength(2);
  });

  it("calls back with its own trace id, to the body's URL and for its events, and never of a term scan", async () => {
    const task_id = await finishedTask();
    const { traceId } = await client.supplementTranslate({
      task_id,
      target_languages: ['ko'],
      callback_url: `${receiver.url}/supplement`,
      callback_events: [...translateSteps, 'term_scan.completed', 'task.completed'],
    });
    sandbox.clock.advance(LONG_MS);
    await until('task.completed', () => receiver.events().includes('task.completed'));
    expect(receiver.events()).toEqual([...translateSteps, 'task.completed']);
    expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(['/supplement']));
    expect(new Set(receiver.received.map(({ payload }) => payload.trace_id))).toEqual(new Set([traceId]));
    expect(receiver.received.at(-1)?.payload).toMatchObject({ detail: { trigger: 'supplement' } });
  });

  it("inherits the task's URL and events where it gives none", async () => {
    const task_id = await settledTask(sandbox, client, {
      callback_url: `${receiver.url}/task`,
      callback_events: ['task.completed'],
    });
    await until('task.completed of the task', () => receiver.received.length === 1);
    const { traceId } = await client.supplementTranslate({
      task_id,
      target_languages: ['ko'],
      callback_url: '',
    });
    sandbox.clock.advance(LONG_MS);
    await until('task.completed of the supplement', () => receiver.received.length === 2);
    expect(receiver.received[1]).toMatchObject({
      path: '/task',
      payload: { event: 'task.completed', trace_id: traceId },
    });
    expect(receiver.received[0]?.payload.trace_id).not.toBe(traceId);
  });

  it('starts a workflow for every call, also on the same language', async () => {
    const task_id = await finishedTask();
    const first = await client.supplementTranslate({ task_id, target_languages: ['ko'] });
    const second = await client.supplementTranslate({ task_id, target_languages: ['ko'] });
    expect(second.data.job_id).not.toBe(first.data.job_id);
    expect(second.traceId).not.toBe(first.traceId);
    sandbox.clock.advance(LONG_MS);
    const { data } = await client.taskStatus({ task_id });
    expect(data.target_languages).toEqual(['ja', 'fr', 'ko']);
    expect(data.jobs.slice(-2)).toMatchObject([{ status: 'COMPLETED' }, { status: 'COMPLETED' }]);
  });

  it('leaves out termbase and TM on request', async () => {
    const task_id = await finishedTask();
    const [term] = (await client.queryTerms({ keyword: 'dragon' })).data.items;
    await client.updateTerms({
      terms: [{ id: term?.id ?? '', translations: { ko: '용의 검', de: 'Drachenschwert' } }],
    });
    await client.supplementTranslate({ task_id, target_languages: ['ko'] });
    await client.supplementTranslate({ task_id, target_languages: ['de'], skip_tb: true });
    sandbox.clock.advance(LONG_MS);
    expect(stringsOf(task_id)[0]?.translations).toMatchObject({
      ko: '⟦ko⟧ Take the 용의 검, {name}.',
      de: '⟦de⟧ Take the Dragon Sword, {name}.',
    });
    await client.publishTask({ task_id });
    sandbox.clock.advance(LONG_MS);
    // The TM has the German without the term; only a supplement that skips it sees the termbase.
    const again = { scan_terms: false, target_languages: ['ja'] };
    const remembering = await settledTask(sandbox, client, { ...again, client_task_id: 'b' });
    const forgetting = await settledTask(sandbox, client, { ...again, client_task_id: 'c' });
    await client.supplementTranslate({ task_id: remembering, target_languages: ['de'] });
    await client.supplementTranslate({ task_id: forgetting, target_languages: ['de'], skip_tm: true });
    sandbox.clock.advance(LONG_MS);
    expect(stringsOf(remembering)[0]?.translations.de).toBe('⟦de⟧ Take the Dragon Sword, {name}.');
    expect(stringsOf(forgetting)[0]?.translations.de).toBe('⟦de⟧ Take the Drachenschwert, {name}.');
  });

  it.each([
    ['supplement-trigger', 502],
    ['supplement', 500],
  ])('reports a failed %s by task.failed alone, with the response already given', async (work, code) => {
    const task_id = await finishedTask();
    sandbox.faults.add({ on: `work ${work}`, do: 'fail', reason: 'no worker' });
    const { data, traceId } = await client.supplementTranslate({
      task_id,
      target_languages: ['ko'],
      callback_url: receiver.url,
      callback_events: ['task.failed', 'task.completed'],
    });
    expect(data.job_id).toMatch(/^supplement_translate_/);
    sandbox.clock.advance(LONG_MS);
    await until('task.failed', () => receiver.received.length > 0);
    expect(receiver.received.map(({ payload }) => payload)).toMatchObject([
      {
        event: 'task.failed',
        status: 'FAILED',
        trace_id: traceId,
        error: 'no worker',
        detail: { failure_code: code },
      },
    ]);
    const status = (await client.taskStatus({ task_id })).data;
    expect(status).toMatchObject({ status: 'completed', target_languages: ['ja', 'fr'] });
    expect(status.jobs.at(-1)).toMatchObject({ job_id: data.job_id, status: 'FAILED', error: 'no worker' });
  });
});

describe('a supplement that is refused', () => {
  it('is refused for what it does not document, and changes nothing', async () => {
    const rows: [string, Partial<Record<keyof SupplementTranslate, unknown>>, number][] = [
      ['400 without task_id', { task_id: '' }, 400],
      ['400 without languages', { target_languages: [] }, 400],
      ['400 for an unsupported language', { target_languages: ['tlh'] }, 400],
      ['400 for a bad callback_url', { callback_url: 'nowhere' }, 400],
      ['400 for an unknown event', { callback_events: ['task.exploded'] }, 400],
      ['404 for an unknown task', { task_id: 'task_0' }, 404],
    ];
    const task_id = await finishedTask();
    for (const [what, fields, code] of rows) {
      const body = { task_id, target_languages: ['ko'], ...fields } as SupplementTranslate;
      expect({ what, reply: await failureOf(client.supplementTranslate(body)) }).toMatchObject({
        what,
        reply: { code, effect: 'none' },
      });
      expect((await client.taskStatus({ task_id })).data.jobs).toHaveLength(2);
    }
  });

  it('is 403 for a task of another project', async () => {
    const task_id = await finishedTask();
    const other = localizationClient(sandbox, { project: 'other' });
    const call = other.supplementTranslate({ task_id, target_languages: ['ko'] });
    expect(await failureOf(call)).toMatchObject({ code: 403 });
  });

  it('is 422 for a task without source strings, target languages or source language', async () => {
    const empty = { client_task_id: 'empty', strings: [{ string_id: 'a', content: '' }] };
    const body = { task_id: await settledTask(sandbox, client, empty), target_languages: ['ko'] };
    expect(await failureOf(client.supplementTranslate(body))).toMatchObject({ code: 422 });

    const task_id = await finishedTask();
    const task = sandbox.localization.project('sandbox').tasks.get(task_id);
    if (task !== undefined) task.target_languages = [];
    const call = client.supplementTranslate({ task_id, target_languages: ['ko'] });
    expect(await failureOf(call)).toMatchObject({ code: 422 });

    const projects = [{ id: 'sandbox', appKey: 'k', appSecret: 's', sourceLanguage: null }];
    const speechless = localizationClient(await startStillSandbox({ projects }));
    const created = (await speechless.createTask(newTask())).data;
    const late = speechless.supplementTranslate({ task_id: created.task_id, target_languages: ['ko'] });
    expect(await failureOf(late)).toMatchObject({ code: 422 });
  });
});

it('takes 50 languages, and no more', async () => {
  const languages = Array.from({ length: 51 }, (_, index) => `l${index}`);
  const wide = await startStillSandbox({ languages: ['en', 'ja', 'fr', ...languages] });
  const wideClient = localizationClient(wide);
  const task_id = await settledTask(wide, wideClient);
  const call = (count: number) =>
    wideClient.supplementTranslate({ task_id, target_languages: languages.slice(0, count) });
  expect((await call(50)).data.effective_target_languages).toHaveLength(50);
  expect(await failureOf(call(51))).toMatchObject({ kind: 'invalid', effect: 'none' });
});
