import type { Operator } from '../../../../src/domain/roles';
import { SESSION_MS, Sessions } from '../../../../src/gateway/console-api/sessions';
import { Secret } from '../../../../src/http/secret';
import fc from '../../../support/fast-check';

const secret = new Secret('a secret of more than thirty-two characters');
const olga: Operator = { role: 'review', tokenHash: 'ab'.repeat(32) };
const now = Date.parse('2026-12-01T09:00:00Z');

const sessionsOf = (operator: Operator | null, key: Secret | null = secret): Sessions =>
  new Sessions(new Map(operator === null ? [] : [['olga', operator]]), key);

const sessions = sessionsOf(olga);
const cookie = sessions.open('olga', olga, now);

/** A cookie as whoever holds the secret would make it, of whatever content. */
function withContent(change: (claims: unknown[]) => unknown[]): string {
  const [encoded = '', signature = ''] = cookie.split('.');
  const claims = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as unknown[];
  return `${Buffer.from(JSON.stringify(change(claims))).toString('base64url')}.${signature}`;
}

describe('a session', () => {
  it('tells who signed in, until when, and its token against forged requests', () => {
    expect(sessions.read(cookie, now)).toEqual({
      name: 'olga',
      operator: olga,
      expiresAtMs: now + SESSION_MS,
      csrfToken: sessions.csrfToken(cookie),
    });
  });

  it('ends after twelve hours', () => {
    expect(SESSION_MS).toBe(12 * 3_600_000);
    expect(sessions.read(cookie, now + SESSION_MS - 1)).not.toBeNull();
    expect(sessions.read(cookie, now + SESSION_MS)).toBeNull();
  });

  it('is known to every gateway with the same secret, and to no other', () => {
    expect(sessionsOf(olga).read(cookie, now)?.name).toBe('olga');
    expect(
      sessionsOf(olga, new Secret('another secret of thirty-two characters')).read(cookie, now),
    ).toBeNull();
    expect(sessionsOf(olga, null).read(cookie, now)).toBeNull();
  });

  it('without a secret ends with its gateway', () => {
    const first = sessionsOf(olga, null);
    const mine = first.open('olga', olga, now);
    expect(first.read(mine, now)?.name).toBe('olga');
    expect(sessionsOf(olga, null).read(mine, now)).toBeNull();
  });

  it.each([
    ['has another role', { ...olga, role: 'operate' as const }],
    ['has another token', { ...olga, tokenHash: 'cd'.repeat(32) }],
    ['has no token any more', { ...olga, tokenHash: null }],
    ['is gone', null],
  ])('ends when the operator %s', (_what, changed) => {
    expect(sessionsOf(changed).read(cookie, now)).toBeNull();
  });
});

describe('a forged cookie', () => {
  it.each([
    ['of somebody else', ([, ...rest]: unknown[]) => ['root', ...rest]],
    ['that lasts longer', ([name, at, ...rest]: unknown[]) => [name, Number(at) + 1, ...rest]],
  ])('%s is none', (_what, change) => {
    expect(sessions.read(withContent(change), now)).toBeNull();
  });

  it.each([
    '',
    '.',
    '..',
    cookie.split('.')[0] ?? '',
    `${cookie}.`,
    `.${cookie}`,
    `${cookie}=`,
    ` ${cookie}`,
  ])('%j is none', (text) => {
    expect(sessions.read(text, now)).toBeNull();
  });

  it('of any text is none, and never an error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.tuple(fc.base64String(), fc.base64String())), (text) => {
        expect(sessions.read(Array.isArray(text) ? text.join('.') : text, now)).toBeNull();
      }),
    );
  });

  it('differs from a true one by any one character', () => {
    fc.assert(
      fc.property(fc.nat(cookie.length - 1), fc.constantFrom('A', 'b', '0', '_'), (at, sign) => {
        fc.pre(cookie[at] !== sign);
        const forged = cookie.slice(0, at) + sign + cookie.slice(at + 1);
        expect(sessions.read(forged, now)).toBeNull();
      }),
    );
  });
});

it('the token against forged requests is another one for each session', () => {
  const another = sessions.open('olga', olga, now);
  expect(sessions.csrfToken(another)).not.toBe(sessions.csrfToken(cookie));
  expect(sessions.csrfToken(cookie)).not.toContain(cookie.split('.')[1]);
});
