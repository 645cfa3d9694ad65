import { translateSteps } from '../../src/domain/release/stages';
import type { FaultRuleInput } from '../../src/sandbox/faults';
import { until } from '../support/until';
import {
  failureOf,
  listen,
  localizationClient,
  LONG_MS,
  newTask,
  settledTask,
  startStillSandbox,
} from './support';
import { workbook } from '../support/workbook';

describe('creating a task', () => {
  it('accepts it at once, before any work', async () => {
    const client = localizationClient(await startStillSandbox());
    const { data, traceId } = await client.createTask(newTask());
    expect(data).toMatchObject({ client_task_id: 'release-1', status: 'pending' });
    expect(data.task_id).toMatch(/^task_/);
    expect(traceId).not.toBeNull();
  });

  it('gives the same task for the same client_task_id, and changes nothing', async () => {
    const sandbox = await startStillSandbox();
    const client = localizationClient(sandbox);
    const first = await client.createTask(newTask());
    const second = await client.createTask(newTask({ name: 'another name' }));
    expect(second.data.task_id).toBe(first.data.task_id);
    const effects = sandbox.journal.find({ subject: 'POST /tasks/create' }).map(({ effect }) => effect);
    expect(effects).toEqual(['task created', null]);
  });

  it('keeps client_task_id apart between projects', async () => {
    const sandbox = await startStillSandbox();
    const ours = await localizationClient(sandbox).createTask(newTask());
    const theirs = await localizationClient(sandbox, { project: 'other' }).createTask(newTask());
    expect(theirs.data.task_id).not.toBe(ours.data.task_id);
  });

  it('refuses with 400 what it does not document, before any work', async () => {
    const rows: [string, Parameters<typeof newTask>[0]][] = [
      ['no target languages', { target_languages: [] }],
      ['an unsupported language', { target_languages: ['ja', 'tlh'] }],
      ['the source language alone', { target_languages: ['en'] }],
      ['no strings', { strings: [] }],
      ['strings and xlsx_url both', { xlsx_url: 'https://example.com/strings.xlsx' }],
      [
        'a duplicate string_id',
        {
          strings: [
            { string_id: 'a', content: 'A' },
            { string_id: 'a', content: 'B' },
          ],
        },
      ],
      ['a callback_url that is not http', { callback_url: 'ftp://example.com/' }],
      ['an unknown event', { callback_events: ['task.exploded'] }],
    ];
    const sandbox = await startStillSandbox();
    for (const [what, fields] of rows) {
      const error = await failureOf(localizationClient(sandbox).createTask(newTask(fields)));
      expect({ what, reply: error }).toMatchObject({ what, reply: { code: 400, effect: 'none' } });
      expect(sandbox.localization.project('sandbox').tasks.size).toBe(0);
    }
  });

  it('refuses neither strings nor xlsx_url', async () => {
    const client = localizationClient(await startStillSandbox());
    const { client_task_id, name, target_languages } = newTask();
    const call = client.createTask({ client_task_id, name, target_languages });
    expect(await failureOf(call)).toMatchObject({ code: 400 });
  });
});

describe('the status of a task', () => {
  it('is the documented view', async () => {
    const sandbox = await startStillSandbox();
    const client = localizationClient(sandbox);
    const task_id = await settledTask(sandbox, client, { auto_apply_terms: false });
    const { data } = await client.taskStatus({ task_id });
    expect(data).toEqual({
      task_id,
      name: 'Release 1',
      status: 'waiting_confirmation',
      current_stage: 'tb_scan',
      current_step: null,
      source_language: 'en',
      target_languages: ['ja', 'fr'],
      strings_count: 2,
      words_count: 15,
      progress: { rows_total: 4, rows_done: 0 },
      jobs: [
        {
          job_id: expect.stringMatching(/^tb_scan_/) as string,
          job_type: 'TB_SCAN',
          status: 'COMPLETED',
          step: null,
          row_count: 2,
          error: null,
          created_at: expect.any(String) as string,
          updated_at: expect.any(String) as string,
        },
      ],
      smart_optimize_status: 'pending',
      requires_confirmation: true,
      is_completed: false,
      is_failed: false,
      failure_reason: null,
      failure_code: null,
      accepted_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
    });
  });

  it('is 404 for an unknown task, 403 for one of another project and 400 without an id', async () => {
    const sandbox = await startStillSandbox();
    const client = localizationClient(sandbox);
    const task_id = await settledTask(sandbox, localizationClient(sandbox, { project: 'other' }));
    expect(await failureOf(client.taskStatus({ task_id: 'task_0' }))).toMatchObject({ code: 404 });
    expect(await failureOf(client.taskStatus({ task_id }))).toMatchObject({ code: 403 });
    expect(await failureOf(client.taskStatus({ task_id: '' }))).toMatchObject({ code: 400 });
  });
});

