import { isStrangeWord } from '../../../src/domain/release/job-status';
import { Secret } from '../../../src/http/secret';
import type { LocalizationClient } from '../../../src/localization/localization-client';
import { BareServer, succeed, type Answer } from '../../support/bare-server';
import fc from '../../support/fast-check';
import { APP_KEY, APP_SECRET, clientOf, failureOf, withServer } from '../../support/localization-client';
import { endpointCases, taskStatusData } from '../../support/localization-endpoints';
import { md5Hex } from '../../support/md5';

describe('each endpoint', () => {
  it.each(endpointCases)(
    '$endpoint sends what is documented',
    async ({ endpoint, query = '', body, data, call }) => {
      await withServer(succeed(data), async (client, server) => {
        await call(client);
        expect(server.seen).toHaveLength(1);
        const [method, path] = endpoint.split(' ');
        const [request] = server.seen;
        expect(request?.method).toBe(method);
        expect(request?.target).toBe(`/api/open/v1${path}${query}`);
        expect(request?.rawBody.toString()).toBe(body === undefined ? '' : JSON.stringify(body));
        expect(request?.headers['content-type']).toBe(body === undefined ? undefined : 'application/json');
      });
    },
  );

  it.each(endpointCases.filter(({ endpoint }) => endpoint !== 'GET /languages'))(
    '$endpoint gives the data as it came, with fields that are not documented, and the trace id',
    async ({ endpoint, data, call }) => {
      const extended = { ...(data as object), added_later: { by: 'the service' } };
      // Of a template's reply the template is given.
      const { template, templates, deleted } = data as Record<string, unknown>;
      const expected = endpoint.includes('/export-templates')
        ? (JSON.parse(JSON.stringify({ template, templates, deleted })) as object)
        : extended;
      await withServer(succeed(extended), async (client) => {
        expect(await call(client)).toMatchObject({ data: expected, traceId: 'trace-1' });
      });
    },
  );

  it('is found below the path of the base address', async () => {
    const server = await BareServer.start(succeed(['en']));
    const client = clientOf(`${server.url}/tenant-7/`);
    await client.languages();
    expect(server.seen[0]?.target).toBe('/tenant-7/api/open/v1/languages');
    await client.close();
    await server.close();
  });

  it('leaves out what was not asked for', async () => {
    await withServer(
      succeed({ page: 1, page_size: 100, total: 0, source_language: 'en', items: [] }),
      async (client, server) => {
        await client.queryTerms({});
        expect(server.seen[0]?.target).toBe('/api/open/v1/terms');
      },
    );
  });
});

describe('a forced reading', () => {
  it('sends the fields of a new task under the names of the service', async () => {
    const createFieldNames = { strings: 'items', content: 'text', client_task_id: 'external_id' };
    await withServer(
      succeed({ task_id: 't' }),
      async (client, server) => {
        await client.createTask({
          client_task_id: 'c',
          name: 'n',
          target_languages: ['ja'],
          strings: [{ string_id: 's', content: 'strings' }],
        });
        expect(JSON.parse(server.seen[0]?.rawBody.toString() ?? '')).toEqual({
          external_id: 'c',
          name: 'n',
          target_languages: ['ja'],
          items: [{ string_id: 's', text: 'strings' }],
        });
      },
      { createFieldNames },
    );
  });

  it('deletes terms by a list of one', async () => {
    await withServer(
      succeed({}),
      async (client, server) => {
        await client.deleteTerm({ id: 'i' });
        await client.deleteTaskTerm({ task_id: 't', id: 'i' });
        expect(server.seen.map(({ rawBody }) => rawBody.toString())).toEqual([
          '{"ids":["i"]}',
          '{"task_id":"t","ids":["i"]}',
        ]);
      },
      { termDeleteBody: 'ids' },
    );
  });
});

