/** A sandbox that stops and starts again: what it knew, what it was at, and what it owes to whom. */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { Secret } from '../../src/http/secret';
import type { LocalizationClient } from '../../src/localization/localization-client';
import type { FaultRuleInput } from '../../src/sandbox/faults';
import type { SandboxProfileInput } from '../../src/sandbox/profile';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import { SocialClient } from '../../src/social/social-client';
import fc, { runs } from '../support/fast-check';
import { useScratch } from '../support/scratch';
import { until } from '../support/until';
import { failureOf, listen, localizationClient, LONG_MS, newTask, project, startReceiver } from './support';
import { workbook } from '../support/workbook';

const TOKEN = 'sandbox_it_token';
const HOUR_MS = 3_600_000;
const scratch = useScratch();
const closers: (() => Promise<void>)[] = [];
const reports: string[] = [];

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
  reports.length = 0;
});

/** One life of a sandbox, with clients of both services. */
interface Life {
  sandbox: Sandbox;
  localization: LocalizationClient;
  social: SocialClient;
}

/** Its time moves only when a test moves it. */
async function liveOn(file: string, profile: SandboxProfileInput = {}): Promise<Life> {
  const report = (line: string): void => void reports.push(line);
  const sandbox = await startSandbox({ speed: 1e-9, ...profile }, { commandLog: { file, report } });
  closers.push(() => sandbox.close());
  const social = new SocialClient({ baseUrl: sandbox.url, accessToken: new Secret(TOKEN) });
  closers.push(() => social.close());
  return { sandbox, localization: localizationClient(sandbox), social };
}

const commandLog = (): string => scratch.path('sandbox.jsonl');
const begin = (profile?: SandboxProfileInput): Promise<Life> => liveOn(commandLog(), profile);

/** Stops it in good order, and starts it again. */
async function restart({ sandbox }: Life, profile?: SandboxProfileInput): Promise<Life> {
  const life = { url: sandbox.url, seen: await everything({ sandbox }) };
  await sandbox.close();
  const next = await begin(profile);
  expect(next.sandbox.url).not.toBe(life.url);
  expect(await everything(next)).toEqual(life.seen);
  return next;
}

