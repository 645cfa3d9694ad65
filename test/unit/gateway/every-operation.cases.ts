/** Every operation of the table, by every role, through every door; and nothing that is not in the table. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { mayAct, roles, type Role } from '../../../src/domain/roles';
import { allOperations, type Table } from '../../../src/operations/all-operations';
import { addresses, addressOf, type OperationName } from '../../../src/protocol/addresses';
import { operators, Person, tokens, type OperatorName } from '../../support/console';
import { endlessBudget, startTestGateway, type TestGateway } from '../../support/gateway';

interface Described {
  operationId: string;
  summary: string;
  description: string;
  responses: Record<string, { content?: object } | undefined>;
}
interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, unknown> };
}

const nameOf: Record<Role, OperatorName> = { read: 'reader', review: 'reviewer', operate: 'operator' };
const names = Object.keys(addresses) as OperationName[];

let gateway: TestGateway;
let mounted: string[];
let operations: Table;
let document: Document;
let people: Record<Role, Person>;
beforeAll(async () => {
  const routes: string[] = [];
  const collect = (message: unknown): void =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push(`${one} ${url}`);
    }) as never;
  subscribe('fastify.initialization', collect);
  gateway = await startTestGateway({ operators, budget: endlessBudget() });
  unsubscribe('fastify.initialization', collect);
  mounted = routes;
  operations = await allOperations();
  document = (await (await fetch(`${gateway.url}/api/openapi.json`)).json()) as Document;
  people = Object.fromEntries(
    await Promise.all(roles.map(async (role) => [role, await Person.signedIn(gateway.url, nameOf[role])])),
  ) as Record<Role, Person>;
});
afterAll(() => gateway.close());

/** What it takes to have it done; null: nothing. */
const roleOf = (name: OperationName): Role | null => {
  const needed = operations[name]?.role ?? ownRoles[name];
  return needed === undefined || needed === 'anyone' ? null : needed;
};
/** Of what the gateway does by itself. */
const ownRoles: Partial<Record<OperationName, Role | 'anyone'>> = {
  session: 'read',
  signIn: 'anyone',
  signOut: 'read',
  prove: 'review',
  events: 'read',
  presence: 'review',
  openapi: 'anyone',
  files: 'read',
  file: 'read',
  workFile: 'read',
  reportPage: 'read',
  missingContents: 'operate',
  putContent: 'operate',
  joinContent: 'operate',
};

/** Asks for more than there is: whoever is let in is told so, and nothing is begun. */
async function ask(name: OperationName, headers: Record<string, string>): Promise<[number, string?]> {
  const { method, path } = addressOf(name);
  const address = `${gateway.url}${path.replace(/:\w+/g, 'x')}?nonsense=1`;
  const reply = await fetch(address, { method, headers });
  const { code } = (await reply.json()) as { code?: string };
  return code === undefined ? [reply.status] : [reply.status, code];
}

const isReading = (name: OperationName): boolean => addressOf(name).method === 'GET';
const admitted: [number, string?] = [400, 'bad_request'];

/** What each operation is answered, by its name. */
async function answers<Answer>(
  ask: (name: OperationName) => Promise<Answer> | Answer,
): Promise<Record<string, Answer>> {
  const found: Record<string, Answer> = {};
  for (const name of names) found[name] = await ask(name);
  return found;
}

describe.each(roles)('the role %s', (role) => {
  const expected = (name: OperationName): [number, string?] => {
    const needed = roleOf(name);
    return needed === null || mayAct(role, needed) ? admitted : [403, 'role'];
  };
  const session = (): Record<string, string> => ({ cookie: people[role].cookie ?? '' });
  const csrf = (): Record<string, string> => ({ 'x-csrf-token': people[role].csrfToken ?? '' });
  const bearer = { authorization: `Bearer ${tokens[nameOf[role]]}` };

  it('has each operation that it may do done by a session, and no other', async () => {
    expect(await answers((name) => ask(name, { ...session(), ...csrf() }))).toEqual(await answers(expected));
  });

  it('has each done by a token, but not from a page', async () => {
    expect(await answers((name) => ask(name, bearer))).toEqual(await answers(expected));
    const fromPage = await answers((name) => ask(name, { ...bearer, origin: gateway.url }));
    expect(fromPage).toEqual(await answers(() => [403, 'cross_site']));
  });

  it.each([
    ['without the token of the session', {}],
    ['with another token', { 'x-csrf-token': 'undefined' }],
  ])('changes nothing %s', async (_what, headers) => {
    const isFree = (name: OperationName): boolean =>
      isReading(name) || roleOf(name) === null || expected(name)[1] === 'role';
    expect(await answers((name) => ask(name, { ...session(), ...headers }))).toEqual(
      await answers((name) => (isFree(name) ? expected(name) : [403, 'csrf'])),
    );
  });

  it.each([{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])(
    'changes nothing from another site: %j',
    async (from) => {
      expect(await answers((name) => ask(name, { ...session(), ...csrf(), ...from }))).toEqual(
        await answers((name) => (isReading(name) ? expected(name) : [403, 'cross_site'])),
      );
    },
  );
});

it('nobody has anything done without a proof of who they are', async () => {
  const refused = await answers((name) => (roleOf(name) === null ? admitted : [401, 'unsigned']));
  expect(await answers((name) => ask(name, {}))).toEqual(refused);
  expect(await answers((name) => ask(name, { cookie: 'locrelease_session=forged' }))).toEqual(refused);
  expect(await answers((name) => ask(name, { authorization: 'Bearer lrt_nobody' }))).toEqual(
    await answers(() => [401, 'unsigned']),
  );
});

it('nothing is mounted that is not in the table, and all of the table is', () => {
  const ofTable: string[] = Object.values(addresses);
  const heads = ofTable
    .filter((address) => address.startsWith('GET '))
    .map((one) => one.replace('GET', 'HEAD'));
  const besides = mounted.filter((route) => !ofTable.includes(route) && !heads.includes(route));
  expect(besides.filter((route) => !/ \/(callbacks\/.*|healthz|readyz|metrics|mcp|\*)$/.test(route))).toEqual(
    [],
  );
  expect(ofTable.filter((address) => !mounted.includes(address))).toEqual([]);
});

it('an address tells which methods it takes', async () => {
  const known = new Set(
    mounted.filter((route) => !route.endsWith('*')).map((route) => route.split(' ')[1] ?? ''),
  );
  for (const path of known) {
    const taken = mounted.flatMap((route) => (route.endsWith(` ${path}`) ? (route.split(' ')[0] ?? []) : []));
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !taken.includes(one))) {
      const headers = { accept: 'text/html' };
      const reply = await fetch(gateway.url + path.replace(/:\w+/g, 'x'), { method, headers });
      const allowed = (reply.headers.get('allow') ?? '').split(', ');
      expect([method, path, reply.status, taken.filter((one) => !allowed.includes(one))]).toEqual([
        method,
        path,
        405,
        [],
      ]);
    }
  }
});

