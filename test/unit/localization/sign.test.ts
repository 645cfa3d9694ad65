import { sign } from '../../../src/localization/sign';
import fc from '../../support/fast-check';
import { md5Hex } from '../../support/md5';

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
