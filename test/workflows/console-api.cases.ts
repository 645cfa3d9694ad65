/** The console's API as the page uses it: against a real gateway, worker, Temporal server and sandbox. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../../src/config/config';
import type {
  Inbox,
  Failure,
  ReleasesPage,
  ReleaseDetails,
  ScheduleRow,
  Session,
  Story,
  TermsResponse,
  TermsPage,
} from '../../src/protocol/console-api';
import type { Gateway } from '../../src/gateway/gateway';
import { stageNames } from '../../src/domain/release/stages';
import { statusSchema } from '../../src/domain/release/status';
import { ScheduleClient } from '../../src/client/schedules/schedule-client';
import { applySchedules } from '../../src/client/schedules/apply-schedules';
import { readScheduleFile } from '../../src/source/read-schedule-file';
import { Person, startConsole, type OperatorName } from '../support/console';
import { until } from '../support/until';
import { unzipped } from '../support/unzipped';
import { ReleaseRig, reviewOnly, type ReleaseHandle } from './release-rig';

let rig: ReleaseRig;
let gateway: Gateway;
const people: Partial<Record<OperatorName, Person>> = {};

beforeAll(async () => {
  rig = await ReleaseRig.start({ callbacks: false, minCheckInterval: '200ms' });
  gateway = await startConsole(rig.client, readConfig(rig.env({ GATEWAY_PORT: '0' }), rig.directory), {
    fourEyes: true,
    console: { environment: 'staging', temporalUi: 'https://temporal.example/', proxy: null },
  });
  for (const name of ['reader', 'reviewer', 'operator'] as const) {
    people[name] = await Person.signedIn(gateway.url, name);
  }
});
afterAll(async () => {
  await gateway.close();
  await rig.close();
});

function person(name: OperatorName): Person {
  const found = people[name];
  if (found === undefined) throw new Error(`${name} is not signed in`);
  return found;
}
const nameOf = ({ workflowId }: ReleaseHandle): string => workflowId.split('/').at(-1) ?? '';
const idOf = (handle: ReleaseHandle): string => `${rig.project}/${nameOf(handle)}`;
const pathOf = (handle: ReleaseHandle): string => `/api/releases/${idOf(handle)}`;

let heroes = 0;
/** Each has a name of its own, which a scan finds, and which no termbase has yet. */
const namesOf = (count: number) =>
  Array.from({ length: count }, () => {
    heroes += 1;
    return { string_id: `hero.${heroes}`, content: `Nobody knows where Keeper K${heroes} sleeps.` };
  });

async function waiting(file: Parameters<ReleaseRig['release']>[0] = reviewOnly): Promise<ReleaseHandle> {
  const handle = await rig.release(file, namesOf(2));
  await rig.waitingForTerms(handle);
  return handle;
}

async function termsOf(handle: ReleaseHandle, query = ''): Promise<TermsPage> {
  const { status, body } = await person('reader').get<TermsPage>(`${pathOf(handle)}/terms${query}`);
  expect(status).toBe(200);
  return body;
}

describe('signing in', () => {
  it('tells who one is, what one may do, and where one is', async () => {
    const { status, body } = await person('reviewer').get<Session>('/api/session');
    expect(status).toBe(200);
    expect(body).toEqual({
      name: 'reviewer',
      role: 'review',
      csrfToken: person('reviewer').csrfToken,
      fourEyes: true,
      environment: 'staging',
    });
  });

  it('ends with signing out', async () => {
    const leaving = await Person.signedIn(gateway.url, 'reader');
    const { status, headers } = await leaving.send('DELETE', '/api/session');
    expect(status).toBe(204);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^locrelease_session=; Max-Age=0; .*HttpOnly/),
    ]);
  });

  it('is over for a copy of the cookie too, and for what listens with it', async () => {
    const leaving = await Person.signedIn(gateway.url, 'reader');
    const staying = await Person.signedIn(gateway.url, 'reader');
    const [ear, otherEar] = [await leaving.listen('/api/events'), await staying.listen('/api/events')];
    await leaving.send('DELETE', '/api/session');
    const { status, body } = await leaving.get<Failure>('/api/session');
    expect([status, body.code]).toEqual([401, 'unsigned']);
    await until('the stream of the session ends', () => ear.ended);
    expect(otherEar.ended).toBe(false);
    expect((await staying.get('/api/session')).status).toBe(200);
    otherEar.stop();
  });
});