describe('the way of a task', () => {
  async function statusesOf(
    fields: Parameters<typeof newTask>[0],
    faults: FaultRuleInput[] = [],
  ): Promise<string[]> {
    const sandbox = await startStillSandbox({ faults });
    const client = localizationClient(sandbox);
    const { data } = await client.createTask(newTask(fields));
    const statuses: string[] = [];
    for (let read = 0; read < 200; read++) {
      const { status } = (await client.taskStatus(data)).data;
      if (status !== statuses.at(-1)) statuses.push(status);
      if (status === 'waiting_confirmation') await client.confirmTerms(data);
      if (status === 'completed' || status === 'failed') return statuses;
      sandbox.clock.advance(50);
    }
    throw new Error(`the task did not end: ${statuses.join(' > ')}`);
  }

  it('goes through term translation where terms are applied automatically', async () => {
    expect(await statusesOf({})).toEqual([
      ...['pending', 'importing', 'scanning', 'term_translating', 'running', 'optimizing', 'completed'],
    ]);
  });

  it('waits for confirmation where they are not', async () => {
    expect(await statusesOf({ auto_apply_terms: false })).toEqual([
      ...['pending', 'importing', 'scanning', 'waiting_confirmation', 'running', 'optimizing', 'completed'],
    ]);
  });

  it('goes straight to translation without a scan', async () => {
    expect(await statusesOf({ scan_terms: false, auto_apply_terms: false })).toEqual([
      ...['pending', 'importing', 'running', 'optimizing', 'completed'],
    ]);
  });

  it.each([
    ['import', ['pending', 'importing', 'failed'], 'failed'],
    ['scan', ['pending', 'importing', 'scanning', 'failed'], 'failed'],
    ['translate', ['pending', 'importing', 'scanning', 'term_translating', 'running', 'failed'], 'completed'],
  ])('fails when %s fails, with reason and code', async (work, statuses, scan_status) => {
    const faults = [{ on: `work ${work}`, do: 'fail' as const, reason: 'out of luck', code: 422 }];
    expect(await statusesOf({}, faults)).toEqual(statuses);

    const sandbox = await startStillSandbox({ faults });
    const client = localizationClient(sandbox);
    const task_id = await settledTask(sandbox, client);
    const { data } = await client.taskStatus({ task_id });
    expect(data).toMatchObject({
      is_failed: true,
      is_completed: false,
      current_stage: 'failed',
      failure_reason: 'out of luck',
      failure_code: 422,
    });
    expect((await client.taskTerms({ task_id })).data.scan_status).toBe(scan_status);
    expect(sandbox.journal.find({ kind: 'work', subject: 'task failed' })).toMatchObject([
      { code: 422, fault: 'fail', ids: { task_id } },
    ]);
  });

  it('runs the seven sub-steps in order, and counts the rows of each from 0', async () => {
    const sandbox = await startStillSandbox();
    const client = localizationClient(sandbox);
    const { data: task } = await client.createTask(newTask({ scan_terms: false }));
    const seen: { step: unknown; rows: number[] }[] = [];
    for (;;) {
      const { data } = await client.taskStatus(task);
      if (data.is_completed) break;
      if (data.status === 'running') {
        if (seen.at(-1)?.step !== data.current_step) seen.push({ step: data.current_step, rows: [] });
        seen.at(-1)?.rows.push(data.progress.rows_done);
      }
      sandbox.clock.advance(100);
    }
    expect(seen.map(({ step }) => step)).toEqual(translateSteps);
    for (const { rows } of seen) {
      expect(rows[0]).toBe(0);
      expect(rows.at(-1)).toBe(3);
      expect(rows).toEqual([...rows].sort((a, b) => a - b));
    }
  });

  it('skips Smart Optimization without low-score rows, and runs it with them', async () => {
    const sandbox = await startStillSandbox();
    const client = localizationClient(sandbox);
    const short = await settledTask(sandbox, client);
    const long = await settledTask(sandbox, client, {
      client_task_id: 'long',
      strings: [{ string_id: 'a', content: 'word '.repeat(30) }],
    });
    expect((await client.taskStatus({ task_id: short })).data.smart_optimize_status).toBe('skipped');
    const { data } = await client.taskStatus({ task_id: long });
    expect(data).toMatchObject({ status: 'completed', smart_optimize_status: 'completed' });
    expect(data.jobs.map(({ job_type }) => job_type)).toEqual(['TB_SCAN', 'TRANSLATE', 'TRANSLATE_QA']);
  });

  it('completes although Smart Optimization failed', async () => {
    const sandbox = await startStillSandbox({ faults: [{ on: 'work optimize', do: 'fail' }] });
    const client = localizationClient(sandbox);
    const task_id = await settledTask(sandbox, client);
    const { data } = await client.taskStatus({ task_id });
    expect(data).toMatchObject({ is_completed: true, smart_optimize_status: 'failed', failure_reason: null });
  });

  it('goes on with source terms alone when their translation fails', async () => {
    const sandbox = await startStillSandbox({ faults: [{ on: 'work term-translate', do: 'fail' }] });
    const client = localizationClient(sandbox);
    const task_id = await settledTask(sandbox, client);
    expect((await client.taskStatus({ task_id })).data.is_completed).toBe(true);
    const { items } = (await client.queryTerms({})).data;
    expect(items.map(({ content, translations }) => ({ content, translations }))).toEqual(
      expect.arrayContaining([{ content: 'Dragon Sword', translations: {} }]),
    );
  });

  it('fails in a project without a source language', async () => {
    const projects = [{ id: 'sandbox', appKey: 'k', appSecret: 's', sourceLanguage: null }];
    const sandbox = await startStillSandbox({ projects });
    const client = localizationClient(sandbox);
    const task_id = await settledTask(sandbox, client);
    expect((await client.taskStatus({ task_id })).data).toMatchObject({ is_failed: true, failure_code: 422 });
  });
});

