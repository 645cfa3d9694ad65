import { faultRule, Faults, type FaultRuleInput } from '../../../src/sandbox/faults';
import fc from '../../support/fast-check';
import { expectEach } from '../../support/expect-each';

const PUBLISH = 'POST /tasks/publish';

/** Which of the first occurrences the rule strikes, counted from 1. */
function struck(nth: FaultRuleInput['nth'], occurrences = 8): number[] {
  const faults = new Faults();
  faults.add({ on: PUBLISH, do: 'reset', nth });
  return Array.from({ length: occurrences }, (_, i) => i + 1).filter(() => faults.strike('request', PUBLISH));
}

/** What is said against a rule, and about which of its fields. */
function complaints(rule: unknown): string[] {
  const parsed = faultRule.safeParse(rule);
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('the occurrences that a rule strikes', () => {
  it.each<[FaultRuleInput['nth'], number[]]>([
    [undefined, [1]],
    [1, [1]],
    [3, [3]],
    [
      [1, 3, 4],
      [1, 3, 4],
    ],
    ['2-4', [2, 3, 4]],
    ['3-3', [3]],
    ['7-10', [7, 8]],
    ['all', [1, 2, 3, 4, 5, 6, 7, 8]],
    [9, []],
  ])('%j: %j', (nth, expected) => {
    expect(struck(nth)).toEqual(expected);
  });

  it.each(['2', '0-3', '3-1', '1-', 'first', '1-2-3', null, {}])('are not %j', (nth) => {
    expect(complaints({ on: PUBLISH, do: 'reset', nth })).toEqual([
      'nth: expected a number, a list, a range such as 1-5, or all',
    ]);
  });

  it.each([0, -1, 1.5, [], [0], [1, 1.5], ['1']])('are not %j, either', (nth) => {
    expect(complaints({ on: PUBLISH, do: 'reset', nth })).toEqual([expect.stringMatching(/^nth(\.\d)?: /)]);
  });

  it('are counted from when the rule was set', () => {
    const faults = new Faults();
    faults.strike('request', PUBLISH);
    faults.add({ on: PUBLISH, do: 'reset' });
    expect(faults.strike('request', PUBLISH)).toMatchObject({ do: 'reset' });
    expect(faults.strike('request', PUBLISH)).toBeNull();
  });
});

describe('the chance of a rule', () => {
  const strikes = (chance: number): number => {
    const faults = new Faults();
    faults.add({ on: PUBLISH, do: 'reset', nth: 'all', chance });
    return Array.from({ length: 500 }, () => faults.strike('request', PUBLISH)).filter(Boolean).length;
  };

  it('of 0 never strikes, of 1 always, and of a half sometimes', () => {
    expect(strikes(0)).toBe(0);
    expect(strikes(1)).toBe(500);
    expect(strikes(0.5)).toBeGreaterThan(100);
    expect(strikes(0.5)).toBeLessThan(400);
  });

  it.each([-0.1, 1.1, '1', Number.NaN])('is not %j', (chance) => {
    expect(complaints({ on: PUBLISH, do: 'reset', chance })).toEqual([expect.stringMatching(/^chance: /)]);
  });
});

describe('what a rule is put on', () => {
  it.each([
    [PUBLISH, 'request', PUBLISH, true],
    [PUBLISH, 'request', 'GET /tasks/publish', false],
    [PUBLISH, 'request', 'POST /tasks/publish-status', false],
    ['* /*', 'request', 'GET /terms', true],
    ['* /terms', 'request', 'GET /terms', true],
    ['* /terms', 'request', 'GET /terms/x', false],
    ['POST /*', 'request', PUBLISH, true],
    ['POST /*', 'request', 'GET /terms', false],
    ['POST /posts/{postId}/publish', 'request', 'POST /posts/{postId}/publish', true],
    ['callback task.completed', 'callback', 'task.completed', true],
    ['callback task.completed', 'callback', 'task.failed', false],
    ['callback *', 'callback', 'task.failed', true],
    ['callback *', 'work', 'translate', false],
    ['work translate', 'work', 'translate', true],
    ['target acc_1', 'target', 'acc_1', true],
    ['target acc_1', 'target', 'acc_11', false],
    ['target *', 'request', PUBLISH, false],
  ] as const)('"%s", for the %s %s: %s', (on, kind, name, covered) => {
    const faults = new Faults();
    const action = on.startsWith('callback') ? 'drop' : /^(work|target)/.test(on) ? 'fail' : 'reset';
    faults.add({ on, do: action });
    expect(faults.strike(kind, name) !== null).toBe(covered);
    expect(faults.list()[0]?.seen).toBe(covered ? 1 : 0);
  });

  it.each([
    '',
    '*',
    'POST',
    'POST tasks/publish',
    'post /tasks/publish',
    'callback',
    'callback ',
    'email x',
    'work a b',
  ])('is not "%s"', (on) => {
    expect(complaints({ on, do: 'reset' })).toEqual([
      'on: expected an endpoint such as "POST /tasks/publish", or callback, work or target with a name',
    ]);
  });
});

describe('what a rule does', () => {
  const allowed = {
    [PUBLISH]: ['refuse', 'lose-reply', 'reset', 'delay', 'garbage', 'endless'],
    'callback task.completed': ['drop', 'double', 'reorder', 'late', 'forge'],
    'work translate': ['fail'],
    'target acc_1': ['fail'],
  };
  const kindOf = (on: string): string => (on === PUBLISH ? 'request' : String(on.split(' ')[0]));
  const every = [...new Set(Object.values(allowed).flat())];
  const pairs = Object.entries(allowed).flatMap(([on, actions]) =>
    every.map((action) => ({ on, action, actions, can: actions.includes(action) })),
  );

  it('is what the subject of its kind can', () =>
    expectEach(
      pairs,
      ({ on, action }) => `${on}: ${action}`,
      ({ on, action, actions, can }) => {
        const said = complaints({ on, do: action, code: 500, ms: 10 });
        expect(said).toEqual(can ? [] : [`do: a ${kindOf(on)} can: ${actions.join(', ')}`]);
      },
    ));

  it('must be something it knows', () => {
    expect(complaints({ on: PUBLISH, do: 'explode' })).toEqual([expect.stringMatching(/^do: .*"refuse"/)]);
  });

  it.each([
    [{ on: PUBLISH, do: 'refuse' }, 'code: refuse needs a code'],
    [{ on: PUBLISH, do: 'delay' }, 'ms: delay needs ms'],
    [{ on: 'callback task.completed', do: 'late' }, 'ms: late needs ms'],
    [{ on: PUBLISH, do: 'reset', sometimes: true }, ': Unrecognized key: "sometimes"'],
  ])('must be whole: %j', (rule, complaint) => {
    expect(complaints(rule)).toEqual([complaint]);
  });

  it('refuses to be set where it is wrong, and leaves the rules as they were', () => {
    const faults = new Faults();
    expect(() => faults.add({ on: PUBLISH, do: 'drop' })).toThrow('a request can: refuse');
    expect(faults.list()).toEqual([]);
  });
});

describe('several rules', () => {
  it('all count, and the first that strikes wins', () => {
    const faults = new Faults();
    faults.add({ on: PUBLISH, do: 'reset', nth: 2 });
    faults.add({ on: '* /*', do: 'lose-reply', nth: '2-3' });
    faults.add({ on: PUBLISH, do: 'endless', nth: 'all' });
    const struckBy = Array.from({ length: 4 }, () => faults.strike('request', PUBLISH)?.do);
    expect(struckBy).toEqual(['endless', 'reset', 'lose-reply', 'endless']);
    expect(faults.list().map(({ seen }) => seen)).toEqual([4, 4, 4]);
  });

  it('strike as a rule on its own would, in the order in which they were set', () => {
    const nths = fc.array(fc.tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 10 })), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(nths, (rules) => {
        const faults = new Faults();
        rules.forEach((nth, place) => faults.add({ on: PUBLISH, do: 'refuse', code: place, nth }));
        for (let occurrence = 1; occurrence <= 10; occurrence++) {
          const first = rules.findIndex((nth) => nth.includes(occurrence));
          const fault = faults.strike('request', PUBLISH);
          expect(fault?.code).toBe(first < 0 ? undefined : first);
        }
      }),
    );
  });

  it('can be taken back one by one, or all at once', () => {
    const faults = new Faults();
    const takeBack = faults.add({ on: PUBLISH, do: 'reset', nth: 'all' });
    faults.add({ on: PUBLISH, do: 'endless', nth: 'all' });
    takeBack();
    takeBack();
    expect(faults.strike('request', PUBLISH)?.do).toBe('endless');
    faults.clear();
    expect(faults.strike('request', PUBLISH)).toBeNull();
    faults.add({ on: PUBLISH, do: 'reset' });
    expect(faults.list().map(({ id }) => id)).toEqual([3]);
  });
});

it.each([
  ['POST /tasks/publsh', 'POST /tasks/publish'],
  ['GET /sandbox/journal', 'GET /tasks/status'],
  ['callback task.complete', 'task.completed'],
  ['work translation', 'translate'],
])('a rule on %s is refused, with what there is', (on, known) => {
  const [complaint, ...others] = complaints({ on, do: 'drop' });
  expect(complaint).toContain(`on: there is no "${on}"; there are `);
  expect(complaint).toContain(known);
  expect(others).toEqual([]);
});

it.each(['* /*', 'GET /*', '* /tasks/publish', 'GET /download', 'callback *', 'work *', 'target acc_99'])(
  'a rule on %s is taken',
  (on) => {
    const action = on.startsWith('callback') ? 'drop' : on.includes('/') ? 'reset' : 'fail';
    expect(complaints({ on, do: action })).toEqual([]);
  },
);
