import { hostname } from 'node:os';
import { checkWorkerStores } from '../../../src/checks/check-temporal';
import { openStorage } from '../../../src/store/open-store';
import { storeId } from '../../../src/store/store-id';
import { storeOfWorker, workerIdentity } from '../../../src/temporal/worker-identity';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();
const place = (name: string) => ({ kind: 'directory', directory: scratch.path(name) }) as const;

it('a store keeps the id that it got first, and no other has it', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => storeId(openStorage(place('store')))));
  expect(new Set(ids).size).toBe(1);
  expect(await storeId(openStorage(place('store')))).toBe(ids[0]);
  expect(await storeId(openStorage(place('other')))).not.toBe(ids[0]);
});

it('a worker says which machine, process and store it has', () => {
  expect(workerIdentity('0123456789ab')).toBe(`locrelease@${hostname()}:${process.pid}/0123456789ab`);
  expect(storeOfWorker(workerIdentity('0123456789ab'))).toBe('0123456789ab');
  expect(storeOfWorker(workerIdentity(null))).toBeNull();
});

it('warns of workers with another store, and of none that do not tell', async () => {
  const same = workerIdentity(await storeId(openStorage(place('store'))));
  expect(await checkWorkerStores(place('store'), [same, workerIdentity(null), '12@elsewhere'])).toBeNull();
  const other = 'locrelease@build-7:12/0123456789ab';
  expect(await checkWorkerStores(place('store'), [same, other])).toMatchObject({
    what: 'store',
    level: 'warn',
    message: expect.stringContaining(`is not the store of ${other}.`) as string,
  });
});

it('leaves a store that is away to the check of the store', async () => {
  await scratch.write('file', '');
  expect(await checkWorkerStores(place('file'), ['locrelease@build-7:12/0123456789ab'])).toBeNull();
});