async function control(
  { sandbox }: Pick<Life, 'sandbox'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const reply = await fetch(`${sandbox.url}/sandbox${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return reply.json();
}

const advance = (life: Life, advanceMs = LONG_MS): Promise<unknown> =>
  control(life, 'POST', '/clock', { advanceMs });
const setFault = (life: Life, rule: FaultRuleInput): Promise<unknown> =>
  control(life, 'POST', '/faults', rule);

/** All that can be seen of both services, and what their work did; without the requests that were made. */
async function everything({ sandbox }: Pick<Life, 'sandbox'>) {
  const { templates, termbase, strings, tasks, publishJobs } = sandbox.localization.project(project.id);
  return structuredClone({
    now: sandbox.clock.iso(),
    templates: [...templates.values()].map((set) => [...set.values()]),
    termbase: [...termbase.values()],
    published: [...strings.values()].map(({ string_id, translations }) => ({ string_id, translations })),
    tasks: [...tasks.values()].map(({ strings, rowsDone, project, ...task }) => ({
      ...task,
      project: project.id,
      rowsDone: rowsDone(),
      strings: strings.map(({ string_id, content, translations }) => ({ string_id, content, translations })),
    })),
    publishJobs: [...publishJobs.values()],
    posts: sandbox.social.posts(),
    faults: await control({ sandbox }, 'GET', '/faults'),
    work: sandbox.journal.find({ kind: 'work' }).map(({ at, subject, code, effect, fault, ids }) => ({
      at,
      subject,
      code,
      effect,
      fault,
      ids,
    })),
  });
}

const statusOf = async ({ localization }: Life, task_id: string): Promise<string> =>
  (await localization.taskStatus({ task_id })).data.status;

async function createTask(
  { localization }: Life,
  fields: Parameters<typeof newTask>[0] = {},
): Promise<string> {
  return (await localization.createTask(newTask({ auto_apply_terms: false, ...fields }))).data.task_id;
}

async function termsOf({ localization }: Life, task_id: string) {
  return (await localization.taskTerms({ task_id, page: 1, page_size: 100 })).data.items;
}

async function createWaitingTask(life: Life): Promise<string> {
  const task_id = await createTask(life);
  await advance(life);
  expect(await statusOf(life, task_id)).toBe('waiting_confirmation');
  return task_id;
}

async function createConfirmedTask(life: Life): Promise<string> {
  const task_id = await createWaitingTask(life);
  await life.localization.confirmTerms({ task_id });
  return task_id;
}

async function createTranslatedTask(life: Life): Promise<string> {
  const task_id = await createConfirmedTask(life);
  await advance(life);
  return task_id;
}

describe('a task goes on with the same ids to the same end', () => {
  const japanese = { intro: '⟦ja⟧ Take the Dragon Sword·ja, {name}.' };

  const expectPublished = async (life: Life, task_id: string): Promise<void> => {
    await advance(life);
    await life.localization.publishTask({ task_id });
    await advance(life);
    expect(life.sandbox.localization.projectStrings(project.id).strings).toMatchObject([
      { string_id: 'intro', translations: { ja: japanese.intro } },
      { string_id: 'outro' },
    ]);
  };

  it.each([
    ['pending', 0],
    ['importing', 300],
    ['scanning', 600],
    ['scanning', 1_300],
  ])('that was %s, after %d ms', async (status, afterMs) => {
    const first = await begin();
    const task_id = await createTask(first);
    if (afterMs > 0) await advance(first, afterMs);
    expect(await statusOf(first, task_id)).toBe(status);
    const second = await restart(first);
    await advance(second);
    await second.localization.confirmTerms({ task_id });
    await expectPublished(second, task_id);
  });

  it('that waited for its terms, with those that were edited and without those that were deleted', async () => {
    const first = await begin();
    const task_id = await createWaitingTask(first);
    const [edited, deleted] = await termsOf(first, task_id);
    if (edited === undefined || deleted === undefined) throw new Error('the scan found fewer than two terms');
    await first.localization.updateTaskTerm({ task_id, id: edited.id, translations: { ja: '竜剣' } });
    await first.localization.deleteTaskTerm({ task_id, id: deleted.id });
    const second = await restart(first);
    expect(await termsOf(second, task_id)).toMatchObject([{ id: edited.id, translations: { ja: '竜剣' } }]);
    await second.localization.confirmTerms({ task_id });
    await advance(second);
    const [string] = second.sandbox.localization.project(project.id).tasks.get(task_id)?.strings ?? [];
    expect(string?.translations.ja).toBe('⟦ja⟧ Take the 竜剣, {name}.');
  });

  it.each([
    ['running', 1_000],
    ['optimizing', 5_000],
    ['completed', LONG_MS],
  ])('that was %s, %d ms after its terms were confirmed', async (status, afterMs) => {
    const first = await begin();
    const task_id = await createConfirmedTask(first);
    await advance(first, afterMs);
    expect(await statusOf(first, task_id)).toBe(status);
    const second = await restart(first);
    expect(await statusOf(second, task_id)).toBe(status);
    await expectPublished(second, task_id);
  });

  it('whose terms were confirmed in the console', async () => {
    const first = await begin();
    const task_id = await createWaitingTask(first);
    await control(first, 'POST', '/console/confirm-terms', { task_id });
    const second = await restart(first);
    expect(await failureOf(second.localization.confirmTerms({ task_id }))).toMatchObject({ code: 409 });
    await expectPublished(second, task_id);
  });

  it('that was being supplemented', async () => {
    const first = await begin();
    const task_id = await createTranslatedTask(first);
    await first.localization.supplementTranslate({ task_id, target_languages: ['ko'] });
    await advance(first, 1_000);
    const second = await restart(first);
    await advance(second);
    const { data } = await second.localization.taskStatus({ task_id });
    expect(data.target_languages).toEqual(['ja', 'fr', 'ko']);
    await expectPublished(second, task_id);
  });

  it.each([
    ['pending', 0],
    ['running', 1_000],
  ] as const)('that was being published, and its job %s', async (status, afterMs) => {
    const first = await begin();
    const task_id = await createTranslatedTask(first);
    const { job_id } = (await first.localization.publishTask({ task_id })).data;
    if (afterMs > 0) await advance(first, afterMs);
    const second = await restart(first);
    expect((await second.localization.publishStatus({ job_id })).data.status).toBe(status);
    await advance(second);
    expect((await second.localization.publishStatus({ job_id })).data.status).toBe('completed');
    expect(second.sandbox.localization.projectStrings(project.id).strings).toHaveLength(2);
  });

  it('and is the same one to whoever creates it again', async () => {
    const first = await begin();
    const task_id = await createTask(first);
    const second = await restart(first);
    expect(await createTask(second)).toBe(task_id);
  });
});

describe('strings that the service downloads', () => {
  let file: Buffer;
  beforeAll(async () => {
    file = await workbook([
      ['string_id', 'content'],
      ['a', 'One'],
    ]);
  });
  const taskFields = { client_task_id: 'release-1', name: 'Release 1', target_languages: ['ja'] };

  it('are remembered with the task', async () => {
    let downloads = 0;
    const xlsx_url = await listen((_request, response) => {
      downloads += 1;
      response.end(file);
    });
    const first = await begin();
    const { data } = await first.localization.createTask({ ...taskFields, xlsx_url });
    await advance(first, 250);
    const task = first.sandbox.localization.project(project.id).tasks.get(data.task_id);
    await until('the strings are there', () => task?.strings.length === 1);
    const second = await restart(first);
    await advance(second);
    expect(await statusOf(second, data.task_id)).toBe('completed');
    expect(downloads).toBe(1);
  });

  it('are downloaded anew where the first download had not ended', async () => {
    let downloads = 0;
    const xlsx_url = await listen((_request, response) => {
      downloads += 1;
      if (downloads === 2) response.end(file);
    });
    const first = await begin();
    const { data } = await first.localization.createTask({ ...taskFields, xlsx_url });
    await advance(first, 250);
    await until('the first download is on its way', () => downloads === 1);
    const second = await restart(first);
    const task = second.sandbox.localization.project(project.id).tasks.get(data.task_id);
    await until('the strings are there', () => task?.strings.length === 1);
    await advance(second);
    expect(await statusOf(second, data.task_id)).toBe('completed');
  });
});

describe('a post goes out once on each account', () => {
  const live = ({ sandbox }: Life): string[] =>
    sandbox.journal.find({ kind: 'work', service: 'social' }).flatMap(({ effect }) => effect ?? []);
  const onBoth = ['published post_1 on acc_1', 'published post_1 on acc_2'];

  it('that was being published when the sandbox stopped', async () => {
    const first = await begin();
    await first.social.publishPost('post_1', {}, 'key-1');
    await advance(first, 1_500);
    const second = await restart(first);
    expect(live(second)).toEqual(onBoth.slice(0, 1));
    expect((await second.social.publishPost('post_1', {}, 'key-1')).replayed).toBe(true);
    await advance(second);
    expect(live(second)).toEqual(onBoth);
    expect((await second.social.post('post_1')).data.status).toBe('published');
    expect(live(await restart(second))).toEqual(onBoth);
  });

  it('whose request had not been accepted yet', async () => {
    const { workspace } = (await begin()).sandbox.profile;
    const slow = { workspace: { ...workspace, acceptMs: HOUR_MS } };
    const file = scratch.path('slow.jsonl');
    const first = await liveOn(file, slow);
    const lost = first.social.publishPost('post_1', {}, 'key-1').catch(() => null);
    await until('the request is in', async () => (await readFile(file, 'utf8')).includes('key-1'));
    await first.sandbox.close();
    await lost;
    const second = await liveOn(file, slow);
    expect(await failureOf(second.social.publishPost('post_1', {}, 'key-1'))).toMatchObject({
      code: 'replay',
    });
    await advance(second, 2 * HOUR_MS);
    expect((await second.social.publishPost('post_1', {}, 'key-1')).replayed).toBe(true);
    expect(live(second)).toEqual(onBoth);
  });

  it('that was scheduled', async () => {
    const first = await begin();
    const scheduledAt = new Date(first.sandbox.clock.nowMs() + HOUR_MS).toISOString();
    await fetch(`${first.sandbox.url}/api/v1/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify({ text: 'Soon', accountIds: ['acc_1', 'acc_2'], scheduledAt }),
    });
    const second = await restart(first);
    expect((await second.social.post('post_2')).data.status).toBe('scheduled');
    await advance(second, HOUR_MS + LONG_MS);
    expect(live(second)).toEqual(['published post_2 on acc_1', 'published post_2 on acc_2']);
  });

  it('on an account that somebody connected again', async () => {
    const first = await begin();
    await control(first, 'POST', '/accounts/acc_3', { status: 'active' });
    const { data } = await first.social.createDraft({ text: 'Hello', accountIds: ['acc_3'] });
    const second = await restart(first);
    await second.social.publishPost(data.postId, {}, 'key-1');
    await advance(second);
    expect(live(second)).toEqual([`published ${data.postId} on acc_3`]);
  });
});