describe('a signature', () => {
  const expected = (timestamp: string, rawBody: Buffer): string =>
    md5Hex(Buffer.concat([Buffer.from(timestamp), rawBody, Buffer.from(APP_SECRET)]));

  it('covers exactly the bytes that arrive, whatever the text', async () => {
    await withServer(succeed({ task_id: 't' }), async (client, server) => {
      const text = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('"quoted"\\', 'Łódź 👩‍👩‍👧', '\ud800 alone'),
      );
      await fc.assert(
        fc.asyncProperty(text, text, async (name, content) => {
          const strings = [{ string_id: 's1', content }];
          await client.createTask({ client_task_id: 'c', name, target_languages: ['ja'], strings });
          const { headers, rawBody } = server.seen.at(-1) ?? fail();
          expect(headers['x-svc-sign']).toBe(expected(String(headers['x-svc-timestamp']), rawBody));
          expect(JSON.parse(rawBody.toString())).toMatchObject({ name, strings });
        }),
        { numRuns: 60 },
      );
    });
  });

  it('of a GET covers the empty text, and the time is in whole seconds', async () => {
    await withServer(
      succeed(taskStatusData),
      async (client, server) => {
        await client.taskStatus({ task_id: 'task_1' });
        expect(server.seen[0]?.headers).toMatchObject({
          'x-svc-appkey': APP_KEY,
          'x-svc-timestamp': '1790000000',
          'x-svc-sign': expected('1790000000', Buffer.alloc(0)),
        });
      },
      { nowMs: () => 1_790_000_000_999 },
    );
  });
});

describe('a limit of the service', () => {
  const terms = (count: number) =>
    Array.from({ length: count }, () => ({ id: 'i', content: 'x', source_language: 'en' }));
  const languages = (count: number) => Array.from({ length: count }, (_, i) => `l${i}`);
  const cases: [string, number, unknown, (client: LocalizationClient, count: number) => Promise<unknown>][] =
    [
      [
        'target_languages',
        50,
        { task_id: 't', job_id: null, all_already_translated: true },
        (client, count) => client.supplementTranslate({ task_id: 't', target_languages: languages(count) }),
      ],
      [
        'terms',
        1000,
        { upload_id: 'u', terms_count: 1000 },
        (client, count) => client.uploadTerms({ terms: terms(count) }),
      ],
      [
        'terms',
        100,
        { requested_count: 100, updated_count: 100, results: [] },
        (client, count) => client.updateTerms({ terms: terms(count) }),
      ],
      [
        'page_size',
        500,
        { task_id: 't', scan_status: 'completed', page: 1, page_size: 500, total: 0, items: [] },
        (client, count) => client.taskTerms({ task_id: 't', page_size: count }),
      ],
      [
        'page_size',
        500,
        { page: 1, page_size: 500, total: 0, items: [] },
        (client, count) => client.queryTerms({ page_size: count }),
      ],
    ];

  it.each(cases)(
    'lets %s of %d pass, and refuses one more without sending it',
    async (field, limit, data, call) => {
      await withServer(succeed(data), async (client, server) => {
        await call(client, limit);
        expect(server.seen).toHaveLength(1);
        const failure = await failureOf(call(client, limit + 1));
        expect(failure).toMatchObject({ kind: 'invalid', effect: 'none', code: null, httpStatus: null });
        expect(failure.message).toContain(
          `not sent: ${field} is ${limit + 1}, but the service allows at most ${limit}`,
        );
        expect(server.seen).toHaveLength(1);
      });
    },
  );
});

