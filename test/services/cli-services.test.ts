/** The commands that look at the services without a release. */
import { Secret } from '../../src/http/secret';
import { sandboxEnvironment, type Sandbox } from '../../src/sandbox/sandbox';
import { socialClientOf } from '../support/social-client';
import { cli, type CliRun } from '../support/cli';
import { listen, LONG_MS, localizationClient, settledTask, startStillSandbox } from './support';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startStillSandbox();
});

const run = (...args: string[]): Promise<CliRun> => cli(args, sandboxEnvironment(sandbox));

describe('locrelease service task', () => {
  it('shows a task with its languages, size and jobs', async () => {
    const taskId = await settledTask(sandbox, localizationClient(sandbox), { auto_apply_terms: false });
    const { code, stdout } = await run('service', 'task', 'status', taskId);
    expect(code).toBe(0);
    expect(stdout).toContain(`${taskId}  waiting_confirmation\nlanguages  ja, fr\nsize       2 strings`);
    expect(stdout).toContain('waits      for its terms to be confirmed');
    expect(stdout).toMatch(/^job {8}\S+ {2}TB_SCAN /m);
    const { task } = (await run('service', 'task', 'status', taskId, '-o', 'json')).json() as {
      task: object;
    };
    expect(task).toMatchObject({ task_id: taskId, requires_confirmation: true });
  });

  it('lists its terms as lines, as JSON and as a table', async () => {
    const taskId = await settledTask(sandbox, localizationClient(sandbox), { auto_apply_terms: false });
    const { terms, scanStatus } = (await run('service', 'task', 'terms', taskId, '-o', 'json')).json() as {
      scanStatus: string;
      terms: { id: string; term: string; translations: Record<string, string> }[];
    };
    expect(scanStatus).toBe('completed');
    expect(terms.map(({ term }) => term)).toContain('Dragon Sword');
    const lines = (await run('service', 'task', 'terms', taskId)).stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^ID +TERM +CATEGORY +SCORE +TRANSLATIONS +SOURCE +CONTEXT$/);
    expect(lines.at(-1)).toBe('Term scan: completed');
    expect(lines).toHaveLength(terms.length + 2);
    const table = (await run('service', 'task', 'terms', taskId, '-o', 'csv')).stdout.trimEnd().split('\n');
    expect(table[0]).toMatch(/^\uFEFFid,term,category,score,note,translations\..*,context,source$/);
    expect(table).toHaveLength(terms.length + 1);
  });

  it('changes and deletes its terms, by their ids or texts', async () => {
    const taskId = await settledTask(sandbox, localizationClient(sandbox), { auto_apply_terms: false });
    const edit = (...more: string[]): Promise<CliRun> =>
      run('service', 'task', 'terms', 'edit', taskId, ...more);
    const edited = await edit(
      'Dragon Sword',
      '--translation',
      'ja=竜の剣',
      '--note',
      'one sword',
      '-o',
      'json',
    );
    expect(edited.json()).toMatchObject({
      term: { term: 'Dragon Sword', note: 'one sword', translations: { ja: '竜の剣' } },
    });
    expect((await edit('Dragon Sword', '--translation', 'ko=검')).stderr).toContain(
      '--translation ko: not a language of this task; its languages are ja, fr. Nothing was changed.',
    );
    expect((await edit('Dragon Sward', '--note', 'x')).stderr).toContain(
      `did you mean "Dragon Sword"?). Nothing was changed. "locrelease service task terms ${taskId}" shows all terms.`,
    );
    expect((await edit('Dragon Sword')).stderr).toContain('Name what to change');
    const { code, stdout } = await run('service', 'task', 'terms', 'delete', taskId, 'Dragon Sword');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Deleted 1 term\. \d+ terms? left\.\n$/)]);
    const { terms } = (await run('service', 'task', 'terms', taskId, '-o', 'json')).json() as {
      terms: { term: string }[];
    };
    expect(terms.map(({ term }) => term)).not.toContain('Dragon Sword');
  });

  it('says what the service says of a task that is not there', async () => {
    const { code, stderr } = await run('service', 'task', 'status', 'nothing');
    expect(code).toBe(8);
    expect(stderr).toContain('GET /tasks/status');
  });

  it.each([
    [['supplement', 'x', '--languages', 'J!'], '"J!" is not a language code'],
    [['supplement', 'x'], "required option '--languages <codes>'"],
    [['export', 'x'], "required option '--to <directory>'"],
    [['export', 'x', '--to', 'out', '--template', 'nothing'], 'There is no export template nothing'],
    [['export', 'x', '--to', 'out', '--template', 'table-csv'], 'It must be an ini template'],
    [['wait', 'x', '--timeout', 'soon'], 'Expected a duration'],
    [['publish', 'x', '--callback-events', 'task.failed'], '--callback-events needs a --callback-url'],
    [['create', 'nowhere.yaml'], 'nowhere.yaml'],
  ])('%j is refused before anything is started', async (args, reason) => {
    const { code, stderr } = await run('service', 'task', ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(reason);
  });

  it('takes fifty languages in one supplement at most', async () => {
    const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
    const codes = letters.flatMap((letter) => [`a${letter}`, `b${letter}`]).slice(0, 51);
    const { code, stderr } = await run('service', 'task', 'supplement', 'x', '--languages', codes.join(','));
    expect(code).toBe(2);
    expect(stderr).toContain('The service takes 50 languages in one call.');
  });
});