describe('the inbox and the list', () => {
  it('show a release that waits for its terms, and no more when it was rejected', async () => {
    const handle = await waiting();
    const { waitingFor, taskId } = await rig.status(handle);
    const find = async () => {
      const { body } = await person('reader').get<Inbox>('/api/inbox');
      return body.items.find(({ id }) => id === idOf(handle));
    };
    // Where many wait, what a release says itself comes with a later look.
    const item = await until('it is in the inbox, and has been asked', async () => {
      const found = await find();
      return typeof found?.terms === 'number' && found;
    });
    expect(item).toEqual({
      id: idOf(handle),
      project: rig.project,
      branch: null,
      starter: 'tester',
      languages: ['zh-cn', 'ja'],
      name: nameOf(handle),
      kind: 'terms',
      what: '2 terms → zh-cn, ja',
      since: waitingFor?.since,
      dueAt: waitingFor?.dueAt,
      onDue: 'reject',
      state: 'waiting',
      taskId,
      terms: 2,
      choices: [],
      problem: null,
      startedBy: 'tester',
    });
    const { status } = await person('reviewer').post(`${pathOf(handle)}/terms/reject`, { reason: 'too few' });
    expect(status).toBe(200);
    await handle.result();
    await until('it is gone', async () => (await find()) === undefined);
    const { body } = await person('reader').get<ReleasesPage>(`/api/releases?search=${nameOf(handle)}`);
    expect(body.rows).toMatchObject([
      { id: idOf(handle), state: 'rejected', stage: 'confirm', waitingFor: null },
    ]);
  });

  it('are paged, filtered and searched', async () => {
    const handles = [await waiting(), await waiting(), await waiting()];
    const ids = new Set(handles.map(idOf));
    const read = async (query: string) => {
      const { status, body } = await person('reader').get<ReleasesPage>(`/api/releases?${query}`);
      expect(status).toBe(200);
      return body;
    };
    const mine = `project=${rig.project}&state=waiting`;
    await until('all of them are listed', async () => {
      const listed = new Set((await read(`${mine}&limit=500`)).rows.map(({ id }) => id));
      return [...ids].every((id) => listed.has(id));
    });
    const everything = (await read(`${mine}&limit=500`)).rows.map(({ id }) => id);
    for (const search of ['', '&search=RELEASE-']) {
      const paged: string[] = [];
      let cursor = '';
      do {
        const page = await read(`${mine}${search}&limit=1${cursor}`);
        expect(page.rows.length).toBeLessThanOrEqual(1);
        paged.push(...page.rows.map(({ id }) => id));
        cursor = page.cursor === null ? '' : `&cursor=${page.cursor}`;
      } while (cursor !== '');
      expect(paged).toEqual(everything);
    }
    const [first] = handles;
    if (first === undefined) throw new Error('there is none');
    const part = idOf(first).slice(3, -2).toUpperCase();
    expect((await read(`search=${encodeURIComponent(part)}`)).rows.map(({ id }) => id)).toContain(
      idOf(first),
    );
    expect(await read(`${mine}&search=no-such-thing`)).toEqual({ rows: [], cursor: null });
    for (const handle of handles)
      await person('reviewer').post(`${pathOf(handle)}/terms/reject`, { reason: 'x' });
  });

  it.each([
    'limit=0',
    'limit=501',
    'limit=x',
    'cursor=x',
    'cursor=0.bm90IGEgcGxhY2U',
    `search=${'x'.repeat(201)}`,
    `project=${encodeURIComponent("x' OR WorkflowType = 'publishTurn")}`,
    'project=a%00b',
    'state=a%00b',
  ])('refuse %s', async (query) => {
    const { status, body } = await person('reader').get<Failure>(`/api/releases?${query}`);
    expect([status, body.code]).toEqual([400, 'bad_request']);
  });
});