describe('templates and the termbase', () => {
  it('are what they were, and an upload that was on its way arrives', async () => {
    const first = await begin();
    const type = 'project_strings';
    const { template } = (await first.localization.createTemplate({ type, name: 'mine', format: 'ini' }))
      .data;
    await first.localization.deleteTemplate({ type, id: 'tpl-5e6f7a8b' });
    const terms = [{ content: 'Morgana', source_language: 'en', translations: { ja: 'モルガナ' } }];
    await first.localization.uploadTerms({ terms });
    const second = await restart(first);
    await advance(second);
    const third = await restart(second);
    const { templates } = (await third.localization.listTemplates({ type })).data;
    expect(templates.map(({ id }) => id)).toEqual(['tpl-1a2b3c4d', template.id]);
    expect((await third.localization.queryTerms({})).data.items).toMatchObject(terms);
  });
});

describe('faults', () => {
  it('that have struck a request do not strike it again', async () => {
    const first = await begin();
    await setFault(first, { on: 'POST /tasks/publish', do: 'refuse', code: 503 });
    const task_id = await createTranslatedTask(first);
    expect(await failureOf(first.localization.publishTask({ task_id }))).toMatchObject({ code: 503 });
    const second = await restart(first);
    await second.localization.publishTask({ task_id });
  });

  it('that are still to strike do', async () => {
    const first = await begin();
    await setFault(first, { on: 'GET /tasks/status', do: 'refuse', code: 503, nth: 2 });
    const task_id = await createTask(first);
    await first.localization.taskStatus({ task_id });
    const second = await restart(first);
    expect(await failureOf(second.localization.taskStatus({ task_id }))).toMatchObject({ code: 503 });
  });

  it('that lost a reply have not undone what it told of', async () => {
    const first = await begin();
    await setFault(first, { on: 'POST /tasks/create', do: 'lose-reply' });
    await failureOf(createTask(first));
    const second = await restart(first);
    expect(second.sandbox.localization.project(project.id).tasks.size).toBe(1);
    expect(second.sandbox.journal.find({ subject: 'POST /tasks/create' })).toMatchObject([
      { effect: 'task created', answered: false, fault: 'lose-reply' },
    ]);
  });

  it('that work is going to end with still end it, and are used up', async () => {
    const first = await begin();
    await setFault(first, { on: 'work confirm-trigger', do: 'fail', code: 502 });
    await setFault(first, { on: 'work translate', do: 'fail', reason: 'no model' });
    const task_id = await createWaitingTask(first);
    expect(await failureOf(first.localization.confirmTerms({ task_id }))).toMatchObject({ code: 502 });
    const second = await restart(first);
    await second.localization.confirmTerms({ task_id });
    const third = await restart(second);
    await advance(third);
    const { data } = await third.localization.taskStatus({ task_id });
    expect(data).toMatchObject({ status: 'failed', failure_reason: 'no model' });
  });

  it('that were taken back stay away', async () => {
    const first = await begin();
    await setFault(first, { on: 'work *', do: 'fail', nth: 'all' });
    await control(first, 'DELETE', '/faults');
    const second = await restart(first);
    const task_id = await createWaitingTask(second);
    expect(await statusOf(second, task_id)).toBe('waiting_confirmation');
  });
});

