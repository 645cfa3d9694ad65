import { ServiceError } from '../../../src/http/service-error';
import { allPages } from '../../../src/localization/all-pages';

const cut = new ServiceError('cut', {
  service: 'localization',
  endpoint: 'GET /terms',
  kind: 'interrupted',
  effect: 'none',
});

async function idsOf(pageSize: number, total: number | null, pages: number): Promise<number> {
  let count = 0;
  const read = (page: number) => {
    const length = page > pages ? 0 : pageSize;
    return Promise.resolve({ total, items: Array.from({ length }, (_, i) => ({ id: `${page}-${i}` })) });
  };
  for await (const { items } of allPages('GET /terms', read)) count += items.length;
  return count;
}

describe('the pages of a list', () => {
  it('are read until the total is seen, or nothing new comes', async () => {
    expect(await idsOf(100, 250, 3)).toBe(300);
    expect(await idsOf(100, 1e9, 3)).toBe(300);
    expect(await idsOf(100, null, 3)).toBe(300);
  });

  it('are not read again from the first one because a later one failed once', async () => {
    const asked: number[] = [];
    const read = (page: number) => {
      asked.push(page);
      if (asked.length === 2) return Promise.reject(cut);
      return Promise.resolve({ total: 3, items: [{ id: String(page) }] });
    };
    for await (const page of allPages('GET /terms', read)) expect(page.items).toHaveLength(1);
    expect(asked).toEqual([1, 2, 2, 3]);
  });

  it('fail at once where the first one does: nothing is lost by it', async () => {
    const read = jest.fn(() => Promise.reject(cut));
    await expect(allPages('GET /terms', read).next()).rejects.toBe(cut);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('that never end are a reply that cannot be read', async () => {
    const failure: unknown = await idsOf(10_000, 1e9, Infinity).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ServiceError);
    expect(failure).toMatchObject({ kind: 'unreadable', effect: 'none', endpoint: 'GET /terms' });
  });
});