describe('the description of the API', () => {
  it('has every operation under its name, and no inner keys', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [
        operationId,
        `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      ]),
    );
    expect(Object.fromEntries(described)).toEqual(addresses);
    const text = JSON.stringify(document);
    expect(/"(trim|fault)":("|true)/.exec(text)?.[0]).toBeUndefined();
    for (const [, id = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      expect(Object.keys(document.components.schemas)).toContain(id);
  });

  it('tells what every operation takes and returns, so that clients can be made of it', () => {
    const lacking: string[] = [];
    const walk = (at: string, part: unknown): void => {
      if (typeof part !== 'object' || part === null) return;
      const { content, required, properties = {} } = part as Record<string, object | undefined>;
      for (const [type, { schema }] of Object.entries((content ?? {}) as Record<string, { schema?: object }>))
        if (type.includes('/') && Object.keys(schema ?? {}).length === 0)
          lacking.push(`${at}: ${type} has no schema`);
      if (Array.isArray(required))
        for (const key of required as string[])
          if (!Object.hasOwn(properties, key)) lacking.push(`${at}: ${key} is required and not described`);
      for (const [key, value] of Object.entries(part)) walk(`${at}/${key}`, value);
    };
    walk('', document);
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, { responses }] of Object.entries(methods))
        if (responses['200']?.content === undefined && responses['204'] === undefined)
          lacking.push(`${method} ${path} returns nothing that is described`);
    expect(lacking).toEqual([]);
  });

  it('is what the reference in the docs says', async () => {
    const page = await readFile('docs/api.md', 'utf8');
    const lines = page.split('\n').map((line) => line.replace(/ +/g, ' '));
    const missing = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ operationId, description }) => {
        const role = /role (\w+)/.exec(description)?.[1] ?? 'anyone';
        const address = addresses[operationId as OperationName];
        const line = `| \`${operationId}\` | \`${address}\` | ${role} |`;
        return lines.includes(line) ? [] : [line];
      }),
    );
    expect(missing.join('\n')).toBe('');
  });
});

describe('tools', () => {
  async function rpc(role: Role, method: string, params: object = {}): Promise<Record<string, unknown>> {
    const reply = await fetch(`${gateway.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens[nameOf[role]]}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const [, data = ''] = /^data: (.*)$/m.exec(await reply.text()) ?? [];
    return JSON.parse(data) as Record<string, unknown>;
  }
  const withTools = () =>
    Object.values(operations).flatMap((one) => (one.tool ? [{ ...one, tool: one.tool }] : []));

  it.each(roles)(
    'of the role %s are those that it may use, and are refused what they do not know',
    async (role) => {
      const { tools } = (await rpc(role, 'tools/list')).result as {
        tools: { name: string; outputSchema: object; annotations: Record<string, unknown> }[];
      };
      const mine = withTools().filter((one) => mayAct(role, one.role));
      expect(tools.map(({ name }) => name).sort()).toEqual(mine.map(({ tool }) => tool.name).sort());
      for (const { tool, role: needed } of withTools()) {
        const listed = tools.find(({ name }) => name === tool.name);
        const isMine = mayAct(role, needed);
        expect(listed?.annotations.readOnlyHint).toBe(isMine ? needed === 'read' : undefined);
        expect(listed?.outputSchema).toEqual(
          isMine ? expect.objectContaining({ type: 'object' }) : undefined,
        );
        const given = { nonsense: 1, ...Object.fromEntries((tool.needs ?? []).map((key) => [key, 'x'])) };
        const { result } = await rpc(role, 'tools/call', { name: tool.name, arguments: given });
        expect(result).toMatchObject({
          isError: true,
          content: [
            { text: expect.stringContaining(isMine ? 'nonsense' : `needs the role ${needed}`) as string },
          ],
        });
      }
    },
  );

  it('that are not there are an error of the protocol', async () => {
    expect(await rpc('operate', 'tools/call', { name: 'no_such_tool' })).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('There is no tool no_such_tool') as string },
    });
  });
});
