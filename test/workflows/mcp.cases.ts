/** The tool server, spoken to by the official client: over HTTP at the gateway, and on the streams of a process. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult, Progress } from '@modelcontextprotocol/sdk/types.js';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseWorkflowId } from '../../src/domain/release/identity';
import type { ReleaseStatus } from '../../src/domain/release/status';
import { builtModule } from '../support/built-sources';
import { operatorsForFile, tokens, type OperatorName } from '../support/console';
import { until } from '../support/until';
import { ReleaseRig } from './release-rig';
import { atService, translatedTask } from './task-elsewhere';
import { itAtNight } from '../support/nightly';

const readingTools = [
  'list_releases',
  'release_status',
  'release_terms',
  'list_languages',
  'list_templates',
  'task_status',
  'task_terms',
  'svc_query_publish_status',
  'svc_wait_for_publish',
  'workspace',
  'list_accounts',
  'list_posts',
  'get_post',
];
const reviewingTools = ['edit_terms', 'confirm_terms'];
const operatingTools = ['start_release', 'resolve_release'];

/** Publishing takes until the sandbox's clock is moved on. */
const PUBLISH_MS = 3_600_000;

let rig: ReleaseRig;
beforeAll(async () => {
  rig = await ReleaseRig.start({
    minCheckInterval: '50ms',
    config: { operators: operatorsForFile },
    sandbox: { pace: { publishMs: PUBLISH_MS } },
  });
});
afterAll(() => rig.close());

const opened: Client[] = [];
afterEach(async () => {
  for (const client of opened.splice(0)) await client.close();
});

async function overHttp(name: OperatorName): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1' });
  const headers = { authorization: `Bearer ${tokens[name]}` };
  const url = new URL('/mcp', rig.gateway?.url);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  opened.push(client);
  return client;
}

async function onStreams(...options: string[]): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [builtModule('src/cli/main'), 'mcp', ...options],
    env: {
      ...rig.env({ LOCRELEASE_CONFIG: rig.configFile }),
      PATH: process.env.PATH ?? '',
      TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
    },
    stderr: 'inherit',
  });
  await client.connect(transport);
  opened.push(client);
  return client;
}

async function call(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
  onprogress?: (progress: Progress) => void,
): Promise<CallToolResult> {
  const options = onprogress === undefined ? {} : { onprogress };
  return (await client.callTool({ name, arguments: args }, undefined, options)) as CallToolResult;
}

const textOf = ({ content }: CallToolResult): string =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('');

async function names(client: Client): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => name);
}

function releaseText(name: string): string {
  return JSON.stringify({
    name,
    project: rig.project,
    source: { file: 'strings.json' },
    targetLanguages: ['ja'],
    publish: false,
  });
}

const strings = { greeting: 'Hello, Elder Mira!', farewell: 'Elder Mira leaves.' };

async function publishJob(): Promise<string> {
  const taskId = await translatedTask(rig);
  const { data } = await atService(rig, (client) => client.publishTask({ task_id: taskId }));
  return data.job_id;
}

async function replay(workflowId: string): Promise<void> {
  const { runId } = await rig.client.workflow.getHandle(workflowId).describe();
  rig.alsoReplay({ workflowId, firstExecutionRunId: runId });
}

