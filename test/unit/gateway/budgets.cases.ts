import { type Amounts, RequestBudget, type Caller, LIMITS, OverBudget } from '../../../src/gateway/budget';
import fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { callApart } from '../../../src/files/call-apart';
import { createHttpApp } from '../../../src/gateway/http-app';
import { callerAtAddress, mountBudget } from '../../../src/gateway/request-budget';
import { DefaultLogger } from '@temporalio/worker';
import { useScratch } from '../../support/scratch';
import { until } from '../../support/until';

describe('budget', () => {
  const olga: Caller = { kind: 'operator', name: 'olga' };
  const ivan: Caller = { kind: 'operator', name: 'ivan' };
  const { one, all } = LIMITS.operator;

  let nowMs: number;
  let budget: RequestBudget;
  beforeEach(() => {
    nowMs = 0;
    budget = new RequestBudget(LIMITS, () => nowMs);
  });

  function over(caller: Caller, amounts: Amounts): OverBudget | null {
    try {
      budget.begin(caller, amounts).end();
      return null;
    } catch (error) {
      if (error instanceof OverBudget) return error;
      throw error;
    }
  }

  it.each(['places', 'streams', 'bytes'] as const)(
    'has so many %s for one caller, then none until some are given back, and leaves those of others',
    (kind) => {
      const claim = budget.begin(olga, { [kind]: one[kind] });
      expect(over(olga, { [kind]: 1 })).toMatchObject({
        status: 429,
        failure: { code: 'too_many' },
        over: kind,
      });
      expect(over(ivan, { [kind]: one[kind] })).toBeNull();
      claim.end();
      claim.end();
      expect(over(olga, { [kind]: one[kind] })).toBeNull();
      expect(budget.held('operator')[kind]).toBe(0);
    },
  );

  it('has so much for all callers of a kind, and as much as ever for those of another', () => {
    for (let held = 0; held < all.places; held += one.places)
      budget.begin({ kind: 'operator', name: String(held) }, { places: one.places });
    expect(over(olga, { places: 1 })).toMatchObject({ over: 'places' });
    expect(over({ kind: 'service', name: 'default' }, { places: LIMITS.service.one.places })).toBeNull();
    expect(over({ kind: 'probe', name: '10.0.0.1' }, { places: 1 })).toBeNull();
  });

  it('takes nothing for what it refuses, and what is added is given back with the rest', () => {
    const claim = budget.begin(olga, { places: 1 });
    claim.add({ places: one.places - 1 });
    expect(() => claim.add({ places: 1, bytes: 1, work: 1 })).toThrow(OverBudget);
    expect(budget.held('operator')).toMatchObject({ places: one.places, bytes: 0 });
    claim.end();
    expect(budget.held('operator')).toMatchObject({ places: 0, bytes: 0 });
  });

  it('says when what was spent has come back, and is right', () => {
    expect(over(olga, { work: one.work })).toBeNull();
    const refused = over(olga, { work: one.work / 2 });
    expect(refused).toMatchObject({ over: 'work', retryAfterS: 30 });
    expect(refused?.message).toBe(
      'Too many requests came within a minute. Nothing was done. Try again in 30 seconds.',
    );
    expect(over(ivan, { work: 1 })).toBeNull();
    nowMs += 29_000;
    expect(over(olga, { work: one.work / 2 })).toMatchObject({ retryAfterS: 1 });
    nowMs += 1_000;
    expect(over(olga, { work: one.work / 2 })).toBeNull();
  });

  it('lets an address sign in ten times a minute, which leaves it the rest', () => {
    const address: Caller = { kind: 'address', name: '10.0.0.1' };
    const signIn = { bytes: 100, isSignIn: true };
    for (let time = 0; time < 10; time += 1) budget.beginRequest(address, signIn).end();
    expect(() => budget.beginRequest(address, signIn)).toThrow(
      'Too many sign-ins came from this address. Nothing was done. Try again in 6 seconds.',
    );
    budget.beginRequest(address, { bytes: 0 }).end();
  });

  it('counts the bytes of a request as work too, and takes one alone that is larger than it may be', () => {
    const large = budget.beginRequest(olga, { bytes: one.bytes * 2 });
    expect(budget.held('operator')).toMatchObject({ places: 1, bytes: one.bytes });
    expect(() => budget.beginRequest(olga, { bytes: 1 })).toThrow(
      'Too many bytes are being sent at the same time.',
    );
    budget.beginRequest(olga, { bytes: 0 }).end();
    large.end();
    const spent = 2 * (one.bytes / 65_536) + 2;
    expect(over(olga, { work: one.work - spent })).toBeNull();
    expect(over(olga, { work: 1 })).toMatchObject({ over: 'work' });
  });

  it('tells the metrics what was taken and what was refused', () => {
    const told: unknown[] = [];
    budget.watch({ taken: (...how) => told.push(how), refused: (...how) => told.push(how) });
    budget.begin(olga, { places: one.places, work: 3 });
    over(olga, { places: 1 });
    expect(told).toEqual([
      ['operator', 3],
      ['operator', 'places'],
    ]);
  });
});