describe('time and callbacks', () => {
  /** Only the date: what waits for the network goes on in real time. */
  const stopTheDate = (): void =>
    void jest.useFakeTimers({
      now: Date.parse('2026-11-01T10:00:00.000Z'),
      doNotFake: [
        'clearImmediate',
        'clearInterval',
        'clearTimeout',
        'hrtime',
        'nextTick',
        'performance',
        'queueMicrotask',
        'setImmediate',
        'setInterval',
        'setTimeout',
      ],
    });
  afterEach(() => jest.useRealTimers());

  it('work ends that would have ended meanwhile, and is told of; what was told before is not told again', async () => {
    stopTheDate();
    const receiver = await startReceiver();
    const first = await begin({ speed: 1 });
    const task_id = await createTask(first, { callback_url: receiver.url });
    await advance(first);
    await until('the scan is told of', () => receiver.received.length === 1);
    await first.localization.confirmTerms({ task_id });
    await first.sandbox.close();
    jest.setSystemTime(Date.now() + HOUR_MS);
    const second = await begin({ speed: 1 });
    expect(await statusOf(second, task_id)).toBe('completed');
    await until('the end is told of', () => receiver.events().includes('task.completed'));
    expect(receiver.events().filter((event) => event === 'term_scan.completed')).toHaveLength(1);
    expect(receiver.received).toHaveLength(9);
  });

  it('never goes back, whatever the speed was and will be', async () => {
    stopTheDate();
    const first = await begin({ speed: 60 });
    jest.setSystemTime(Date.now() + HOUR_MS);
    const hoursLaterMs = first.sandbox.clock.nowMs();
    const copy = scratch.path('killed.jsonl');
    await copyFile(commandLog(), copy);
    const second = await liveOn(copy, { speed: 1 });
    expect(second.sandbox.clock.nowMs()).toBe(hoursLaterMs);
    jest.setSystemTime(Date.now() + 1_000);
    expect(second.sandbox.clock.nowMs()).toBe(hoursLaterMs + 1_000);
  });
});

