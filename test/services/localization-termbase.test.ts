import { Secret } from '../../src/http/secret';
import { verifyCallback } from '../../src/localization/verify-callback';
import type { LocalizationClient } from '../../src/localization/localization-client';
import { type NewTerm } from '../../src/localization/requests';
import { sign } from '../../src/localization/signature';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { until } from '../support/until';
import { failureOf, localizationClient, LONG_MS, project, startReceiver, startStillSandbox } from './support';

const sword: NewTerm = { content: 'Sword', source_language: 'en', translations: { ja: '剣' } };

async function startTermbase(): Promise<{ sandbox: Sandbox; client: LocalizationClient }> {
  const sandbox = await startStillSandbox();
  return { sandbox, client: localizationClient(sandbox) };
}

/** Uploads terms and lets the background work end. */
async function upload(sandbox: Sandbox, client: LocalizationClient, ...terms: NewTerm[]): Promise<void> {
  await client.uploadTerms({ terms });
  sandbox.clock.advance(sandbox.profile.pace.termUploadMs);
}

async function items(client: LocalizationClient) {
  return (await client.queryTerms({})).data.items;
}

async function onlyTerm(client: LocalizationClient) {
  const [term, ...others] = await items(client);
  if (term === undefined || others.length > 0) throw new Error(`${others.length + 1} terms, expected one`);
  return term;
}

/** What the service answers to a call that our client would not make. */
async function codeOf(sandbox: Sandbox, endpoint: string, content: object): Promise<number> {
  const [method = '', path = ''] = endpoint.split(' ');
  const body = method === 'GET' ? '' : JSON.stringify(content);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const reply = await fetch(`${sandbox.url}/api/open/v1${path}`, {
    method,
    headers: {
      'x-svc-appkey': project.appKey,
      'x-svc-timestamp': timestamp,
      'x-svc-sign': sign(timestamp, body, project.appSecret),
    },
    ...(body === '' ? {} : { body }),
  });
  return reply.status;
}

