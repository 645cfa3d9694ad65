import { Secret } from '../../../src/http/secret';
import {
  callbackToken,
  callbackUrl,
  isCallbackToken,
  type CallbackAddressee,
} from '../../../src/localization/callback-address';
import { callbackKinds } from '../../../src/domain/release/identity';
import fc from '../../support/fast-check';

const secret = new Secret('app-secret');
const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,20}$/);
const addressee: fc.Arbitrary<CallbackAddressee> = fc.record({
  kind: fc.constantFrom(...callbackKinds),
  project: name,
  name,
});
const words = ({ kind, project, name: called }: CallbackAddressee): string => `${kind}/${project}/${called}`;

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