describe('the file', () => {
  it('holds neither the secret nor the token of a caller, and nothing of those who were not let in', async () => {
    const life = await begin();
    await createTask(life);
    await life.social.publishPost('post_1', {}, 'key-1');
    const stranger = localizationClient(life.sandbox, { appSecret: new Secret('a guess') });
    await failureOf(stranger.createTask(newTask({ name: 'of a stranger' })));
    const text = await readFile(commandLog(), 'utf8');
    expect(text).toContain('Dragon Sword');
    expect(text).not.toContain(project.appSecret);
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain('of a stranger');
  });

  it('does not grow with what is only read', async () => {
    const life = await begin();
    const task_id = await createTranslatedTask(life);
    await life.localization.publishTask({ task_id });
    await advance(life);
    const before = await readFile(commandLog(), 'utf8');
    await statusOf(life, task_id);
    await termsOf(life, task_id);
    await life.social.post('post_1');
    const template_id = 'tpl-1a2b3c4d';
    await life.localization.exportIni({ type: 'project_strings', template_id, target_languages: ['ja'] });
    expect(await readFile(commandLog(), 'utf8')).toBe(before);
  });

  it('may end in the middle of a line, as after a crash', async () => {
    const first = await begin();
    const task_id = await createTask(first);
    await first.sandbox.close();
    await writeFile(commandLog(), '{"atMs":17', { flag: 'a' });
    const second = await begin();
    expect(await statusOf(second, task_id)).toBe('pending');
    await restart(second);
    expect(reports).toEqual([]);
  });

  it.each([
    ['a line that is none', (text: string) => text.replace('\n{', '\n#{'), 'line 2'],
    ['another beginning', (text: string) => `{"version":9}\n${text}`, 'line 1'],
    [
      'a gap',
      (text: string) =>
        text
          .split('\n')
          .filter((line) => !line.includes('/create'))
          .join('\n'),
      'line 3',
    ],
  ])('is kept, and the sandbox begins afresh, where it has %s', async (_what, spoil, where) => {
    const first = await begin();
    const task_id = await createTask(first);
    await first.sandbox.close();
    const spoilt = spoil(await readFile(commandLog(), 'utf8'));
    await writeFile(commandLog(), spoilt);
    const second = await begin();
    expect(await failureOf(second.localization.taskStatus({ task_id }))).toMatchObject({ code: 404 });
    const kept = readdirSync(scratch.path()).find((name) => name.includes('unusable'));
    expect(await readFile(scratch.path(kept ?? ''), 'utf8')).toBe(spoilt);
    expect(reports).toEqual([expect.stringContaining(where)]);
    expect(reports[0]).toContain(kept);
    const again = await createTask(second);
    expect(await statusOf(await restart(second), again)).toBe('pending');
  });
});