describe('uploading terms', () => {
  it('is accepted at once under its trace id, and written later', async () => {
    const { sandbox, client } = await startTermbase();
    const { data, traceId } = await client.uploadTerms({ terms: [sword] });
    expect(data).toEqual({ upload_id: traceId, accepted_at: sandbox.clock.iso(), terms_count: 1 });
    expect(await items(client)).toEqual([]);
    sandbox.clock.advance(sandbox.profile.pace.termUploadMs);
    expect(await onlyTerm(client)).toEqual({
      id: expect.any(String) as string,
      content: 'Sword',
      source_language: 'en',
      category: '',
      pic: '',
      translations: { ja: '剣' },
      created_at: sandbox.clock.iso(),
      updated_at: sandbox.clock.iso(),
    });
  });

  it('merges over the term with the same content and source language', async () => {
    const { sandbox, client } = await startTermbase();
    await upload(sandbox, client, { ...sword, category: 'Item', translations: { ja: '剣', ko: '검' } });
    const before = await onlyTerm(client);
    await upload(sandbox, client, {
      content: ' Sword ',
      source_language: 'en',
      pic: 'https://example.com/sword.png',
      translations: { ja: '', fr: 'Épée' },
    });
    expect(await onlyTerm(client)).toEqual({
      ...before,
      pic: 'https://example.com/sword.png',
      translations: { ko: '검', fr: 'Épée' },
      updated_at: sandbox.clock.iso(),
    });
  });

  it('tells by callback how many terms were new and how many changed', async () => {
    const { sandbox, client } = await startTermbase();
    const receiver = await startReceiver();
    await upload(sandbox, client, sword, { content: 'Shield', source_language: 'en' });
    const { data } = await client.uploadTerms({
      terms: [
        sword,
        { content: 'Shield', source_language: 'en', category: 'Item' },
        { content: 'Helmet', source_language: 'en' },
        { content: 'Helmet', source_language: 'ja' },
      ],
      callback_url: `${receiver.url}/hook`,
    });
    sandbox.clock.advance(LONG_MS);
    await until('the callback', () => receiver.received.length > 0);
    const [delivery] = receiver.received;
    if (delivery === undefined) throw new Error('no callback');
    expect(verifyCallback(delivery, new Secret(project.appSecret), Date.now())).toMatchObject({
      accepted: true,
    });
    expect(delivery.payload).toMatchObject({
      event: 'term_upload.completed',
      task_id: '',
      project_id: 'sandbox',
      trace_id: data.upload_id,
      status: 'SUCCEEDED',
      detail: { upload_id: data.upload_id, terms_count: 4, upserted_count: 2, modified_count: 1 },
      error: null,
    });
  });

  it('calls back only for the events that were asked for', async () => {
    const { sandbox, client } = await startTermbase();
    const receiver = await startReceiver();
    const callback_url = receiver.url;
    await client.uploadTerms({ terms: [sword], callback_url, callback_events: ['term_upload.failed'] });
    sandbox.clock.advance(LONG_MS);
    await client.uploadTerms({ terms: [sword], callback_url, callback_events: ['term_upload.completed'] });
    sandbox.clock.advance(LONG_MS);
    await until('the callback', () => sandbox.journal.find({ kind: 'callback' }).length > 0);
    expect(sandbox.journal.find({ kind: 'callback' })).toHaveLength(1);
    expect(receiver.events()).toEqual(['term_upload.completed']);
  });

  it('that fails in the background is reported by callback alone, and writes nothing', async () => {
    const { sandbox, client } = await startTermbase();
    const receiver = await startReceiver();
    sandbox.faults.add({ on: 'work term-upload', do: 'fail', code: 502, reason: 'the store is down' });
    const { data } = await client.uploadTerms({ terms: [sword], callback_url: receiver.url });
    sandbox.clock.advance(LONG_MS);
    await until('the callback', () => receiver.received.length > 0);
    expect(receiver.received[0]?.payload).toMatchObject({
      event: 'term_upload.failed',
      task_id: '',
      status: 'FAILED',
      detail: { upload_id: data.upload_id, terms_count: 1, failure_code: 502 },
      error: 'the store is down',
    });
    expect(await items(client)).toEqual([]);
  });

  it('starts anew with every call', async () => {
    const { client } = await startTermbase();
    const first = await client.uploadTerms({ terms: [sword] });
    const second = await client.uploadTerms({ terms: [sword] });
    expect(second.data.upload_id).not.toBe(first.data.upload_id);
  });

  it('takes a thousand terms', async () => {
    const { sandbox, client } = await startTermbase();
    const terms = Array.from({ length: 1000 }, (_, n) => ({ content: `Term ${n}`, source_language: 'en' }));
    await upload(sandbox, client, ...terms);
    expect((await client.queryTerms({})).data.total).toBe(1000);
  });

  it('refuses with 400 what it does not document, and writes nothing', async () => {
    const rows: [string, object][] = [
      ['terms that are not a list', { terms: { content: 'Sword' } }],
      ['an empty list', { terms: [] }],
      ['blank content', { terms: [{ ...sword, content: '  ' }] }],
      ['content that is not text', { terms: [{ ...sword, content: 7 }] }],
      ['no source_language', { terms: [{ content: 'Sword' }] }],
      ['an unsupported source_language', { terms: [{ ...sword, source_language: 'tlh' }] }],
      ['an unsupported language in translations', { terms: [{ ...sword, translations: { tlh: "'etlh" } }] }],
      ['translations that are not an object', { terms: [{ ...sword, translations: ['剣'] }] }],
      ['one bad term among good ones', { terms: [sword, { ...sword, category: 5 }] }],
      ['a callback_url that is not http', { terms: [sword], callback_url: 'ftp://example.com/' }],
      ['an event of tasks', { terms: [sword], callback_events: ['task.completed'] }],
    ];
    const { sandbox, client } = await startTermbase();
    for (const [what, fields] of rows) {
      const error = await failureOf(client.uploadTerms({ terms: [sword], ...fields }));
      expect({ what, reply: error }).toMatchObject({ what, reply: { code: 400, effect: 'none' } });
      sandbox.clock.advance(LONG_MS);
      expect(await items(client)).toEqual([]);
    }
  });
});

