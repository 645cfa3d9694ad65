import { Budget, LIMITS, OverBudget, type Amounts, type Caller } from '../../../src/gateway/budget';

const olga: Caller = { kind: 'operator', name: 'olga' };
const ivan: Caller = { kind: 'operator', name: 'ivan' };
const { one, all } = LIMITS.operator;

let nowMs: number;
let budget: Budget;
beforeEach(() => {
  nowMs = 0;
  budget = new Budget(LIMITS, () => nowMs);
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
