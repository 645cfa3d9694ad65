import { sign } from '../../src/localization/signature';
import { Secret } from '../../src/http/secret';
import { readingsById } from '../../src/sandbox/readings/catalogue';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { failureOf, localizationClient, project, settledTask, startStillSandbox } from './support';

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startStillSandbox();
});

interface Signed {
  path?: string;
  body?: string;
  signedBody?: string;
  timestamp?: string;
  headers?: Record<string, string>;
}

/** A request signed as the service documents it, unless a test says otherwise. */
async function send({ path = '/tasks/status', signedBody, timestamp, headers, body = '{}' }: Signed) {
  const time = timestamp ?? String(Math.floor(Date.now() / 1000));
  const response = await fetch(`${sandbox.url}/api/open/v1${path}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-svc-appkey': project.appKey,
      'x-svc-timestamp': time,
      'x-svc-sign': sign(time, signedBody ?? body, project.appSecret),
      ...headers,
    },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('authentication', () => {
  /** Past it, the empty object is refused for what it lacks. */
  const accepted = { status: 400, body: { code: 400, msg: expect.stringContaining('task_id') as string } };
  const now = Date.now();

  it('takes times in seconds and milliseconds, some minutes off', async () => {
    const rows = [
      ['seconds', String(Math.floor(now / 1000))],
      ['milliseconds', String(now)],
      ['a timestamp 4 minutes old', String(Math.floor(now / 1000) - 240)],
      ['a timestamp 4 minutes ahead', String(Math.floor(now / 1000) + 240)],
    ] as const;
    for (const [what, timestamp] of rows) {
      expect({ what, reply: await send({ timestamp }) }).toMatchObject({ what, reply: accepted });
    }
  });

  it('refuses each fault by its code', async () => {
    const rows = [
      ['a timestamp 6 minutes old', { timestamp: String(Math.floor(now / 1000) - 360) }, 401],
      ['a timestamp 6 minutes ahead, in milliseconds', { timestamp: String(now + 360_000) }, 401],
      ['another body than was signed', { signedBody: '{ }' }, 401],
      ['a wrong signature', { headers: { 'x-svc-sign': '0'.repeat(32) } }, 401],
      ['a signature that is none', { headers: { 'x-svc-sign': 'ABC' } }, 400],
      ['no signature', { headers: { 'x-svc-sign': '' } }, 400],
      ['no App Key', { headers: { 'x-svc-appkey': '' } }, 400],
      ['a timestamp that is no number', { timestamp: 'yesterday' }, 400],
      ['an unknown App Key', { headers: { 'x-svc-appkey': 'nobody' } }, 404],
      ['an App Key without a secret', { headers: { 'x-svc-appkey': 'no-secret-app-key' } }, 403],
    ] as const;
    for (const [what, request, status] of rows) {
      expect({ what, reply: await send(request) }).toMatchObject({
        what,
        reply: { status, body: { success: false, code: status } },
      });
    }
  });

  it('covers the bytes as sent, whatever their spacing and script', async () => {
    expect(await send({ body: '{ "name" :\n"日本語 ✓"}' })).toMatchObject(accepted);
  });

  it('comes before the body is read, and what is no object is 400', async () => {
    const rows = [
      ['not JSON', '{'],
      ['empty', ''],
      ['a list', '[]'],
      ['null', 'null'],
    ] as const;
    for (const [what, body] of rows) {
      const reply = await send({ body });
      expect(reply).toMatchObject({
        status: 400,
        body: { msg: expect.stringMatching(/^the body is not/) as string },
      });
      expect({ what, reply: await send({ body, headers: { 'x-svc-sign': '0'.repeat(32) } }) }).toMatchObject({
        what,
        reply: { status: 401 },
      });
    }
  });

  it('is what the client does, with its errors told apart', async () => {
    const call = (options: object) => failureOf(localizationClient(sandbox, options).languages());
    expect(await call({ appSecret: new Secret('wrong') })).toMatchObject({ code: 401, effect: 'none' });
    expect(await call({ project: 'no-secret' })).toMatchObject({ code: 403 });
    expect(await call({ appKey: 'nobody' })).toMatchObject({ code: 404 });
  });

  it('is judged by wall time: a client whose clock is wrong is corrected by the Date of the refusal', async () => {
    const skewed = await startStillSandbox({ clockSkewMs: 3_600_000 });
    const client = localizationClient(skewed);
    expect((await client.languages()).data.length).toBeGreaterThan(0);
    expect(skewed.journal.find({ subject: 'GET /languages' }).map(({ code }) => code)).toEqual([401, 0]);
  });

  it('is not moved by the time of the sandbox', async () => {
    sandbox.clock.advance(24 * 3_600_000);
    expect(await send({})).toMatchObject(accepted);
  });
});

describe('the POST forms of reading calls', () => {
  it('answer as their GET forms do', async () => {
    const client = localizationClient(sandbox);
    const task_id = await settledTask(sandbox, client);
    const { job_id } = (await client.publishTask({ task_id })).data;
    // The client reads an empty word as absent.
    const dataOf = async (path: string, input: object): Promise<unknown> => {
      const { data } = (await send({ path, body: JSON.stringify(input) })).body;
      return JSON.parse(JSON.stringify(data, (_key, value: unknown) => (value === '' ? null : value)));
    };
    expect(await dataOf('/tasks/status', { task_id })).toEqual((await client.taskStatus({ task_id })).data);
    const page = (await client.taskTerms({ task_id, page_size: 1 })).data;
    const read = (await dataOf('/tasks/terms', { task_id, page_size: 1 })) as object;
    // What the client adds: the page that comes next, and the size of a page.
    expect({ next: null, size: 1, ...read }).toEqual(page);
    expect(await dataOf('/tasks/publish-status', { job_id })).toEqual(
      (await client.publishStatus({ job_id })).data,
    );
    expect(await dataOf('/tasks/terms', { task_id, page_size: 501 })).toBeNull();
  });
});

describe.each(readingsById['error-carriage'])('an error carried by %s', (carriage) => {
  beforeEach(async () => {
    sandbox = await startStillSandbox({ readings: { 'error-carriage': carriage } });
  });

  it('reads the same to the client', async () => {
    const error = await failureOf(localizationClient(sandbox).taskStatus({ task_id: 'task_0' }));
    expect(error).toMatchObject({ kind: 'refused', code: 404, effect: 'none' });
    expect(error.message).toContain('task not found');
    expect(error.traceId).toMatch(/^trace_/);
    expect(sandbox.journal.find({ kind: 'request' })).toMatchObject([{ code: 404, effect: null }]);
  });

  it('travels where the profile says', async () => {
    const { status, body } = await send({});
    expect(status).toBe(carriage === 'envelope' ? 200 : 400);
    expect(body.code).toBe(carriage === 'http' ? undefined : 400);
  });
});

it('names caller, effect and identifiers of every request in the journal, and no secret', async () => {
  const client = localizationClient(sandbox);
  const task_id = await settledTask(sandbox, client);
  const [entry] = sandbox.journal.find({ subject: 'POST /tasks/create' });
  expect(entry).toMatchObject({
    kind: 'request',
    service: 'localization',
    owner: 'sandbox',
    code: 0,
    effect: 'task created',
    answered: true,
    fault: null,
    ids: { task_id, client_task_id: 'release-1' },
  });
  expect(JSON.stringify(sandbox.journal.find())).not.toContain(project.appSecret);
});