describe('updating terms', () => {
  it('changes what was sent and keeps the rest', async () => {
    const { sandbox, client } = await startTermbase();
    await upload(sandbox, client, { ...sword, category: 'Item', translations: { ja: '剣', ko: '검' } });
    const before = await onlyTerm(client);
    sandbox.clock.advance(1000);
    const { data } = await client.updateTerms({
      terms: [{ id: before.id, content: 'Blade', category: 'Weapon', translations: { ja: '刃', ko: '' } }],
    });
    expect(data).toMatchObject({
      requested_count: 1,
      updated_count: 1,
      results: [{ id: before.id, status: 'updated', modified: 1 }],
    });
    expect(await onlyTerm(client)).toEqual({
      ...before,
      content: 'Blade',
      category: 'Weapon',
      translations: { ja: '刃' },
      updated_at: sandbox.clock.iso(),
    });
  });

  it('finds the term under its new content afterwards', async () => {
    const { sandbox, client } = await startTermbase();
    await upload(sandbox, client, sword);
    const { id } = await onlyTerm(client);
    await client.updateTerms({ terms: [{ id, content: 'Blade' }] });
    await upload(sandbox, client, { content: 'Blade', source_language: 'en', category: 'Item' });
    expect(await onlyTerm(client)).toMatchObject({ id, content: 'Blade', category: 'Item' });
  });

  it('says that nothing changed where the values are the same or empty content was sent', async () => {
    const { sandbox, client } = await startTermbase();
    await upload(sandbox, client, sword);
    const before = await onlyTerm(client);
    sandbox.clock.advance(1000);
    const { data } = await client.updateTerms({
      terms: [{ id: before.id, content: '', category: '', translations: { ja: '剣' } }],
    });
    expect(data.results).toMatchObject([{ id: before.id, status: 'updated', modified: 0 }]);
    expect(await onlyTerm(client)).toEqual(before);
  });

  it('answers for each term by itself', async () => {
    const { sandbox, client } = await startTermbase();
    await upload(sandbox, client, sword, { content: 'Shield', source_language: 'en' });
    const others = localizationClient(sandbox, { project: 'other' });
    await upload(sandbox, others, sword);
    const foreign = await onlyTerm(others);
    const id = (await items(client)).find(({ content }) => content === 'Shield')?.id ?? '';
    const { data } = await client.updateTerms({
      terms: [
        { id: foreign.id, category: 'Item' },
        { id: 'not an id', category: 'Item' },
        { id, content: 'Sword' },
        { id, category: 'Item' },
      ],
    });
    expect(data).toMatchObject({
      requested_count: 4,
      updated_count: 1,
      results: [
        { id: foreign.id, status: 'not_found' },
        { id: 'not an id', status: 'invalid_id' },
        { id, status: 'error', error: expect.any(String) as string },
        { id, status: 'updated', modified: 1 },
      ],
    });
    expect(await onlyTerm(others)).toEqual(foreign);
  });

  it('refuses with 400 what it does not document', async () => {
    const rows: [string, object][] = [
      ['an empty list', { terms: [] }],
      ['a term without id', { terms: [{ category: 'Item' }] }],
      ['translations that are not an object', { terms: [{ id: 'x', translations: '剣' }] }],
      ['an unsupported language', { terms: [{ id: 'x', translations: { tlh: 'x' } }] }],
    ];
    const { client } = await startTermbase();
    for (const [what, fields] of rows) {
      expect({ what, reply: await failureOf(client.updateTerms({ terms: [], ...fields })) }).toMatchObject({
        what,
        reply: { code: 400 },
      });
    }
  });
});

describe('deleting a term', () => {
  it('removes it, once', async () => {
    const { sandbox, client } = await startTermbase();
    await upload(sandbox, client, sword);
    const { id } = await onlyTerm(client);
    await client.deleteTerm({ id });
    expect(await items(client)).toEqual([]);
    expect(await failureOf(client.deleteTerm({ id }))).toMatchObject({ code: 404, effect: 'none' });
  });

  it('makes room for the same content in another source language', async () => {
    const { sandbox, client } = await startTermbase();
    await upload(sandbox, client, { ...sword, source_language: 'fr' });
    await upload(sandbox, client, sword);
    await client.deleteTerm({ id: (await onlyTerm(client)).id });
    expect(sandbox.localization.project('sandbox').termbase.size).toBe(1);
  });

  it('does not reach into another project, and needs an id', async () => {
    const { sandbox, client } = await startTermbase();
    await upload(sandbox, client, sword);
    const { id } = await onlyTerm(client);
    const others = localizationClient(sandbox, { project: 'other' });
    expect(await failureOf(others.deleteTerm({ id }))).toMatchObject({ code: 404 });
    expect(await failureOf(client.deleteTerm({ id: '' }))).toMatchObject({ code: 400 });
    expect((await onlyTerm(client)).id).toBe(id);
  });
});

