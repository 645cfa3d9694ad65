import { retryReleases } from '../../../src/client/releases/retry-releases';

const waiting = (id: string, aloneFor: string | null = null) => ({
  ...{ id, state: 'parked' as const, causes: ['x'], problem: 'It failed.', aloneFor },
});
const outcomes = async (ids: Parameters<typeof retryReleases>[0], fails: Record<string, boolean>) => {
  const tried: string[] = [];
  const retried = await retryReleases(
    ids,
    (id) => {
      tried.push(id);
      return id in fails ? Promise.reject(new Error(id)) : Promise.resolve();
    },
    (error) => {
      const { message } = error as Error;
      return { message: `${message} says no.`, isOver: fails[message] === true };
    },
  );
  return { tried, told: retried.map(({ id, outcome, message }) => [id, outcome, message]) };
};

it('one that is refused keeps none of the others, and one that is left to a person is not tried', async () => {
  expect(await outcomes([waiting('a'), waiting('b', 'Look first.'), waiting('c')], { a: false })).toEqual({
    tried: ['a', 'c'],
    told: [
      ['a', 'refused', 'a says no.'],
      ['b', 'not tried', 'Look first.'],
      ['c', 'taken', null],
    ],
  });
});

it('after a failure that nobody foresaw the rest is not tried', async () => {
  expect(await outcomes([waiting('a'), waiting('b'), waiting('c', 'Look first.')], { a: true })).toEqual({
    tried: ['a'],
    told: [
      ['a', 'refused', 'a says no.'],
      ['b', 'not tried', null],
      ['c', 'not tried', null],
    ],
  });
});