describe('a release', () => {
  it('is shown with who started it, its announcement and its place in Temporal', async () => {
    const handle = await waiting({});
    const { status, body } = await person('reader').get<ReleaseDetails>(pathOf(handle));
    expect(status).toBe(200);
    expect(statusSchema.parse(body.status)).toEqual(await rig.status(handle));
    expect(body).toMatchObject({
      startedBy: 'tester',
      startedAt: body.status.stages[0]?.startedAt,
      temporalUrl: `https://temporal.example/namespaces/default/workflows/${encodeURIComponent(handle.workflowId)}`,
    });
    const text = body.announcement?.text ?? '';
    expect(text).toContain(`${nameOf(handle)} now speaks`);
    expect(body.announcement).toMatchObject({
      accounts: [
        { id: 'acc_1', handle: '@sandboxgames', length: text.length, most: 280 },
        { id: 'acc_2', handle: '@sandboxgames', length: text.length, most: 500 },
      ],
    });
    expect(body.plannedStages).toEqual(stageNames);
    const told = await person('reader').get<Story>(`${pathOf(handle)}/story`);
    expect(told.body.entries[0]).toMatchObject({
      kind: 'start',
      text: 'tester started the release: zh-cn, ja, later ko.',
      technical: false,
    });
    const plain = told.body.entries.filter(({ technical }) => !technical);
    expect(plain.at(-1)).toMatchObject({ stage: 'confirm', text: 'The term review is open.' });
    expect(told.body.entries.find(({ text }) => text.startsWith('Create the task'))).toMatchObject({
      technical: true,
    });
    await person('operator').post(`${pathOf(handle)}/cancel`, { reason: 'only looked at' });
    expect((await handle.result()).state).toBe('cancelled');
  });

  it('gives its files to whoever may read, and no other file of the store', async () => {
    const handle = await rig.release({
      terms: { scan: false },
      supplementLanguages: [],
      announce: undefined,
    });
    const { files, state } = await handle.result();
    expect(state).toBe('done');
    for (const file of files) {
      const reply = await fetch(`${gateway.url}${pathOf(handle)}/files/${file.sha256}`, {
        headers: { cookie: person('reader').cookie ?? '' },
      });
      const bytes = Buffer.from(await reply.arrayBuffer());
      expect(reply.headers.get('content-type')).toBe('application/octet-stream');
      expect(reply.headers.get('content-length')).toBe(String(file.bytes));
      expect(reply.headers.get('content-disposition')).toMatch(
        /^attachment; filename="[\w.-]+"; filename\*=UTF-8''/,
      );
      expect(bytes.equals(await readFile(file.path))).toBe(true);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
    }
    const archive = await fetch(`${gateway.url}${pathOf(handle)}/files`, {
      headers: { cookie: person('reader').cookie ?? '' },
    });
    expect(archive.headers.get('content-disposition')).toContain(`filename="${nameOf(handle)}.zip"`);
    const packed = await unzipped(Buffer.from(await archive.arrayBuffer()));
    expect(Object.keys(packed)).toEqual(files.map(({ path }) => basename(path)));
    for (const { path } of files) expect(packed[basename(path)]).toBe(await readFile(path, 'utf8'));
    const other = await rig.store.put('a secret of another release');
    const refused = await person('operator').get<Failure>(`${pathOf(handle)}/files/${other.sha256}`);
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);

    const [damaged] = files;
    await writeFile(rig.store.pathOf(damaged?.sha256 ?? ''), 'x'.repeat(damaged?.bytes ?? 0));
    const { status, headers, body } = await person('reader').get<Failure>(
      `${pathOf(handle)}/files/${damaged?.sha256}`,
    );
    expect([status, body.code, headers.get('content-disposition')]).toEqual([503, 'store', null]);
    const broken = await fetch(`${gateway.url}${pathOf(handle)}/files`, {
      headers: { cookie: person('reader').cookie ?? '' },
    });
    await expect(broken.arrayBuffer().then((bytes) => unzipped(Buffer.from(bytes)))).rejects.toThrow();
    expect(body.message).toContain('is damaged: its bytes do not match its digest.');
  });

  it('that is parked goes on by the decision of an operator, whose name and reason it keeps', async () => {
    const handle = await rig.release({
      terms: { scan: false },
      export: { template: 'no-such-template', directory: rig.directory },
    });
    await rig.parked(handle);
    const find = async () => {
      const { body } = await person('reader').get<Inbox>('/api/inbox');
      return body.items.find(({ id }) => id === idOf(handle));
    };
    await until('it is in the inbox', async () => (await find()) !== undefined);
    expect(await find()).toMatchObject({
      kind: 'decision',
      dueAt: null,
      state: 'parked',
      terms: null,
      choices: [{ action: 'retry', label: 'Check again' }, { action: 'abort' }],
      problem: { code: 'preflight' },
    });
    const skip = await person('operator').post<Failure>(`${pathOf(handle)}/resolve`, {
      action: 'skip',
      reason: 'let us see',
    });
    expect([skip.status, skip.body.code]).toEqual([409, 'refused']);
    expect(skip.body.message).toContain('cannot be skipped');
    const stale = await person('operator').post<Failure>(`${pathOf(handle)}/resolve`, {
      action: 'abort',
      reason: 'of what was before',
      since: '2026-01-01T00:00:00.000Z',
    });
    expect([stale.status, stale.body.code]).toEqual([409, 'refused']);
    expect(stale.body.message).toContain('waits for another decision by now');
    const { status, body } = await person('operator').post(`${pathOf(handle)}/resolve`, {
      action: 'abort',
      since: (await find())?.since,
      reason: 'no template will come',
    });
    expect([status, body]).toEqual([200, { outcome: 'abort' }]);
    expect((await handle.result()).decisions).toMatchObject([
      { by: 'operator', what: 'resolve abort', why: 'no template will come' },
    ]);
    const late = await person('operator').post<Failure>(`${pathOf(handle)}/resolve`, {
      action: 'retry',
      reason: 'after all',
    });
    expect([late.status, late.body.code]).toEqual([409, 'refused']);
    expect(late.body.message).toContain('has already ended');
  });

  it.each(['', '/story', '/terms', `/files/${'0'.repeat(64)}`])(
    'that does not exist has no %s',
    async (path) => {
      const { status, body } = await person('reader').get<Failure>(
        `/api/releases/${rig.project}/nothing${path}`,
      );
      expect([status, body.code]).toEqual([404, 'not_found']);
    },
  );
});

