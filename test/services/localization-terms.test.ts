import type { LocalizationClient } from '../../src/localization/localization-client';
import type { UpdateTaskTerm } from '../../src/localization/requests';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { failureOf, localizationClient, LONG_MS, newTask, settledTask, startStillSandbox } from './support';

let sandbox: Sandbox;
let client: LocalizationClient;

beforeEach(async () => {
  sandbox = await startStillSandbox();
  client = localizationClient(sandbox);
});

const waitingTask = (): Promise<string> => settledTask(sandbox, client, { auto_apply_terms: false });

async function termsOf(task_id: string) {
  return (await client.taskTerms({ task_id })).data;
}

async function termNamed(task_id: string, name: string) {
  const term = (await termsOf(task_id)).items.find((item) => item.term === name);
  if (term === undefined) throw new Error(`the scan did not find ${name}`);
  return term;
}

describe('querying the terms of a task', () => {
  it('gives names with context, score, judgment and a translation per language', async () => {
    const page = await termsOf(await waitingTask());
    expect(page).toMatchObject({ scan_status: 'completed', page: 1, page_size: 100, total: 2 });
    expect(page.items).toMatchObject([
      {
        term: 'Dragon Sword',
        content: 'Take the Dragon Sword, {name}.',
        source_language: 'en',
        category: 'Item',
        glossary_score: 8,
        translation_source: 'ai',
        translations: { ja: 'Dragon Sword·ja', fr: 'Dragon Sword·fr' },
      },
      { term: 'Morgana', category: 'Character' },
    ]);
  });

  it('shows what the scan has found so far while it runs', async () => {
    const { task_id } = (await client.createTask(newTask())).data;
    expect(await termsOf(task_id)).toMatchObject({ scan_status: 'pending', total: 0 });
    sandbox.clock.advance(500);
    expect(await termsOf(task_id)).toMatchObject({ scan_status: 'running', total: 0 });
    sandbox.clock.advance(750);
    expect(await termsOf(task_id)).toMatchObject({ scan_status: 'running', total: 1 });
    sandbox.clock.advance(750);
    expect(await termsOf(task_id)).toMatchObject({ scan_status: 'completed', total: 2 });
  });

  it('pages', async () => {
    const task_id = await waitingTask();
    const second = (await client.taskTerms({ task_id, page: 2, page_size: 1 })).data;
    expect(second).toMatchObject({ page: 2, page_size: 1, total: 2, items: [{ term: 'Morgana' }] });
    expect((await client.taskTerms({ task_id, page: 3, page_size: 1 })).data.items).toEqual([]);
  });

  it('is skipped without a scan, without content, or where the termbase has all that is found', async () => {
    const unscanned = await settledTask(sandbox, client, { scan_terms: false });
    expect(await termsOf(unscanned)).toMatchObject({ scan_status: 'skipped', total: 0 });
    const empty = { client_task_id: 'empty', strings: [{ string_id: 'a', content: '' }] };
    expect(await termsOf(await settledTask(sandbox, client, empty))).toMatchObject({
      scan_status: 'skipped',
    });
    await settledTask(sandbox, client, { client_task_id: 'first' });
    const known = await settledTask(sandbox, client, { client_task_id: 'again', auto_apply_terms: false });
    expect(await termsOf(known)).toMatchObject({ scan_status: 'skipped', total: 0 });
    expect((await client.taskStatus({ task_id: known })).data.is_completed).toBe(true);
  });

  it('is refused for what it does not document, and changes nothing', async () => {
    const rows = [
      ['400 for page 0', { page: 0 }, 400],
      ['400 for a page_size of 0', { page_size: 0 }, 400],
      ['404 for an unknown task', { task_id: 'task_0' }, 404],
      ['400 without a task', { task_id: '' }, 400],
    ] as const;
    const task_id = await waitingTask();
    for (const [what, fields, code] of rows) {
      expect({ what, reply: await failureOf(client.taskTerms({ task_id, ...fields })) }).toMatchObject({
        what,
        reply: { code },
      });
    }
  });

  it('is 403 for a task of another project', async () => {
    const task_id = await waitingTask();
    const other = localizationClient(sandbox, { project: 'other' });
    expect(await failureOf(other.taskTerms({ task_id }))).toMatchObject({ code: 403 });
  });
});

