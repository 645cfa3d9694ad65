import type { Operator } from '../../../../src/domain/roles';
import { EndedSessions, SESSION_MS, Sessions } from '../../../../src/gateway/console-api/sessions';
import { Secret } from '../../../../src/http/secret';
import fc from '../../../support/fast-check';
import { readdir } from 'node:fs/promises';
import { DirectoryStorage } from '../../../../src/store/directory-storage';
import { StoreError } from '../../../../src/store/store-error';
import { useScratch } from '../../../support/scratch';
import { until } from '../../../support/until';
import { isCrossSite } from '../../../../src/http/cross-site';
import { trustedAddresses } from '../../../../src/http/ip-networks';

describe('sessions', () => {
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
});

describe('ended sessions', () => {
  const scratch = useScratch();
  const HOUR_MS = 3_600_000;
  const now = Date.now();

  const gateway = (knownMs?: number): EndedSessions =>
    new EndedSessions(new DirectoryStorage(scratch.path('store')), knownMs);

  describe('a session that was ended', () => {
    it('is known at once where it was ended, and then at every other gateway', async () => {
      const [here, there] = [gateway(), gateway(1)];
      expect(await there.has('cookie', now + HOUR_MS)).toBe(false);
      await here.end('cookie', now + HOUR_MS, now);
      expect(await here.has('cookie', now + HOUR_MS)).toBe(true);
      await until('the other knows of it', () => there.has('cookie', now + HOUR_MS));
      expect(await there.has('another cookie', now + HOUR_MS)).toBe(false);
    });

    it('is looked for once in a while, and not for every request', async () => {
      const storage = new DirectoryStorage(scratch.path('store'));
      const looks = jest.spyOn(storage, 'read');
      const sessions = new EndedSessions(storage);
      for (let request = 0; request < 10; request += 1) await sessions.has('cookie', now + HOUR_MS);
      expect(looks).toHaveBeenCalledTimes(1);
    });

    it('leaves nothing in the store of its cookie, and nothing once it would have ended anyway', async () => {
      const sessions = gateway();
      await sessions.end('first', now + HOUR_MS, now);
      await sessions.end('second', now + 2 * HOUR_MS, now);
      expect(await readdir(scratch.path('store/sessions'))).toEqual([
        expect.stringMatching(/^\d{13}-[0-9a-f]{32}$/),
        expect.stringMatching(/^\d{13}-[0-9a-f]{32}$/),
      ]);
      await sessions.end('third', now + 3 * HOUR_MS, Date.now() + HOUR_MS + 1);
      expect(
        (await readdir(scratch.path('store/sessions'))).map((name) => Number(name.split('-')[0])),
      ).toEqual([now + 2 * HOUR_MS, now + 3 * HOUR_MS]);
    });
  });

  it('a store that cannot be read lets nobody in, and is asked again', async () => {
    const storage = new DirectoryStorage(scratch.path('store'));
    const sessions = new EndedSessions(storage);
    jest.spyOn(storage, 'read').mockImplementationOnce(() => {
      throw new StoreError('unreadable', 'The store cannot be read.');
    });
    await expect(sessions.has('cookie', now + HOUR_MS)).rejects.toThrow('The store cannot be read.');
    expect(await sessions.has('cookie', now + HOUR_MS)).toBe(false);
  });
});

describe('guard', () => {
  const own = 'console.example:8088';

  describe('a request that changes something', () => {
    it.each([
      ['the page itself', { 'sec-fetch-site': 'same-origin', origin: 'https://console.example:8088' }],
      [
        'the page behind a proxy that renames the host',
        { 'sec-fetch-site': 'same-origin', origin: 'https://x.example' },
      ],
      ['the page in a browser that only tells the origin', { origin: `http://${own}` }],
      ['the page behind TLS that ends before us', { origin: `https://${own}` }],
      ['no browser', {}],
    ])('comes from here if it is of %s', (_what, headers) => {
      expect(isCrossSite(headers, own)).toBe(false);
    });

    it.each([
      ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
      ['another site that names our origin', { 'sec-fetch-site': 'cross-site', origin: `http://${own}` }],
      ['a sibling of our site', { 'sec-fetch-site': 'same-site', origin: 'https://evil.console.example' }],
      ['another origin, from a browser that only tells that', { origin: 'https://evil.example' }],
      ['another port of this host', { origin: 'http://console.example:9999' }],
      ['a host that begins like ours', { origin: `http://${own}.evil.example` }],
      ['a sandboxed frame', { origin: 'null' }],
      ['an origin that is none', { origin: own }],
    ])('comes from elsewhere if it is of %s', (_what, headers) => {
      expect(isCrossSite(headers, own)).toBe(true);
    });
  });

  describe('the addresses of a proxy', () => {
    const isProxy = trustedAddresses(['10.0.0.5', '192.168.7.0/24', 'fd00::1', '2001:db8::/32']);

    it.each([
      '10.0.0.5',
      '::ffff:10.0.0.5',
      '192.168.7.255',
      'fd00::1',
      'fd00:0:0::1',
      '2001:db8:1::9',
      'fd00::1%eth0',
    ])('hold %s', (address) => {
      expect(isProxy(address)).toBe(true);
    });

    it.each([
      '10.0.0.6',
      '::ffff:10.0.0.6',
      '192.168.8.1',
      'fd00::2',
      '127.0.0.1',
      '',
      'x',
      '10.0.0.5, 1.2.3.4',
      undefined,
    ])('do not hold %s', (address) => {
      expect(isProxy(address)).toBe(false);
    });

    it('are nobody where none are named', () => {
      expect(trustedAddresses([])('127.0.0.1')).toBe(false);
    });
  });
});