describe('whatever was done', () => {
  type Step = (life: Life, task_id: string) => Promise<unknown>;
  const steps: Record<string, Step> = {
    create: (life) => createTask(life),
    createAnother: (life) => createTask(life, { client_task_id: 'release-2', auto_apply_terms: true }),
    aMoment: (life) => advance(life, 350),
    aWhile: (life) => advance(life, 2_600),
    edit: async ({ localization, ...life }, task_id) => {
      const [term] = await termsOf({ localization, ...life }, task_id);
      await localization.updateTaskTerm({ task_id, id: term?.id ?? 'none', category: 'Skill' });
    },
    drop: async (life, task_id) => {
      const term = (await termsOf(life, task_id)).at(-1);
      await life.localization.deleteTaskTerm({ task_id, id: term?.id ?? 'none' });
    },
    confirm: ({ localization }, task_id) => localization.confirmTerms({ task_id }),
    press: (life, task_id) => control(life, 'POST', '/console/confirm-terms', { task_id }),
    supplement: ({ localization }, task_id) =>
      localization.supplementTranslate({ task_id, target_languages: ['ko', 'fr'] }),
    publish: ({ localization }, task_id) => localization.publishTask({ task_id }),
    upload: ({ localization }) =>
      localization.uploadTerms({ terms: [{ content: 'Morgana', source_language: 'en' }] }),
    template: ({ localization }) =>
      localization.createTemplate({ type: 'task_strings', name: 'x', format: 'ini', is_default: true }),
    draft: ({ social }) => social.createDraft({ text: 'Hello', accountIds: ['acc_1', 'acc_3'] }),
    announce: ({ social }) => social.publishPost('post_1', {}, 'key-1'),
    announceAgain: ({ social }) => social.publishPost('post_1', { accountId: 'acc_1' }, 'key-2'),
    disconnect: (life) => control(life, 'POST', '/accounts/acc_2', { status: 'expired' }),
    unluckyWork: (life) => setFault(life, { on: 'work *', do: 'fail', nth: 'all', chance: 0.3 }),
    unluckyPosts: (life) => setFault(life, { on: 'target *', do: 'fail', nth: 'all', chance: 0.5 }),
    unluckyCalls: (life) => setFault(life, { on: '* /*', do: 'refuse', code: 503, nth: 'all', chance: 0.2 }),
    luck: (life) => control(life, 'DELETE', '/faults'),
  };

  /** The task is the first there is; a step that the service refuses is one, too. */
  async function take(life: Life, names: readonly string[]): Promise<void> {
    for (const name of names) {
      const [task_id = 'none'] = life.sandbox.localization.project(project.id).tasks.keys();
      await steps[name]?.(life, task_id).catch(() => null);
    }
  }

  /** Each request has a trace id of its own, also where it is the same request. */
  const withoutTraces = (seen: unknown): unknown =>
    JSON.parse(JSON.stringify(seen).replaceAll(/trace_[0-9a-f]+/g, 'trace'));

  it('it comes out the same when many asked at once while time went by', async () => {
    const first = await begin({ speed: 300 });
    const oneTask = async (number: number): Promise<void> => {
      const strings = [{ string_id: 'intro', content: `Take the Dragon Sword${number}.` }];
      const task_id = await createTask(first, { client_task_id: `release-${number}`, strings });
      await until('it waits', async () => (await statusOf(first, task_id)) === 'waiting_confirmation');
      await first.localization.confirmTerms({ task_id });
      await first.localization.publishTask({ task_id });
      await first.social.publishPost('post_1', {}, `key-${number % 3}`);
    };
    await Promise.all(Array.from({ length: 20 }, (_, number) => oneTask(number)));
    const known = [...first.sandbox.localization.project(project.id).publishJobs.keys()];
    await first.sandbox.close();
    const second = await begin();
    expect(reports).toEqual([]);
    expect([...second.sandbox.localization.project(project.id).publishJobs.keys()]).toEqual(known);
    expect(known).toHaveLength(20);
  });

  it('a sandbox that is killed and started again is where it was, and goes on in the same way', async () => {
    const someSteps = fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 5, maxLength: 30 });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(someSteps, async (names) => {
        const file = scratch.path(`${++run}.jsonl`);
        const life = await liveOn(file);
        await take(life, ['create', ...names]);
        await copyFile(file, `${file}.killed`);
        const other = await liveOn(`${file}.killed`);
        expect(await everything(other)).toEqual(await everything(life));
        for (const each of [life, other]) {
          await take(each, ['luck', 'aWhile', 'confirm', 'aWhile', 'publish', 'aWhile']);
        }
        expect(withoutTraces(await everything(other))).toEqual(withoutTraces(await everything(life)));
        expect(reports).toEqual([]);
        await Promise.all(closers.splice(0).map((close) => close()));
      }),
      runs(25),
    );
  });
});