describe('updating a task term', () => {
  it('changes what is given, clears an empty language, and answers with the whole row', async () => {
    const task_id = await waitingTask();
    const { id } = await termNamed(task_id, 'Dragon Sword');
    const change = { category: 'Weapon', judgment: 'asked the author', glossary_score: 9.5 };
    const { data } = await client.updateTaskTerm({
      task_id,
      id,
      ...change,
      translations: { ja: '竜の剣', fr: '' },
    });
    expect(data).toMatchObject({
      id,
      term: 'Dragon Sword',
      ...change,
      translations: { ja: '竜の剣' },
      translation_source: 'manual',
    });
    expect(data.translations).not.toHaveProperty('fr');
    expect(await termNamed(task_id, 'Dragon Sword')).toEqual(data);
  });

  it('changes nothing without an optional field', async () => {
    const task_id = await waitingTask();
    const before = await termNamed(task_id, 'Morgana');
    const { data } = await client.updateTaskTerm({ task_id, id: before.id });
    expect(data).toEqual(before);
    expect(sandbox.journal.find({ subject: 'POST /tasks/terms/update' })).toMatchObject([{ effect: null }]);
  });

  it('is refused for what it does not document, and changes nothing', async () => {
    const rows: [string, Partial<Record<keyof UpdateTaskTerm, unknown>>, number][] = [
      ['400 without task_id', { task_id: '' }, 400],
      ['400 without id', { id: '' }, 400],
      ['400 for a score that is not a number', { glossary_score: 'high' }, 400],
      ['400 for a score over 10', { glossary_score: 11 }, 400],
      ['400 for translations that are not an object', { translations: 'ja' }, 400],
      ['400 for an unsupported language', { translations: { tlh: 'x' } }, 400],
      ['404 for an unknown task', { task_id: 'task_0' }, 404],
      ['404 for an unknown term', { id: 'tt_0' }, 404],
    ];
    const task_id = await waitingTask();
    const before = await termNamed(task_id, 'Morgana');
    for (const [what, fields, code] of rows) {
      const body = { task_id, id: before.id, ...fields } as UpdateTaskTerm;
      expect({ what, reply: await failureOf(client.updateTaskTerm(body)) }).toMatchObject({
        what,
        reply: { code, effect: 'none' },
      });
      expect(await termNamed(task_id, 'Morgana')).toEqual(before);
    }
  });

  it('is 403 for a task of another project', async () => {
    const task_id = await waitingTask();
    const { id } = await termNamed(task_id, 'Morgana');
    const other = localizationClient(sandbox, { project: 'other' });
    expect(await failureOf(other.updateTaskTerm({ task_id, id }))).toMatchObject({ code: 403 });
  });

  it('is 409 for a task without a scan', async () => {
    const task_id = await settledTask(sandbox, client, { scan_terms: false });
    expect(await failureOf(client.updateTaskTerm({ task_id, id: 'tt_0' }))).toMatchObject({ code: 409 });
  });
});

describe('deleting a task term', () => {
  it('takes it off the list, once', async () => {
    const task_id = await waitingTask();
    const { id } = await termNamed(task_id, 'Morgana');
    await client.deleteTaskTerm({ task_id, id });
    expect((await termsOf(task_id)).items.map(({ term }) => term)).toEqual(['Dragon Sword']);
    expect(await failureOf(client.deleteTaskTerm({ task_id, id }))).toMatchObject({ code: 404 });
  });

  it('is 409 without a scan, 404 for an unknown task and 400 without ids', async () => {
    const task_id = await settledTask(sandbox, client, { scan_terms: false });
    const codes = await Promise.all(
      [
        { task_id, id: 'tt_0' },
        { task_id: 'task_0', id: 'tt_0' },
        { task_id: '', id: 'tt_0' },
        { task_id, id: '' },
      ].map(async (body) => (await failureOf(client.deleteTaskTerm(body))).code),
    );
    expect(codes).toEqual([409, 404, 400, 400]);
  });
});

