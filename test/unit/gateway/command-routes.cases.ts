import { AS_HEADER, requestOf, type OperationName } from '../../../src/protocol/addresses';
import { cli, type CliRun } from '../../support/cli';
import { operators, tokens } from '../../support/console';
import { startTestGateway, type TestGateway } from '../../support/gateway';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();
let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway({ operators, env: { LOCRELEASE_STORE: scratch.path('store') } });
});
afterEach(() => gateway.close());

const ask = (
  name: OperationName,
  said: object,
  headers: Record<string, string> = { authorization: `Bearer ${tokens.operator}` },
): Promise<Response> => {
  const { method, path, body } = requestOf(name, said);
  return fetch(`${gateway.url}${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
};
const run = (token: string, ...args: string[]): Promise<CliRun> =>
  cli(args, { LOCRELEASE_SERVER: gateway.url, LOCRELEASE_TOKEN: token });

describe('a command at the gateway', () => {
  it('that watches is told that Temporal is away', async () => {
    const headers = { authorization: `Bearer ${tokens.reader}` };
    const { body } = await fetch(`${gateway.url}/api/events`, { headers });
    let heard = '';
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      heard += chunk;
      if (heard.includes('event: temporal')) break;
    }
    expect(heard).toMatch(/^event: temporal\ndata: {"answers":false}$/m);
  });

  it('that is not asked for as it should be is refused', async () => {
    const list = await fetch(`${gateway.url}/api/plans`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.operator}`, 'content-type': 'application/json' },
      body: '[]',
    });
    expect([list.status, await list.json()]).toMatchObject([400, { code: 'bad_request' }]);
    const answer = await ask('projects', { by: 'somebody' });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        code: 'bad_request',
        message: expect.stringContaining('Nothing was done.') as string,
        exitCode: 2,
      },
    ]);
  });

  it.each(['/etc/locrelease', '../elsewhere'])('writes no files of a worker into %s', async (directory) => {
    const amendment = { export: { template: 'tpl-1', directory, minimumComplete: {} } };
    const answer = await ask('amend', { id: 'game-1', amendment });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({
        message: expect.stringContaining('export.directory must be a relative path') as string,
      }),
    ]);
  });

  it('is done as on a machine of its own', async () => {
    expect(await (await ask('projects', {})).json()).toEqual(['default']);
    const projects = await run(tokens.reader, 'complete', '--', 'list', '--project', '');
    expect(projects).toMatchObject({ code: 0, stdout: 'default\n' });
    const near = await cli(['report', 'game-1'], { LOCRELEASE_STORE: scratch.path('store') });
    expect(near).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no record of release default/game-1.') as string,
    });
    const far = await run(tokens.reader, 'report', 'game-1');
    expect([far.code, far.stdout, far.stderr]).toEqual([near.code, near.stdout, near.stderr]);
  });

  it.each([
    ['reader', ['terms', 'reject', 'game-1', '--reason', 'x'], 'review'],
    ['reader', ['resolve', 'game-1', 'retry'], 'operate'],
    ['reviewer', ['cancel', 'game-1'], 'operate'],
    ['reviewer', ['service', 'templates', 'delete', 'tpl-1'], 'operate'],
  ] as const)('of a %s is refused where it is %j', async (name, args, role) => {
    const { code, stderr } = await run(tokens[name], ...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      new RegExp(`This needs the role ${role}[.] ${name} has the role \\w+[.] Nothing was done[.]`),
    );
  });

  it('under the name of somebody else is refused', async () => {
    const { code, stderr } = await run(tokens.operator, 'cancel', 'game-1', '--as', 'reviewer');
    expect(code).toBe(2);
    expect(stderr).toContain('The token is the token of operator, not of reviewer. Nothing was done.');
    const nobody = { authorization: `Bearer ${tokens.operator}`, [AS_HEADER]: '%00' };
    expect((await ask('projects', {}, nobody)).status).toBe(400);
  });
});

describe('a command over a gateway', () => {
  it('says which token is wrong, or missing', async () => {
    const wrong = await run('lrt_nobody', 'list');
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain(
      `LOCRELEASE_TOKEN: the gateway at ${gateway.url} does not know this token. Nothing was done.`,
    );
    expect(await run('', 'list')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('LOCRELEASE_TOKEN is not set.') as string,
    });
  });

  it.each([
    ['schedule apply', 'x.yaml'],
    ['store check'],
    ['store gc'],
    ['notices test'],
    ['notices list'],
    ['service probe'],
    ['mcp'],
  ])('says that %s is none', async (command, ...args) => {
    const { code, stdout, stderr } = await run(tokens.operator, ...command.split(' '), ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(
      `"${command}" does not work over a gateway, and commands are done at ${gateway.url}. Nothing was done. Run it on a machine that has Temporal and the store, without LOCRELEASE_SERVER and with "--context none".`,
    );
  });
});