describe('a review of terms', () => {
  it('edits, removes, restores, compares and confirms, and every step is there for everybody', async () => {
    const handle = await waiting();
    const opened = await termsOf(handle);
    expect(opened).toMatchObject({ total: 2, compared: false, languages: ['zh-cn', 'ja'], offset: 0 });
    const [first, second] = opened.terms;
    const post = async (verb: string, body?: unknown) => {
      const answer = await person('reviewer').post<TermsResponse>(`${pathOf(handle)}/terms/${verb}`, body);
      expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ total: 2 })]);
      return answer.body;
    };

    const edited = await post('edit', { termIds: [first?.id], edit: { translations: { ja: '長老ミラ' } } });
    expect(edited.digest).not.toBe(opened.digest);
    const marked = await post('mark', { termIds: [second?.id], removed: true });
    expect(marked.digest).not.toBe(edited.digest);
    expect(new Set([opened.revision, edited.revision, marked.revision]).size).toBe(3);
    const seen = await termsOf(handle);
    expect(seen.terms).toMatchObject([
      {
        id: first?.id,
        edited: { by: 'reviewer', before: { translations: first?.translations } },
        removed: null,
      },
      { id: second?.id, edited: null, removed: { by: 'reviewer' } },
    ]);
    expect(seen.terms[0]?.translations.ja).toBe('長老ミラ');
    const restored = await post('mark', { termIds: [second?.id], removed: false });
    expect(restored.digest).toBe(edited.digest);
    await post('compare');
    expect(await termsOf(handle)).toMatchObject({
      compared: true,
      terms: [{ existing: null }, { removed: null }],
    });
    expect((await termsOf(handle, '?offset=1&limit=1')).terms.map(({ id }) => id)).toEqual([second?.id]);
    const { digest } = await post('refresh');

    const stale = await person('reviewer').post<Failure>(`${pathOf(handle)}/terms/confirm`, {
      digest: opened.digest,
    });
    expect([stale.status, stale.body.code]).toEqual([409, 'terms_changed']);
    const done = await person('reviewer').post(`${pathOf(handle)}/terms/confirm`, {
      digest,
      comment: 'fine',
    });
    expect([done.status, done.body]).toEqual([200, { outcome: 'confirmed' }]);
    expect((await handle.result()).decisions).toMatchObject([{ by: 'reviewer', why: 'fine' }]);
    const late = await person('reviewer').post<Failure>(`${pathOf(handle)}/terms/edit`, {
      termIds: [first?.id],
      edit: { score: 1 },
    });
    expect([late.status, late.body.code]).toEqual([409, 'refused']);
  });

  it('takes a change that is sent twice with one key once, and undoes nothing that came between', async () => {
    const handle = await waiting();
    const [term] = (await termsOf(handle)).terms;
    const send = async (name: OperatorName, category: string, key: string) => {
      const said = { termIds: [term?.id], edit: { category } };
      const path = `${pathOf(handle)}/terms/edit`;
      return person(name).post<TermsResponse>(path, said, { 'idempotency-key': key });
    };
    const category = async () => (await termsOf(handle)).terms[0]?.category;

    const first = await send('reviewer', 'Mentor', 'k-1');
    expect(first.status).toBe(200);
    await send('operator', 'Villain', 'k-2');
    const again = await send('reviewer', 'Mentor', 'k-1');
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await category()).toBe('Villain');
    // The same key of somebody else, or with something else, is another change.
    await send('operator', 'Mentor', 'k-1');
    expect(await category()).toBe('Mentor');
    await send('reviewer', 'Smith', 'k-1');
    expect(await category()).toBe('Smith');
    const bad = await send('reviewer', 'Mentor', 'k'.repeat(201));
    expect([bad.status, bad.body]).toEqual([400, expect.objectContaining({ code: 'bad_request' })]);
    expect(JSON.stringify(bad.body)).toContain('idempotency-key');
  });

  it('keeps a comment on a term with the decisions, and shows it with the term and in the story', async () => {
    const handle = await waiting();
    const [term] = (await termsOf(handle)).terms;
    const comment = (termId: string | undefined) =>
      person('reviewer').post<Failure>(`${pathOf(handle)}/terms/comment`, { termId, comment: 'a name' });
    expect(await comment(term?.id)).toMatchObject({ status: 200, body: { outcome: 'commented' } });
    expect(await comment('no-such-term')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await termsOf(handle)).terms[0]?.comments).toMatchObject([{ by: 'reviewer', text: 'a name' }]);
    const { body: story } = await person('reader').get<Story>(`${pathOf(handle)}/story`);
    expect(story.entries.map(({ text }) => text)).toContain(
      `reviewer commented on ${term?.id} (${term?.term}) ("a name").`,
    );
    await person('reviewer').post(`${pathOf(handle)}/terms/reject`, { reason: 'enough' });
    expect((await handle.result()).decisions).toMatchObject([
      { by: 'reviewer', what: `comment on ${term?.id} (${term?.term})`, why: 'a name' },
      { what: 'reject terms' },
    ]);
  });

  it('that is settled does not miss a language that was added later', async () => {
    const handle = await waiting({ ...reviewOnly, supplementLanguages: ['ko'] });
    const { digest } = await termsOf(handle);
    await person('reviewer').post(`${pathOf(handle)}/terms/confirm`, { digest });
    expect((await handle.result()).languages).toEqual(['zh-cn', 'ja', 'ko']);
    expect((await termsOf(handle)).languages.sort()).toEqual(['ja', 'zh-cn']);
  });

  it('marks hundreds of terms in one request, and pages through all of them', async () => {
    const handle = await rig.release(reviewOnly, namesOf(450));
    await rig.waitingForTerms(handle);
    const ids: string[] = [];
    for (let offset = 0; offset < 450; offset += 200) {
      ids.push(...(await termsOf(handle, `?offset=${offset}&limit=200`)).terms.map(({ id }) => id));
    }
    expect(new Set(ids).size).toBe(450);
    const { status } = await person('reviewer').post(`${pathOf(handle)}/terms/mark`, {
      termIds: ids,
      removed: true,
    });
    expect(status).toBe(200);
    expect((await termsOf(handle)).terms.every(({ removed }) => removed?.by === 'reviewer')).toBe(true);
    const partly = await person('reviewer').post<Failure>(`${pathOf(handle)}/terms/mark`, {
      termIds: [...ids.slice(0, 200), 'no-such-term'],
      removed: false,
    });
    expect(partly.status).toBe(409);
    expect(partly.body.message).toMatch(/^200 of 201 terms were changed\. Then: .*no-such-term/);
    await person('reviewer').post(`${pathOf(handle)}/terms/reject`, { reason: 'enough' });
    await handle.result();
  });

  it('keeps what a script in a term says as text', async () => {
    const handle = await waiting();
    const [first] = (await termsOf(handle)).terms;
    const script = `<script>alert(1)</script>"'&\u2028</textarea>`;
    await person('reviewer').post(`${pathOf(handle)}/terms/edit`, {
      termIds: [first?.id],
      edit: { note: script, translations: { ja: script } },
    });
    const { headers, body } = await person('reader').get<TermsPage>(`${pathOf(handle)}/terms`);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(body.terms[0]).toMatchObject({ note: script, translations: { ja: script } });
    await person('reviewer').post(`${pathOf(handle)}/terms/reject`, { reason: script });
    expect((await handle.result()).decisions).toMatchObject([
      // A reason is one line, wherever it is quoted.
      { why: script.replace('\u2028', ' ') },
    ]);
  });

  it.each([
    ['edit', { termIds: [], edit: { score: 1 } }],
    ['edit', { termIds: ['a'], edit: {} }],
    ['edit', { termIds: ['a'], edit: { score: 11 } }],
    ['edit', { termIds: ['a'], edit: { colour: 'red' } }],
    ['mark', { termIds: ['a'] }],
    ['mark', { termIds: ['a'], removed: 'yes' }],
    ['reject', { reason: ' ' }],
    ['reject', undefined],
  ])('refuses to %s with %j before anything is said', async (verb, body) => {
    const { status, body: refusal } = await person('reviewer').post<Failure>(
      `/api/releases/${rig.project}/nothing/terms/${verb}`,
      body,
    );
    expect([status, refusal.code]).toEqual([400, 'bad_request']);
  });
});