describe('confirming the terms', () => {
  async function pressConsoleButton(task_id: string) {
    const response = await fetch(`${sandbox.url}/sandbox/console/confirm-terms`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ task_id }),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  }

  it('starts the translation and writes the terms, as edited, to the termbase', async () => {
    const task_id = await waitingTask();
    const sword = await termNamed(task_id, 'Dragon Sword');
    await client.updateTaskTerm({ task_id, id: sword.id, translations: { ja: '竜の剣' } });
    const morgana = await termNamed(task_id, 'Morgana');
    await client.deleteTaskTerm({ task_id, id: morgana.id });
    const { data } = await client.confirmTerms({ task_id });
    expect(data.job_id).toMatch(/^translate_open_/);
    expect(typeof data.execution_id).toBe('string');
    expect((await client.taskStatus({ task_id })).data).toMatchObject({
      status: 'running',
      requires_confirmation: false,
    });
    const { items } = (await client.queryTerms({})).data;
    expect(items).toMatchObject([{ content: 'Dragon Sword', translations: { ja: '竜の剣' } }]);

    sandbox.clock.advance(LONG_MS);
    const task = sandbox.localization.project('sandbox').tasks.get(task_id);
    expect(task?.strings.map(({ translations }) => translations.ja)).toEqual([
      '⟦ja⟧ Take the 竜の剣, {name}.',
      '⟦ja⟧ You gave the 竜の剣 to Morgana. Was Morgana right?',
    ]);
  });

  it('is needed also where the scan found nothing', async () => {
    const strings = [{ string_id: 'a', content: 'nothing of note' }];
    const task_id = await settledTask(sandbox, client, { auto_apply_terms: false, strings });
    expect(await termsOf(task_id)).toMatchObject({ scan_status: 'completed', total: 0 });
    expect((await client.taskStatus({ task_id })).data.requires_confirmation).toBe(true);
    await client.confirmTerms({ task_id });
    sandbox.clock.advance(LONG_MS);
    expect((await client.taskStatus({ task_id })).data.is_completed).toBe(true);
  });

  it('is 409 a second time, and 409 for the console once a client was first', async () => {
    const task_id = await waitingTask();
    await client.confirmTerms({ task_id });
    expect(await failureOf(client.confirmTerms({ task_id }))).toMatchObject({ code: 409, effect: 'none' });
    expect(await pressConsoleButton(task_id)).toMatchObject({
      status: 409,
      body: { msg: expect.stringContaining('already confirmed (by api)') as string },
    });
    expect((await client.taskStatus({ task_id })).data.jobs).toHaveLength(2);
    expect(sandbox.journal.find({ subject: 'terms confirmed' })).toMatchObject([{ effect: 'by api' }]);
  });

  it('is 409 for a client once the console was first', async () => {
    const task_id = await waitingTask();
    expect(await pressConsoleButton(task_id)).toMatchObject({
      status: 200,
      body: { task_id, confirmed_by: 'console' },
    });
    const error = await failureOf(client.confirmTerms({ task_id }));
    expect(error).toMatchObject({ code: 409 });
    expect(error.message).toMatch(/by console/);
    expect(sandbox.journal.find({ subject: 'terms confirmed' })).toMatchObject([{ effect: 'by console' }]);
  });

  it('is 409 while the scan runs', async () => {
    const { task_id } = (await client.createTask(newTask({ auto_apply_terms: false }))).data;
    sandbox.clock.advance(600);
    expect(await failureOf(client.confirmTerms({ task_id }))).toMatchObject({ code: 409 });
  });

  it('is 409 for a task created without auto_apply_terms=false', async () => {
    const task_id = await settledTask(sandbox, client);
    expect(await failureOf(client.confirmTerms({ task_id }))).toMatchObject({ code: 409 });
  });

  it('is 400 without a task, 404 for an unknown one and 403 for one of another project', async () => {
    const task_id = await waitingTask();
    const other = localizationClient(sandbox, { project: 'other' });
    expect(await failureOf(client.confirmTerms({ task_id: '' }))).toMatchObject({ code: 400 });
    expect(await failureOf(client.confirmTerms({ task_id: 'task_0' }))).toMatchObject({ code: 404 });
    expect(await failureOf(other.confirmTerms({ task_id }))).toMatchObject({ code: 403 });
  });

  it('is 502 when the workflow cannot be triggered, and the task goes on waiting', async () => {
    const task_id = await waitingTask();
    sandbox.faults.add({ on: 'work confirm-trigger', do: 'fail' });
    expect(await failureOf(client.confirmTerms({ task_id }))).toMatchObject({ code: 502 });
    expect((await client.taskStatus({ task_id })).data.requires_confirmation).toBe(true);
    expect((await client.queryTerms({})).data.total).toBe(0);
    await client.confirmTerms({ task_id });
    expect((await client.taskStatus({ task_id })).data.status).toBe('running');
  });
});