describe('locrelease amend --add-language', () => {
  const nowhere = { TEMPORAL_ADDRESS: '127.0.0.1:1', LOCRELEASE_ANSWER_TIMEOUT: '1s' };
  const add = (...args: string[]): Promise<CliRun> =>
    cli(['amend', 'game-1', '--add-language', ...args], { ...sandboxEnvironment(sandbox), ...nowhere });

  it('asks the release for its languages first, which needs Temporal', async () => {
    for (const args of [['fr', 'xx'], ['fr', 'xx', '--allow-unlisted'], ['fr']]) {
      const { code, stdout, stderr } = await add(...args);
      expect([code, stdout]).toEqual([9, '']);
      expect(stderr).toContain('Cannot connect to Temporal at 127.0.0.1:1.');
    }
    expect(sandbox.journal.find()).toEqual([]);
  });

  it('passes on what may go wrong with them', async () => {
    const reply = { added: ['xx'], warnings: ['The languages were not checked.'] };
    const server = await listen((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply)),
    );
    const gateway = { LOCRELEASE_SERVER: server, LOCRELEASE_TOKEN: 'lrt_olga' };
    const { code, stdout, stderr } = await cli(['amend', 'game-1', '--add-language', 'xx'], gateway);
    expect([code, stderr]).toEqual([0, 'Warning: The languages were not checked.\n']);
    expect(stdout).toContain('xx');
  });
});

describe('locrelease service job status', () => {
  it('shows a job while it runs and when it has ended', async () => {
    const client = localizationClient(sandbox);
    const taskId = await settledTask(sandbox, client);
    const { data } = await client.publishTask({ task_id: taskId });
    const jobId = data.job_id;
    expect((await run('service', 'job', 'status', jobId)).stdout).toMatch(
      new RegExp(`^${jobId}  (pending|running)\n$`),
    );
    sandbox.clock.advance(LONG_MS);
    expect((await run('service', 'job', 'status', jobId, '-o', 'json')).json()).toMatchObject({
      publish: { job_id: jobId, status: 'completed' },
    });
    expect((await run('service', 'job', 'status', 'nothing')).code).toBe(8);
  });
});

describe('locrelease service post and workspace', () => {
  it('list posts by status, and show one with its accounts', async () => {
    const social = socialClientOf(sandbox.url, { accessToken: new Secret('sandbox_it_token') });
    const { data } = await social.createDraft({ text: 'Out\nnow.', accountIds: ['acc_1', 'acc_2'] });
    await social.close();
    const { stdout } = await run('service', 'post', 'list', '--status', 'draft');
    expect(stdout).toContain(data.postId);
    expect(stdout).toContain('Out now.');
    expect((await run('service', 'post', 'list', '--status', 'DRAFT')).code).toBe(0);
    expect((await run('service', 'post', 'list', '--status', 'failed')).stdout).toBe('No posts.\n');
    const { posts } = (await run('service', 'post', 'list', '--limit', '1', '-o', 'json')).json() as {
      posts: object[];
    };
    expect(posts).toHaveLength(1);
    const { post } = (await run('service', 'post', 'get', data.postId, '-o', 'json')).json() as {
      post: object;
    };
    expect(post).toMatchObject({ postId: data.postId, status: 'draft' });
    expect((await run('service', 'post', 'get', 'nothing')).code).toBe(8);
    expect((await run('service', 'post', 'retry', data.postId)).stderr).toContain(
      "required option '--account <account>'",
    );
  });

  it('show the accounts with their groups and platforms', async () => {
    expect((await run('service', 'accounts', '-o', 'json')).json()).toMatchObject({
      accounts: expect.arrayContaining([
        expect.objectContaining({ groupIds: expect.any(Array) as string[] }),
      ]) as object[],
      groups: expect.any(Array) as object[],
      byPlatform: { x: expect.any(Number) as number },
      deepLink: expect.stringContaining('accounts') as string,
    });
  });

  it('show what the credential may do and what is left', async () => {
    const { code, stdout } = await run('service', 'workspace');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^scopes {14}.*workspace:read/m);
    expect(stdout).toMatch(/^confirm mode {8}preauthorized$/m);
    expect(stdout).toMatch(/^scheduled posts {5}\d+ of \d+ left$/m);
    expect((await run('service', 'workspace', '-o', 'json')).json()).toHaveProperty('credential.scopes');
  });
});

describe('locrelease sandbox', () => {
  it('says in a line that its port is in use, or is none', async () => {
    const { port } = new URL(sandbox.url);
    for (const taken of [
      ['--port', port],
      ['--port', port, '--replay', 'test/services'],
      ['--port', '70000'],
    ]) {
      const { code, stderr } = await run('sandbox', ...taken);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^locrelease: --port: .*\n$/);
    }
  });
});

it('shows what a service wrote, and obeys none of it', async () => {
  const { workspace } = sandbox.profile;
  const handle = '@eve\u001b]52;c;eA==\u0007\u202e\n::error::forged';
  const [account] = workspace.accounts;
  const hostile = await startStillSandbox({
    workspace: { ...workspace, drafts: [], accounts: [{ ...account, id: 'acc_1', platform: 'x', handle }] },
  });
  const { stdout } = await cli(['service', 'accounts'], sandboxEnvironment(hostile));
  expect(stdout).toMatch(/^acc_1.*@eve\\u001b\]52;c;eA==\\u0007\\u202e ::error::forged\n$/m);
  const { stdout: json } = await cli(['service', 'accounts', '-o', 'json'], sandboxEnvironment(hostile));
  expect(json).toMatch(/^[\x20-\x7e\n]+$/);
});