describe('schedules', () => {
  it('are shown, paused, resumed and triggered by an operator', async () => {
    const directory = join(rig.directory, 'nights');
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'strings.json'), JSON.stringify({ greeting: 'Hello' }));
    const release = {
      name: 'strings',
      project: rig.project,
      source: { file: 'strings.json' },
      targetLanguages: ['ja'],
      terms: { scan: false },
      publish: false,
    };
    await writeFile(join(directory, 'release.yaml'), stringify(release));
    const freeze = [{ from: '2026-12-20', to: '2027-01-04', reason: 'winter break' }];
    const times = { timeZone: 'UTC', cron: '0 0 29 2 sun', freeze };
    const schedule = { id: 'strings', release: 'release.yaml', ...times };
    await writeFile(join(directory, 'schedules.yaml'), stringify({ schedules: [schedule] }));
    await applySchedules(rig.client, await readScheduleFile(join(directory, 'schedules.yaml')), {
      taskQueue: rig.taskQueue,
      by: 'tester',
    });
    const id = `${rig.project}/strings`;
    const find = async () => {
      const { body } = await person('reader').get<ScheduleRow[]>('/api/schedules');
      return body.find((row) => row.id === id);
    };
    const deed = (verb: string, body?: unknown) =>
      person('operator').post(`/api/schedules/${id}/${verb}`, body);
    try {
      await until('it is listed', async () => (await find()) !== undefined);
      expect(await find()).toMatchObject({
        description: 'cron 0 0 29 2 sun, UTC',
        timeZone: 'UTC',
        declared: { freeze },
        paused: false,
        lastRun: null,
      });
      expect((await find())?.nextRuns.length).toBeGreaterThan(0);
      expect(await deed('pause', { reason: 'freeze' })).toMatchObject({
        status: 200,
        body: { id },
      });
      expect(await find()).toMatchObject({ paused: true, nextRuns: [] });
      expect((await find())?.notes[0]).toMatch(/ operator paused it: freeze$/);
      expect(await deed('resume')).toMatchObject({ status: 200, body: { id } });
      expect(await deed('trigger')).toMatchObject({ status: 200, body: { outcome: 'started' } });
      await until('its run has ended', async () => (await find())?.lastRun?.state === 'done');
      expect((await find())?.lastRun).toMatchObject({
        releaseId: expect.stringContaining(`${rig.project}/strings-`) as string,
        problem: null,
      });
      expect((await person('operator').post(`/api/schedules/${rig.project}/none/pause`)).status).toBe(404);
    } finally {
      await new ScheduleClient(rig.client).delete(id);
    }
  });
});

