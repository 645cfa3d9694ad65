import { mayAct, operatorNameFault, type Operators } from '../../../src/domain/roles';
import { newToken, operatorOfToken, tokenHash } from '../../../src/gateway/operator-tokens';
import fc from '../../support/fast-check';

const tokens = { olga: newToken(), root: newToken() };
const operators: Operators = new Map([
  ['olga', { role: 'review', tokenHash: tokenHash(tokens.olga) }],
  ['root', { role: 'operate', tokenHash: tokenHash(tokens.root) }],
  ['fromproxy', { role: 'read', tokenHash: null }],
]);

describe('a token', () => {
  it('is of whoever it was made for', () => {
    expect(operatorOfToken(operators, tokens.olga)?.name).toBe('olga');
    expect(operatorOfToken(operators, tokens.root)?.name).toBe('root');
  });

  it.each(['', ' ', 'lrt_', tokenHash(tokens.olga), `sha256:${tokenHash(tokens.olga)}`, `${tokens.olga} `])(
    'is nobody’s if it is %j',
    (text) => {
      expect(operatorOfToken(operators, text)).toBeNull();
    },
  );

  it('is nobody’s if it is any other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(operatorOfToken(operators, text)).toBeNull();
      }),
    );
  });

  it('is long, safe in an address, and never the same twice', () => {
    const many = Array.from({ length: 100 }, newToken);
    expect(new Set(many).size).toBe(100);
    expect(many.every((token) => /^lrt_[\w-]{43}$/.test(token))).toBe(true);
  });
});

describe('the name of an operator', () => {
  it.each(['olga', 'Olga Petrova', 'olga@example.com', 'Ольга', '小林', '7', 'a'.repeat(100)])(
    'may be %j',
    (name) => {
      expect(operatorNameFault(name)).toBeNull();
    },
  );

  it.each(['', ' olga', 'olga ', '__proto__', '-', '<b>', 'a\nb', 'a,b', 'a/b', 'a'.repeat(101)])(
    'may not be %j',
    (name) => {
      expect(operatorNameFault(name)).toMatch(/^must be 1 to 100 letters/);
    },
  );
});

it.each([
  ['read', [true, false, false]],
  ['review', [true, true, false]],
  ['operate', [true, true, true]],
] as const)('the role %s may do what read, review and operate need: %j', (role, expected) => {
  expect((['read', 'review', 'operate'] as const).map((needed) => mayAct(role, needed))).toEqual(expected);
});