describe('request budget', () => {
  const olga: Caller = { kind: 'operator', name: 'olga' };
  const underWay = (): number => budget.held('operator').places;

  let budget: RequestBudget;
  let app: FastifyInstance;
  let finish: () => void;
  let begun: number;
  beforeEach(async () => {
    budget = new RequestBudget({
      ...LIMITS,
      operator: { ...LIMITS.operator, one: { ...LIMITS.operator.one, places: 2 } },
    });
    begun = 0;
    app = createHttpApp(new DefaultLogger('ERROR', () => undefined));
    mountBudget(app, budget, () => Promise.resolve(olga));
    const work = new Promise<void>((resolve) => (finish = resolve));
    app.get('/work', async () => {
      begun += 1;
      await work;
      return {};
    });
    app.get('/slow-hook', { onRequest: () => work }, () => {
      begun += 1;
      return {};
    });
    app.post('/batch', (request) => {
      request.underWay.claim.add({
        places: Number(request.query && (request.query as { more: string }).more),
      });
      return {};
    });
    app.get('/fails', () => {
      throw new Error('not today');
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    finish();
    await app.close();
  });

  const url = (path: string): string =>
    `http://127.0.0.1:${(app.server.address() as { port: number }).port}${path}`;

  const connections = promisify((told: (error: Error | null, count: number) => void) =>
    app.server.getConnections(told),
  );

  /** Sends a request, and hangs up once the gateway has got it. */
  async function hangUp(path: string): Promise<void> {
    const { port } = new URL(url(path));
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    const held = underWay();
    socket.write(`GET ${path} HTTP/1.1\r\nhost: gateway\r\n\r\n`);
    await until('it is there', () => underWay() > held);
    socket.destroy();
    await until('nobody is connected', async () => (await connections()) === 0);
  }

  it('holds a place until the work ends, though whoever asked for it has hung up', async () => {
    await hangUp('/work');
    await hangUp('/work');
    expect([begun, underWay()]).toEqual([2, 2]);
    const refused = await fetch(url('/work'));
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      429,
      '1',
      {
        code: 'too_many',
        exitCode: 2,
        message: 'Too many requests are under way. Nothing was done. Try again in 1 second.',
      },
    ]);
    finish();
    await until('the places are free', () => underWay() === 0);
    expect((await fetch(url('/work'))).status).toBe(200);
  });

  it('begins nothing for whoever has hung up before', async () => {
    await hangUp('/slow-hook');
    finish();
    await until('the place is free', () => underWay() === 0);
    expect(begun).toBe(0);
  });

  it('refuses what a request turns out to need', async () => {
    const small = await fetch(url('/batch?more=1'), { method: 'POST' });
    const large = await fetch(url('/batch?more=2'), { method: 'POST' });
    expect([small.status, large.status, large.headers.get('retry-after')]).toEqual([200, 429, '1']);
    await until('the places are free', () => underWay() === 0);
  });

  it('gives back what failed, and what is nowhere', async () => {
    for (let time = 0; time < 5; time += 1) {
      expect((await fetch(url('/fails'))).status).toBe(500);
      expect((await fetch(url('/nowhere'))).status).toBe(404);
      await until('the place is free', () => underWay() === 0);
    }
  });

  it('weighs a body of unknown length as the largest that its route takes', async () => {
    const taken: number[] = [];
    const other = fastify();
    mountBudget(other, budget, () => Promise.resolve(olga));
    other.post('/', { bodyLimit: 3_000_000 }, () => {
      taken.push(budget.held('operator').bytes);
      return {};
    });
    for (const headers of [
      { 'content-length': '10' },
      { 'transfer-encoding': 'chunked' },
      { 'content-length': '4000000' },
    ])
      await other.inject({
        method: 'POST',
        url: '/',
        headers: { ...headers, 'content-type': 'application/json' },
        payload: '{"a":1234}',
      });
    expect(taken).toEqual([10, 3_000_000]);
  });

  const scratch = useScratch();

  it('has slow readings of one caller wait for each other, and no others for them', async () => {
    const calls = require.resolve('../files/apart-calls');
    const file = scratch.path('go-on');
    const app = fastify();
    mountBudget(app, budget, ({ headers }) =>
      Promise.resolve({ kind: 'operator', name: String(headers.by) }),
    );
    app.get('/slow', () => callApart(calls, 'waiting', file));
    app.get('/quick', () => callApart(calls, 'same', {}));
    const statusOf = (url: string, by: string): Promise<number> =>
      app.inject({ url, headers: { by } }).then(({ statusCode }) => statusCode);
    const slow = [1, 2].map(() => statusOf('/slow', 'olga'));
    expect(await statusOf('/quick', 'otto')).toBe(200);
    await scratch.write('go-on', '');
    expect(await Promise.all(slow)).toEqual([200, 200]);
  });

  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('counts %s as %s', (address, name) => {
    expect(callerAtAddress(address)).toEqual({ kind: 'address', name });
  });
});