describe('events', () => {
  it('tell everybody of a release and of the list as they change, until the listener leaves', async () => {
    const handle = await waiting();
    const listeners = [
      await person('reader').listen(`/api/events?release=${encodeURIComponent(idOf(handle))}`),
      await person('reviewer').listen(`/api/events?release=${encodeURIComponent(idOf(handle))}`),
      await person('operator').listen('/api/events'),
    ];
    const states = (listener = listeners[0]) =>
      listener?.heard
        .filter(({ event }) => event === 'release')
        .map(({ data }) => statusSchema.parse(data).state);
    await until('the state is told', () => states()?.includes('waiting') === true);
    await until('the list is told', () =>
      listeners.every(({ heard }) =>
        heard.some(({ event, data }) => event === 'releases' && waitingIn(data) > 0),
      ),
    );
    const before = listeners[2]?.heard.length ?? 0;

    const { digest } = await termsOf(handle);
    await person('reviewer').post(`${pathOf(handle)}/terms/confirm`, { digest });
    await handle.result();
    await until('both hear the end', () =>
      listeners.slice(0, 2).every((one) => states(one)?.at(-1) === 'done'),
    );
    await until('the list has changed', () => (listeners[2]?.heard.length ?? 0) > before);
    expect(states(listeners[2])).toEqual([]);
    expect(listeners[0]?.raw.startsWith('retry: 1000\n\n')).toBe(true);
    // A browser asks for compressed answers; these are told as they come.
    expect(listeners.map(({ headers }) => headers.get('content-encoding'))).toEqual([null, null, null]);
    for (const listener of listeners) listener.stop();
    await until('they have left', () => listeners.every(({ ended }) => ended));
  });

  it('of a release that does not exist are refused', async () => {
    const { status, body } = await person('reader').get<Failure>(
      `/api/events?release=${rig.project}/nothing`,
    );
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect((await person('reader').get('/api/events?release=a/b/c')).status).toBe(400);
  });

  it('end with their gateway, which does not wait for whoever listens', async () => {
    const config = readConfig(rig.env({ GATEWAY_PORT: '0' }), rig.directory);
    const other = await startConsole(rig.client, config);
    const listener = await (await Person.signedIn(other.url, 'reader')).listen('/api/events');
    await until('it hears', () => listener.heard.length > 0);
    await other.close();
    await until('it is cut off', () => listener.ended);
  });
});

const waitingIn = (data: unknown): number => z.object({ waiting: z.number() }).parse(data).waiting;
