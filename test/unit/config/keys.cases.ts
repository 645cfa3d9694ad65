import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { inspect } from 'node:util';
import { parseEncryptionKeys, parseSigningKey, parseVerifyKeys } from '../../../src/config/keys';
import { keysOf } from '../../support/encryption';

const base64 = (bytes: number) => randomBytes(bytes).toString('base64');

describe('encryption keys', () => {
  it('are read in order, each with its id', () => {
    const [newer, older] = [base64(32), base64(32)];
    const keys = keysOf(`2026-11:${newer}, 2026-05:${older}`);
    expect(keys.map(({ id }) => id)).toEqual(['2026-11', '2026-05']);
    expect(keys.map(({ key }) => key.export().toString('base64'))).toEqual([newer, older]);
  });

  it('print as nothing that could be used', () => {
    const text = base64(32);
    const keys = keysOf(`a:${text}`);
    const printed = inspect(keys, { depth: null, showHidden: true }) + JSON.stringify(keys);
    expect(printed).not.toContain(text);
    expect(printed).not.toContain(Buffer.from(text, 'base64').toString('hex').slice(0, 8));
  });

  it.each([
    ['is empty', () => '', 'entry 1'],
    ['has no id', () => base64(32), 'entry 1'],
    ['has an empty id', () => `:${base64(32)}`, 'entry 1'],
    ['has an id that could not be shown', () => `a b:${base64(32)}`, 'entry 1'],
    ['has an id without end', () => `${'a'.repeat(65)}:${base64(32)}`, 'entry 1'],
    ['is too short', () => `a:${base64(32)},b:${base64(31)}`, 'entry 2'],
    ['is too long', () => `a:${base64(33)}`, 'entry 1'],
    ['is not base64', () => `a:${'!'.repeat(43)}=`, 'entry 1'],
    ['is in hexadecimal', () => `a:${randomBytes(32).toString('hex')}`, 'entry 1'],
    ['is followed by a comma', () => `a:${base64(32)},`, 'entry 2'],
    ['has the id of another', () => `a:${base64(32)},a:${base64(32)}`, 'entry 2'],
  ])('are refused where one %s, without showing it', (_what, make, where) => {
    const text = make();
    const { keys, fault } = parseEncryptionKeys(text);
    expect(keys).toBeNull();
    expect(fault).toContain(where);
    for (const part of text.split(/[:,]/).filter((piece) => piece.length > 8))
      expect(fault).not.toContain(part);
  });
});

describe('signing keys', () => {
  const pemsOf = ({ privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject }) => ({
    privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })),
  });
  const ours = pemsOf(generateKeyPairSync('ed25519'));
  const other = pemsOf(generateKeyPairSync('ed448'));
  const base64In = (key: string): string => key.replace(/-----[A-Z ]+-----|\n/g, '');

  it.each([
    ['PEM', ours.privateKey],
    ['PEM in one line', ours.privateKey.replaceAll('\n', '\\n')],
    ['the base64 within', base64In(ours.privateKey)],
  ])('an Ed25519 key is read from %s', (_form, text) => {
    expect(parseSigningKey(text)?.asymmetricKeyType).toBe('ed25519');
  });

  it.each([
    ['a key of another kind', other.privateKey],
    ['a public key', ours.publicKey],
    ['no key', 'secret'],
  ])('%s signs nothing', (_what, text) => {
    expect(parseSigningKey(text)).toBeNull();
  });

  it('records are verified with public keys, or with the private key that they belong to', () => {
    const keys = parseVerifyKeys(`${ours.publicKey},${ours.privateKey}`);
    expect(keys?.map(({ type }) => type)).toEqual(['public', 'public']);
    const [first, second] = keys ?? [];
    expect(second !== undefined && first?.equals(second)).toBe(true);
  });

  it.each([
    ['one of them is of another kind', `${ours.publicKey}${other.publicKey}`],
    ['there is none', ' , '],
  ])('no record is verified where %s', (_why, text) => {
    expect(parseVerifyKeys(text)).toBeNull();
  });
});
