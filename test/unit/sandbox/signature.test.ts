import { signatureOf } from '../../../src/sandbox/localization/signature';
import fc from '../../support/fast-check';
import { md5Hex } from '../../support/md5';

describe('the signature of the sandbox', () => {
  it('is the MD5 of timestamp, body and secret in a row, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.nat().map(String), fc.uint8Array(), fc.string(), (timestamp, body, secret) => {
        const whole = Buffer.concat([Buffer.from(timestamp), body, Buffer.from(secret)]);
        expect(signatureOf(timestamp, body, secret)).toBe(md5Hex(whole));
      }),
    );
  });
});
