import { readdir } from 'node:fs/promises';
import { EndedSessions } from '../../../../src/gateway/console-api/sessions';
import { DirectoryStorage } from '../../../../src/store/directory-storage';
import { StoreError } from '../../../../src/store/store-error';
import { useScratch } from '../../../support/scratch';
import { until } from '../../../support/until';

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
    expect((await readdir(scratch.path('store/sessions'))).map((name) => Number(name.split('-')[0]))).toEqual(
      [now + 2 * HOUR_MS, now + 3 * HOUR_MS],
    );
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