describe('more than a call may hold', () => {
  const terms = (count: number): NewTerm[] => Array.from({ length: count }, () => sword);

  it('is not even sent by the client', async () => {
    const { sandbox, client } = await startTermbase();
    for (const call of [
      client.uploadTerms({ terms: terms(1001) }),
      client.updateTerms({ terms: Array.from({ length: 101 }, () => ({ id: 'x' })) }),
      client.queryTerms({ page_size: 501 }),
    ]) {
      expect(await failureOf(call)).toMatchObject({ kind: 'invalid', effect: 'none' });
    }
    expect(sandbox.journal.find()).toEqual([]);
  });

  it('is refused with 400 by the service, as is nothing at all', async () => {
    const rows: [string, object][] = [
      ['POST /terms/create', { terms: terms(1001) }],
      ['POST /terms/create', {}],
      ['POST /terms/update', { terms: Array.from({ length: 101 }, () => ({ id: 'x' })) }],
      ['POST /terms/update', {}],
      ['GET /terms?page_size=501', {}],
    ];
    const { sandbox } = await startTermbase();
    for (const [endpoint, content] of rows) {
      expect(await codeOf(sandbox, endpoint, content)).toBe(400);
    }
  });
});

describe('querying the termbase', () => {
  it('gives the latest first, equal times by id, page by page', async () => {
    const { sandbox, client } = await startTermbase();
    for (const batch of ['old', 'new']) {
      await upload(
        sandbox,
        client,
        ...[1, 2, 3].map((n) => ({ content: `${batch} ${n}`, source_language: 'en' })),
      );
    }
    const all = await items(client);
    expect(all.map(({ content }) => content.slice(0, 3))).toEqual(['new', 'new', 'new', 'old', 'old', 'old']);
    for (const batch of [all.slice(0, 3), all.slice(3)]) {
      const ids = batch.map(({ id }) => id);
      expect(ids).toEqual([...ids].sort().reverse());
    }
    const pages = await Promise.all([1, 2, 3].map((page) => client.queryTerms({ page, page_size: 4 })));
    expect(pages.map(({ data }) => data.items)).toEqual([all.slice(0, 4), all.slice(4), []]);
    expect(pages[1]?.data).toMatchObject({ page: 2, page_size: 4, total: 6, source_language: 'en' });
  });

  it('gives a hundred terms where no page size is asked for', async () => {
    const { sandbox, client } = await startTermbase();
    const terms = Array.from({ length: 101 }, (_, n) => ({ content: `Term ${n}`, source_language: 'en' }));
    await upload(sandbox, client, ...terms);
    const { data } = await client.queryTerms({});
    expect(data).toMatchObject({ page: 1, page_size: 100, total: 101 });
    expect(data.items).toHaveLength(100);
  });

  it('filters by exact category, by keyword in any case, and by the source language of the project', async () => {
    const { sandbox, client } = await startTermbase();
    await upload(
      sandbox,
      client,
      { content: 'Dragon Sword', source_language: 'en', category: 'Item' },
      { content: 'Dragon', source_language: 'en', category: 'Character' },
      { content: 'Shield', source_language: 'en', category: 'Item' },
      { content: 'Dragon', source_language: 'fr', category: 'Item' },
    );
    const contents = async (query: { category?: string; keyword?: string }): Promise<string[]> =>
      (await client.queryTerms(query)).data.items.map(({ content }) => content).sort();
    expect(await contents({ category: 'Item' })).toEqual(['Dragon Sword', 'Shield']);
    expect(await contents({ category: 'item' })).toEqual([]);
    expect(await contents({ keyword: 'dRAGON' })).toEqual(['Dragon', 'Dragon Sword']);
    expect(await contents({ keyword: 'dragon', category: 'Item' })).toEqual(['Dragon Sword']);
  });

  it.each([{ page: 0 }, { page: 1.5 }, { page_size: 0 }])('refuses %j with 400', async (query) => {
    const { client } = await startTermbase();
    expect(await failureOf(client.queryTerms(query))).toMatchObject({ code: 400 });
  });

  it('is refused with 422 where the project has no source language', async () => {
    const sandbox = await startStillSandbox({
      projects: [{ id: 'mute', appKey: 'mute-key', appSecret: 'mute-secret', sourceLanguage: null }],
    });
    const client = localizationClient(sandbox, { project: 'mute' });
    expect(await failureOf(client.queryTerms({}))).toMatchObject({ code: 422 });
  });
});