describe('a task whose strings are downloaded', () => {
  async function importFrom(status: number, body: string | Buffer) {
    const xlsx_url = await listen((_, response) => response.writeHead(status).end(body));
    const sandbox = await startStillSandbox();
    const client = localizationClient(sandbox);
    const { client_task_id, name, target_languages } = newTask();
    const fields = { client_task_id, name, target_languages, xlsx_url, scan_terms: false };
    const { task_id } = (await client.createTask(fields)).data;
    sandbox.clock.advance(LONG_MS);
    const task = sandbox.localization.project('sandbox').tasks.get(task_id);
    await until('the download', () => task?.status === 'failed' || task?.strings.length === 1);
    sandbox.clock.advance(LONG_MS);
    return { data: (await client.taskStatus({ task_id })).data, client, sandbox };
  }

  it('is translated like any other', async () => {
    const { data, sandbox } = await importFrom(
      200,
      await workbook([
        ['Note', 'string_id', 'content'],
        [null, 'a', 'From <afar>'],
      ]),
    );
    const [task] = sandbox.localization.project('sandbox').tasks.values();
    expect(task?.strings).toMatchObject([{ string_id: 'a', content: 'From <afar>' }]);
    expect(data).toMatchObject({ is_completed: true, strings_count: 1, words_count: 2 });
  });

  it.each([
    ['the download is refused', 403, 'no'],
    ['the file cannot be read', 200, 'PK'],
    ['the file is no workbook', 200, '[{"string_id":"a","content":"From afar"}]'],
  ])('fails when %s, and its scan with it', async (_, status, body) => {
    const { data, client } = await importFrom(status, body);
    expect(data).toMatchObject({ is_failed: true, failure_code: 422 });
    expect((await client.taskTerms({ task_id: data.task_id ?? '' })).data.scan_status).toBe('failed');
  });
});

it('takes a hundred thousand strings in thirty languages', async () => {
  const sandbox = await startStillSandbox();
  const client = localizationClient(sandbox);
  const strings = Array.from({ length: 100_000 }, (_, index) => ({
    string_id: `quest.${index}`,
    content: `Quest ${index}: bring the Dragon Sword to {name}, then return to the Silver Tower.`,
  }));
  const target_languages = sandbox.profile.languages.filter((language) => language !== 'en').slice(0, 30);
  const begun = process.cpuUsage();
  const task_id = await settledTask(sandbox, client, { strings, target_languages });
  const { job_id } = (await client.publishTask({ task_id })).data;
  sandbox.clock.advance(LONG_MS);
  expect((await client.publishStatus({ job_id })).data.is_completed).toBe(true);
  const { user, system } = process.cpuUsage(begun);
  expect((user + system) / 1e6).toBeLessThan(10);
  const last = sandbox.localization.project('sandbox').strings.get('quest.99999');
  expect(Object.keys(last?.translations ?? {})).toEqual(target_languages);
  expect(last?.translations.ja).toBe(
    '⟦ja⟧ Quest 99999: bring the Dragon Sword·ja to {name}, then return to the Silver Tower·ja.',
  );
});
