import { cachedFor, sharedRead } from '../../../src/client/shared-read';

it('is made once for all who ask while it is under way, and anew for who asks later', async () => {
  let reads = 0;
  const answers: ((answer: number) => void)[] = [];
  const read = sharedRead(() => {
    reads += 1;
    return new Promise<number>((resolve) => answers.push(resolve));
  });
  const asked = [read(), read(), read()];
  answers[0]?.(1);
  expect(await Promise.all(asked)).toEqual([1, 1, 1]);
  const later = read();
  answers[1]?.(2);
  expect(await later).toBe(2);
  expect(reads).toBe(2);
});

it('leaves nothing of a failure to who asks later', async () => {
  const outcomes = [() => Promise.reject(new Error('away')), () => Promise.resolve('here')];
  const read = sharedRead<string>(() => outcomes.shift()?.() ?? Promise.resolve('again'));
  await expect(read()).rejects.toThrow('away');
  expect(await read()).toBe('here');
});

it('an answer is kept for a while, unless a fresh one is wanted, and a failure is not', async () => {
  let reads = 0;
  const read = cachedFor(60_000, () => {
    reads += 1;
    return reads === 1 ? Promise.reject(new Error('away')) : Promise.resolve(reads);
  });
  await expect(read()).rejects.toThrow('away');
  expect([await read(), await read(), await read(true), await read()]).toEqual([2, 2, 3, 3]);
  const never = cachedFor(0, () => Promise.resolve((reads += 1)));
  expect([await never(), await never()]).toEqual([4, 5]);
});
