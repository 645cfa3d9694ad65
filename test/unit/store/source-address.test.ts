import type { ReleaseInput } from '../../../src/domain/release/release-input';
import { getAddress, putAddress, withClosedAddress } from '../../../src/store/source-address';
import { useScratch } from '../../support/scratch';
import { DirectoryStore } from '../../support/directory-store';

const scratch = useScratch();
const SIGNED = 'https://files.example/strings.xlsx?X-Amz-Signature=secret&expires=1#part';

it('keeps what may sign an address in the store, and carries the rest', async () => {
  const store = new DirectoryStore(scratch.path('store'));
  const source = await putAddress(store, SIGNED);
  expect(JSON.stringify(source)).not.toContain('secret');
  expect(source).toEqual({
    kind: 'url',
    url: 'https://files.example/strings.xlsx',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
  expect(await getAddress(store, source)).toBe(SIGNED);
});

it('tells two signed addresses of one file apart', async () => {
  const store = new DirectoryStore(scratch.path('store'));
  const other = await putAddress(store, SIGNED.replace('expires=1', 'expires=2'));
  expect(other).not.toEqual(await putAddress(store, SIGNED));
});

it('carries an address without a query as it is, and keeps nothing', async () => {
  const store = new DirectoryStore(scratch.path('never'));
  const source = await putAddress(store, 'https://files.example/a.xlsx');
  expect(source).toEqual({ kind: 'url', url: 'https://files.example/a.xlsx' });
  expect(await getAddress(store, source)).toBe('https://files.example/a.xlsx');
});

it('a release from before is the same as one that is started today', async () => {
  const store = new DirectoryStore(scratch.path('store'));
  const before = {
    spec: { source: { url: SIGNED } },
    source: { kind: 'url', url: SIGNED },
  } as ReleaseInput;
  const source = await putAddress(store, SIGNED);
  expect(withClosedAddress(before)).toEqual({ spec: { source: { url: source.url } }, source });
  expect(withClosedAddress(withClosedAddress(before))).toEqual(withClosedAddress(before));
});