describe('a shape that is not documented', () => {
  const create = (client: LocalizationClient) =>
    client.createTask({ client_task_id: 'c', name: 'n', target_languages: ['ja'] });

  it.each([
    { task_id: 'task_1' },
    { taskId: 'task_1' },
    { id: 'task_1' },
    { task: { task_id: 'task_1' } },
    { task: { id: 'task_1' }, status: 'pending' },
    { id: 'row-7', task: { task_id: 'task_1' } },
    'task_1',
  ])('of a created task is read as %j', async (data) => {
    await withServer(succeed(data), async (client) => {
      expect((await create(client)).data).toMatchObject({ task_id: 'task_1' });
    });
  });

  it.each([{}, { task_id: '' }, { task_id: null }, { task: 'task_1' }, null, []])(
    'of a created task without an id is done, and unreadable: %j',
    async (data) => {
      await withServer(succeed(data), async (client) => {
        expect(await failureOf(create(client))).toMatchObject({ kind: 'unreadable', effect: 'done' });
      });
    },
  );

  const english = { code: 'en', name: null };
  it.each([
    [['en'], english],
    [{ languages: ['en'] }, english],
    [{ items: [{ code: 'en' }] }, english],
    [{ list: [{ language: 'en', name: 'English' }] }, { code: 'en', name: 'English' }],
    [[{ code: 'en', name: 'English', native: 'English' }], { code: 'en', name: 'English' }],
  ])('of the languages is read: %j', async (data, language) => {
    await withServer(succeed(data), async (client) => {
      expect((await client.languages()).data).toEqual([language]);
    });
  });

  it.each([{}, { languages: 'en' }, [{ name: 'English' }], [7], null])(
    'of the languages is refused where it gives no codes: %j',
    async (data) => {
      await withServer(succeed(data), async (client) => {
        expect(await failureOf(client.languages())).toMatchObject({ kind: 'unreadable', effect: 'none' });
      });
    },
  );

  it.each([
    ...['success', 'SUCCEEDED', 'published', 'done'].map((status) => [status, 'done'] as const),
    ...['error', 'CANCELLED'].map((status) => [status, 'failed'] as const),
    ...['PUBLISHING', 'queued', 'zipping'].map((status) => [status, null] as const),
  ])('of a publish job with no flag ends by its word: %s', async (status, end) => {
    await withServer(succeed({ job_id: 'job_1', status }), async (client) => {
      const { data } = await client.publishStatus({ job_id: 'job_1' });
      expect([data.is_completed, data.is_failed]).toEqual([end === 'done', end === 'failed']);
      expect(isStrangeWord(status)).toBe(status === 'zipping');
    });
  });

  it('of a list is a part where it told of more', async () => {
    const templates = [{ id: 'tpl-1', format: 'ini' }];
    await withServer(succeed({ templates, languages: ['en'], total: 3 }), async (client) => {
      const { data } = await client.listTemplates({ type: 'project_strings' });
      expect(data).toMatchObject({ templates, isPart: true });
      expect((await failureOf(client.languages())).message).toContain('only 1 of 3 languages were listed');
    });
  });

  it.each([undefined, null, {}, { deleted: true }])(
    'of a deletion says nothing we rely on: %j',
    async (data) => {
      await withServer(succeed(data), async (client) => {
        expect((await client.deleteTerm({ id: 'i' })).data).toEqual(data ?? {});
        expect((await client.deleteTaskTerm({ task_id: 't', id: 'i' })).data).toEqual(data ?? {});
      });
    },
  );
});

