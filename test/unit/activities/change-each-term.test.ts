import { changeEachTerm } from '../../../src/activities/review-terms';

const ids = Array.from({ length: 20 }, (_, n) => `tt_${n}`);
const MINUTE_MS = 60_000;

it('calls once for each term, also for one that is named twice, and never for many at a time', async () => {
  const called: string[] = [];
  const widths: number[] = [];
  let open = 0;
  const done = await changeEachTerm([...ids, 'tt_0'], MINUTE_MS, async (id) => {
    called.push(id);
    widths.push((open += 1));
    await Promise.resolve();
    open -= 1;
    return `${id} is done`;
  });
  expect(called).toEqual(ids);
  expect([...done.keys()].sort()).toEqual([...ids].sort());
  expect(done.get('tt_7')).toBe('tt_7 is done');
  expect(Math.max(...widths)).toBe(4);
});

it('passes over a term that fails', async () => {
  const done = await changeEachTerm(ids, MINUTE_MS, (id) => (id === 'tt_3' ? gone() : Promise.resolve()));
  expect([...done.keys()].sort()).toEqual(ids.filter((id) => id !== 'tt_3').sort());
});

it('stops where the service fails, and answers for what was done before', async () => {
  let calls = 0;
  const done = await changeEachTerm(ids, MINUTE_MS, () => ((calls += 1) > 8 ? gone() : Promise.resolve()));
  expect(done.size).toBe(8);
  expect(calls).toBeLessThanOrEqual(8 + 7);
});

it('fails where nothing at all was done', async () => {
  await expect(changeEachTerm(ids, MINUTE_MS, gone)).rejects.toThrow('it is gone');
});

it('stops when its time is up, after one term at least', async () => {
  const { size } = await changeEachTerm(ids, 0, () => Promise.resolve());
  expect(size).toBeGreaterThan(0);
  expect(size).toBeLessThanOrEqual(4);
});

it('has nothing to do for no terms', async () => {
  expect(await changeEachTerm([], MINUTE_MS, gone)).toEqual(new Map());
});

function gone(): Promise<never> {
  return Promise.reject(new Error('it is gone'));
}