describe('at the gateway', () => {
  it('shows each operator the tools of their role, with the schema of their input', async () => {
    expect(new Set(await names(await overHttp('reader')))).toEqual(new Set(readingTools));
    expect(new Set(await names(await overHttp('reviewer')))).toEqual(
      new Set([...readingTools, ...reviewingTools]),
    );
    const operator = await overHttp('operator');
    const { tools } = await operator.listTools();
    expect(new Set(tools.map(({ name }) => name))).toEqual(
      new Set([...readingTools, ...reviewingTools, ...operatingTools]),
    );
    for (const { name, inputSchema, description, annotations } of tools) {
      expect(inputSchema.type).toBe('object');
      expect(description).toMatch(/\.$/);
      expect(annotations?.readOnlyHint).toBe(readingTools.includes(name));
    }
  });

  it('refuses a reader who starts, and starts for an operator, whose name is kept', async () => {
    const name = `tools-${randomUUID().slice(0, 8)}`;
    const said = { release: releaseText(name), strings };
    const reader = await call(await overHttp('reader'), 'start_release', said);
    expect(reader.isError).toBe(true);
    expect(textOf(reader)).toBe(
      'start_release needs the role operate. reader has the role read. Nothing was done.',
    );

    const operator = await overHttp('operator');
    const id = `${rig.project}/${name}`;
    expect((await call(operator, 'start_release', said)).structuredContent).toEqual({
      id,
      outcome: 'started',
      notes: [],
    });
    expect((await call(operator, 'start_release', said)).structuredContent).toMatchObject({
      outcome: 'attached',
    });
    const waiting = await until('it waits for terms', async () => {
      const status = (await call(operator, 'release_status', { id }))
        .structuredContent as unknown as ReleaseStatus;
      return status.waitingFor?.kind === 'terms' && status;
    });
    expect(waiting.id).toBe(id);
    const listed = (await call(operator, 'list_releases', { project: rig.project })).structuredContent;
    expect(listed).toMatchObject({ rows: [{ id }] });

    const reviewer = await overHttp('reviewer');
    const sheet = (await call(reviewer, 'release_terms', { id })).structuredContent as {
      digest: string;
      terms: { id: string }[];
    };
    const edited = await call(reviewer, 'edit_terms', {
      id,
      termIds: [sheet.terms[0]?.id],
      edit: { translations: { ja: 'ミラ' } },
    });
    expect(edited.isError).toBeUndefined();
    const stale = await call(reviewer, 'confirm_terms', { id, digest: sheet.digest });
    expect(stale.isError).toBe(true);
    const { digest } = (await call(reviewer, 'release_terms', { id })).structuredContent as {
      digest: string;
    };
    const confirmed = await call(reviewer, 'confirm_terms', { id, digest });
    expect(confirmed.structuredContent).toEqual({ outcome: 'confirmed' });

    const workflowId = releaseWorkflowId({ project: rig.project, name });
    await rig.client.workflow.getHandle(workflowId).result();
    const ended = (await call(operator, 'release_status', { id })).structuredContent;
    expect(ended).toMatchObject({ state: 'done', decisions: [{ by: 'reviewer' }] });
    await replay(workflowId);
  });

  itAtNight('waits for a publish job in a workflow, and tells how it goes', async () => {
    const jobId = await publishJob();
    const reader = await overHttp('reader');
    const heard: Progress[] = [];
    const said = { project: rig.project, jobId };
    const early = await call(reader, 'svc_wait_for_publish', { ...said, timeoutMinutes: 0.001 });
    expect(early.structuredContent).toMatchObject({ ended: false, error: null });
    const waiting = call(reader, 'svc_wait_for_publish', said, (progress) => heard.push(progress));
    await until('it is told how it goes', () => heard.length > 0);
    rig.sandbox.clock.advance(PUBLISH_MS);
    const waited = await waiting;
    expect(waited.structuredContent).toMatchObject({ ended: true, status: 'completed', error: null });
    expect(heard[0]).toMatchObject({
      progress: 1,
      message: expect.stringContaining('Publish job') as string,
    });
    const queried = await call(reader, 'svc_query_publish_status', said);
    expect(queried.structuredContent).toMatchObject({ publish: { status: 'completed' } });
  });

  it('tells what is wrong in a sentence, and no secret', async () => {
    const operator = await overHttp('operator');
    for (const [tool, args, reason] of [
      ['release_status', { id: 'nothing-like-it' }, 'There is no release default/nothing-like-it.'],
      ['release_status', {}, 'This cannot be done: id:'],
      ['svc_query_publish_status', { project: rig.project, jobId: 'nothing' }, '404'],
      ['svc_wait_for_publish', { project: rig.project, jobId: 'nothing' }, '404'],
      ['list_releases', { projct: rig.project }, 'Unrecognized key: "projct"'],
      ['list_releases', { project: 'a\0b' }, 'project: must be 1 to 100 letters'],
      ['release_terms', { id: 'x', offset: null }, 'offset: '],
      ['task_status', { project: 'second', taskId: 'x' }, 'Project second is not in the configuration file'],
      ['start_release', { file: '/etc/hosts' }, 'This server cannot read files on your machine.'],
      ['start_release', { release: releaseText('x') }, 'Send them as "strings".'],
    ] as const) {
      const result = await call(operator, tool, args);
      expect(result.isError).toBe(true);
      expect(textOf(result)).toContain(reason);
      expect(textOf(result)).not.toMatch(/sandbox-app-secret|sandbox_it_token|lrt_/);
    }
  });

  it('lets nobody in without a token, and no page of a browser', async () => {
    const url = new URL('/mcp', rig.gateway?.url);
    const ask = (headers: Record<string, string>, body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}') =>
      fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body,
      });
    const authorization = `Bearer ${tokens.operator}`;
    const unsigned = await ask({});
    expect(unsigned.status).toBe(401);
    expect(unsigned.headers.get('www-authenticate')).toBe('Bearer');
    expect((await ask({ authorization: 'Bearer lrt_wrong' })).status).toBe(401);
    expect((await ask({ authorization, origin: 'http://evil.example' })).status).toBe(403);
    expect((await ask({ authorization, origin: url.origin })).status).toBe(403);
    expect((await ask({ authorization, 'content-type': 'text/plain' })).status).toBe(415);
    expect((await ask({ authorization }, JSON.stringify('x'.repeat(3_000_000)))).status).toBe(413);
    expect((await fetch(url, { headers: { authorization } })).status).toBe(405);
    expect((await ask({ authorization })).status).toBe(200);
  });
});

describe('on the streams of a process', () => {
  it('does what the commands do, in the name of a person', async () => {
    const client = await onStreams('--as', 'olga');
    expect(new Set(await names(client))).toEqual(
      new Set([...readingTools, ...reviewingTools, ...operatingTools]),
    );
    await writeFile(join(rig.directory, 'strings.json'), JSON.stringify({ ...strings, version: 2 }));
    const name = `streams-${randomUUID().slice(0, 8)}`;
    const file = join(rig.directory, 'release.json');
    await writeFile(file, releaseText(name));
    const started = await call(client, 'start_release', { file });
    const id = `${rig.project}/${name}`;
    expect(started.structuredContent).toEqual({
      id,
      outcome: 'started',
      notes: [expect.stringMatching(/strings\.json:1: leaves out 1 string with a number,.*: version$/)],
    });
    const accounts = await call(client, 'list_accounts');
    expect(accounts.structuredContent).toMatchObject({
      accounts: expect.arrayContaining([expect.objectContaining({ id: 'acc_1', platform: 'x' })]) as unknown,
    });
    const workflowId = releaseWorkflowId({ project: rig.project, name });
    await rig.client.workflow.getHandle(workflowId).terminate();
  });

  it('changes nothing where it is read-only', async () => {
    const client = await onStreams('--read-only');
    expect(new Set(await names(client))).toEqual(new Set(readingTools));
    const refused = await call(client, 'resolve_release', { id: 'x', action: 'retry', reason: 'because' });
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toContain('needs the role operate');
  });
});