describe('a reply that goes beyond the documentation', () => {
  it('keeps a status, stage, step and job type that are new', async () => {
    const [job] = taskStatusData.jobs;
    const data = {
      ...taskStatusData,
      status: 'archiving',
      current_stage: 'archive',
      current_step: 'zipBatch',
      smart_optimize_status: 'paused',
      jobs: [{ ...job, job_type: 'ARCHIVE', status: 'SLEEPING' }],
    };
    await withServer(succeed(data), async (client) => {
      expect((await client.taskStatus({ task_id: 'task_1' })).data).toEqual(data);
    });
  });

  it('takes a field that is null for one that is left out', async () => {
    const { task_id, status, is_completed, is_failed, ...optional } = taskStatusData;
    const needed = { task_id, status, is_completed, is_failed };
    const nulls = Object.fromEntries(Object.keys(optional).map((field) => [field, null]));
    const read = (data: unknown) =>
      withServer(succeed(data), async (client) => (await client.taskStatus({ task_id })).data);
    expect(await read({ ...needed, ...nulls })).toMatchObject({
      target_languages: [],
      progress: { rows_total: 0, rows_done: 0 },
      jobs: [],
      smart_optimize_status: null,
      requires_confirmation: false,
    });
    expect(await read(needed)).toMatchObject({ jobs: [], failure_reason: null, failure_code: null });
  });

  it('reads a supplement that had nothing to do', async () => {
    const data = { task_id: 't', job_id: null, all_already_translated: true };
    await withServer(succeed(data), async (client) => {
      const supplement = await client.supplementTranslate({ task_id: 't', target_languages: ['en'] });
      expect(supplement.data).toMatchObject({ job_id: null, effective_target_languages: [] });
    });
  });

  it('reads what it tells of an exported file beside the link to it', async () => {
    const file = { url: '/files/1', size: 7, escape_mode: 'ESCAPE', download_mode: 'separate' };
    await withServer(succeed({ format: 'ini', file }), async (client) => {
      const { data } = await client.exportIni({ type: 'project_strings', template_id: 'tpl-1' });
      const modes = { download_mode: 'separate', escape_mode: 'escape' };
      expect(data).toMatchObject({ download_url: '/files/1', file_size: 7, ...modes });
    });
  });

  it('refuses a download link that is no web address', async () => {
    const { data } = endpointCases.find(({ endpoint }) => endpoint === 'POST /export/ini') ?? fail();
    const altered = { ...(data as object), download_url: 'file:///etc/passwd' };
    await withServer(succeed(altered), async (client) => {
      const call = client.exportIni({ type: 'project_strings', template_id: 'tpl-1' });
      expect((await failureOf(call)).message).toContain('not as documented at download_url');
    });
  });
});

describe('construction', () => {
  it.each([
    ['l10n.example', 'base URL is not a URL'],
    ['ftp://l10n.example', 'base URL must start with http:// or https://'],
    ['https://u:hunter2@l10n.example', 'base URL must not contain a user name or password'],
    ['https://l10n.example/?k=hunter2', 'base URL must not have a query or fragment'],
  ])('refuses the base address %s, and does not repeat it', (baseUrl, message) => {
    expect(() => clientOf(baseUrl)).toThrow(new TypeError(message));
  });

  const unsendable = 'App Key contains a space or a non-ASCII character, which an HTTP header cannot carry';
  it.each([
    ['', 'App Key is empty'],
    ['key\n', 'App Key starts or ends with white space (a trailing newline?)'],
    ['my key', unsendable],
    ['ключ', unsendable],
  ])('refuses the App Key %j, and does not repeat it', (appKey, message) => {
    expect(() => clientOf('http://l10n.example', { appKey })).toThrow(new TypeError(message));
  });

  it.each([
    ['', 'secret is empty'],
    ['hunter2\n', 'secret starts or ends with white space (a trailing newline?)'],
  ])('refuses the secret %j, and does not repeat it', (value, message) => {
    expect(() => clientOf('http://l10n.example', { appSecret: new Secret(value) })).toThrow(
      new TypeError(message),
    );
  });
});

it('opens no more than 64 connections, and still answers every call', async () => {
  let open = 0;
  let most = 0;
  const slowly: Answer = (response, request) => {
    most = Math.max(most, ++open);
    setTimeout(() => {
      open -= 1;
      succeed(['en'])(response, request);
    }, 5);
  };
  await withServer(slowly, async (client, server) => {
    await Promise.all(Array.from({ length: 200 }, () => client.languages()));
    expect(server.seen).toHaveLength(200);
    expect(most).toBeLessThanOrEqual(64);
  });
});

function fail(): never {
  throw new Error('not there');
}
