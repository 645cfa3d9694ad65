import { sign } from '../../../src/localization/signature';
import fc from '../../support/fast-check';
import { md5Hex } from '../../support/md5';
import { Secret } from '../../../src/http/secret';
import { type Statement, isProven, proofOf } from '../../../src/localization/operator-proof';
import {
  type CallbackAddressee,
  callbackToken,
  callbackUrl,
  isCallbackToken,
} from '../../../src/localization/callback-address';
import { callbackKinds } from '../../../src/domain/release/identity';

describe('sign', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 300 });

  describe('the independent MD5', () => {
    it.each([
      ['', 'd41d8cd98f00b204e9800998ecf8427e'],
      ['a', '0cc175b9c0f1b6a831c399e269772661'],
      ['abc', '900150983cd24fb0d6963f7d28e17f72'],
      ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
      ['abcdefghijklmnopqrstuvwxyz', 'c3fcd3d76192e4007dfb496cca67e13b'],
      ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 'd174ab98d277d9f5a5611c2c9f419d9f'],
      [
        '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
        '57edf4a22be3c955ac49da2e2107b67a',
      ],
    ])('agrees with the vector of RFC 1321 for "%s"', (text, digest) => {
      expect(md5Hex(Buffer.from(text))).toBe(digest);
    });
  });

  describe('sign', () => {
    it('is the MD5 of timestamp, body and secret in a row, in lowercase hexadecimal', () => {
      fc.assert(
        fc.property(fc.nat().map(String), anyText, anyText, (timestamp, body, secret) => {
          expect(sign(timestamp, body, secret)).toBe(md5Hex(Buffer.from(timestamp + body + secret)));
        }),
      );
    });

    it('is the same over a text and over its UTF-8 bytes', () => {
      fc.assert(
        fc.property(anyText, (body) => {
          expect(sign('1700000000', new TextEncoder().encode(body), 's')).toBe(sign('1700000000', body, 's'));
        }),
      );
    });

    it('takes bytes as they are, also those that are no UTF-8', () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 200 }), (body) => {
          const whole = Buffer.concat([Buffer.from('1700000000'), body, Buffer.from('s')]);
          expect(sign('1700000000', body, 's')).toBe(md5Hex(whole));
        }),
      );
    });
  });
});

describe('operator proof', () => {
  const secret = new Secret('sandbox-app-secret');
  const statement: Statement = {
    what: 'confirm',
    release: { project: 'default', name: 'game-2.4.0' },
    about: 'digest-of-the-list',
    by: 'olga',
  };
  const AT_MS = 1_790_000_000_000;
  const proof = proofOf(secret, statement, AT_MS);

  it('holds for what was said, by whom and of what, a quarter of an hour', () => {
    for (const lateMs of [-15 * 60_000, 0, 15 * 60_000])
      expect(isProven(secret, statement, proof, AT_MS + lateMs)).toBe(true);
    for (const lateMs of [-15 * 60_000 - 1, 15 * 60_000 + 1])
      expect(isProven(secret, statement, proof, AT_MS + lateMs)).toBe(false);
  });

  it.each<Partial<Statement>>([
    { what: 'start' },
    { release: { project: 'default', name: 'game-2.4.1' } },
    { release: { project: 'other', name: 'game-2.4.0' } },
    { about: 'digest-of-another-list' },
    { by: 'ivan' },
    // The first letter is Cyrillic.
    { by: 'оlga' },
  ])('is no proof of %j', (otherwise) => {
    expect(isProven(secret, { ...statement, ...otherwise }, proof, AT_MS)).toBe(false);
  });

  it('cannot be made or moved in time without the secret', () => {
    expect(isProven(new Secret('another secret'), statement, proof, AT_MS)).toBe(false);
    expect(isProven(secret, statement, { ...proof, atMs: AT_MS + 1 }, AT_MS)).toBe(false);
    expect(isProven(secret, statement, undefined, AT_MS)).toBe(false);
    fc.assert(
      fc.property(fc.string(), (seal) => !isProven(secret, statement, { atMs: AT_MS, seal }, AT_MS)),
      { numRuns: 200 },
    );
  });
});

describe('callback address', () => {
  const secret = new Secret('app-secret');
  const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,20}$/);
  const addressee: fc.Arbitrary<CallbackAddressee> = fc.record({
    kind: fc.constantFrom(...callbackKinds),
    project: name,
    name,
  });
  const words = ({ kind, project, name: called }: CallbackAddressee): string =>
    `${kind}/${project}/${called}`;

  describe('a callback address', () => {
    it('says for whom it is, and ends in a token', () => {
      const upload: CallbackAddressee = { kind: 'termbase', project: 'default', name: 'glossary' };
      const url = callbackUrl('https://gateway.example/base/', secret, upload);
      expect(url).toMatch(
        /^https:\/\/gateway\.example\/base\/callbacks\/termbase\/default\/glossary\/[\w-]{43}$/,
      );
    });

    it('has a token that is good for one workflow alone', () => {
      fc.assert(
        fc.property(addressee, addressee, (one, other) => {
          const token = callbackToken(secret, one);
          expect(isCallbackToken(token, secret, other)).toBe(words(one) === words(other));
        }),
      );
    });

    it('of a release is no good for an upload of the same name', () => {
      const named = { project: 'default', name: 'spring' };
      const token = callbackToken(secret, { kind: 'release', ...named });
      expect(isCallbackToken(token, secret, { kind: 'termbase', ...named })).toBe(false);
    });

    it('has a token that another secret does not make', () => {
      fc.assert(
        fc.property(addressee, (one) => {
          expect(isCallbackToken(callbackToken(new Secret('other'), one), secret, one)).toBe(false);
        }),
      );
    });
  });
});
