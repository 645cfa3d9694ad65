import { generateKeyPairSync } from 'node:crypto';
import { isOfSignature, opened, sealed } from '../../../src/store/manifest-seal';
import fc from '../../support/fast-check';
import { manifestBody } from '../../support/manifest';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const bytes = Buffer.from(sealed(manifestBody(), privateKey));

it('opens what it sealed, with its signature', () => {
  expect(opened(bytes, [publicKey])).toMatchObject({
    faults: [],
    signature: 'valid',
    manifest: { kind: 'release' },
  });
  expect(opened(bytes, [])).toMatchObject({ faults: [], signature: 'unchecked' });
  expect(opened(Buffer.from(sealed(manifestBody(), null)), [publicKey])).toMatchObject({ signature: 'none' });
});

it('finds any byte that was changed, added or lost', () => {
  fc.assert(
    fc.property(
      fc.nat(bytes.length - 1),
      fc.integer({ min: 1, max: 255 }),
      fc.constantFrom('change', 'add', 'lose'),
      (at, by, how) => {
        const other = Buffer.from([(bytes[at] ?? 0) ^ by]);
        const middle =
          how === 'lose'
            ? Buffer.alloc(0)
            : how === 'add'
              ? Buffer.concat([other, bytes.subarray(at, at + 1)])
              : other;
        const changed = Buffer.concat([bytes.subarray(0, at), middle, bytes.subarray(at + 1)]);
        fc.pre(!changed.equals(bytes));
        expect(opened(changed, [publicKey]).faults).not.toEqual([]);
      },
    ),
    { numRuns: 500 },
  );
});

it.each([
  ['olga', 'olgb', 'content.decisions is not as it was written.'],
  ['"state":"done"', '"state":"failed"', 'content.state is not as it was written.'],
  ['run-1', 'run-2', 'run.firstRunId is not as it was written.'],
  ['"kind":"release"', '"kind":"rollback"', 'digest does not match schemaVersion, kind and checksums.'],
])('names what was changed: %s', (from, to, fault) => {
  const changed = bytes.toString('utf8').replaceAll(from, to);
  expect(opened(Buffer.from(changed), [publicKey]).faults).toContain(fault);
});

it('is not taken in by checksums that were made anew, where it is signed', () => {
  const forged = sealed(manifestBody({ languages: ['ja', 'fr'] }), generateKeyPairSync('ed25519').privateKey);
  expect(opened(Buffer.from(forged), [publicKey])).toMatchObject({ signature: 'invalid' });
});

it('tells a signature of another key from a record that was changed', () => {
  const { faults } = opened(bytes, [generateKeyPairSync('ed25519').publicKey]);
  expect(faults).toEqual([expect.stringContaining('signed with another key')]);
  expect(faults.every(isOfSignature)).toBe(true);
  const changed = Buffer.from(bytes.toString('utf8').replaceAll('olga', 'olgb'));
  expect(opened(changed, [publicKey]).faults.some(isOfSignature)).toBe(false);
});
