import {
  allPages,
  pageEnd,
  pageOf,
  wholeList,
  type Extent,
  type Page,
} from '../../../src/http/replies/all-pages';
import { need, needAll, table } from '../../../src/http/replies/facts';
import { id } from '../../../src/http/replies/readers';
import { ServiceError } from '../../../src/http/service-error';

const list = { service: 'localization', endpoint: 'GET /terms', isNumbered: true } as const;
const cut = new ServiceError('cut', { ...list, kind: 'interrupted', effect: 'none' });

type Parameters = Readonly<Record<string, string | number>>;
interface Row {
  id: string;
}

async function read(
  reader: (parameters: Parameters) => Promise<Page<Row>>,
  isNumbered = true,
): Promise<{ ids: string[]; extent: Extent }> {
  const pages = allPages({ ...list, isNumbered, read: reader });
  const ids: string[] = [];
  for (;;) {
    const page = await pages.next();
    if (page.done === true) return { ids, extent: page.value };
    ids.push(...page.value.items.map((item) => item.id));
  }
}

const rows = (count: number): Row[] => Array.from({ length: count }, (_, index) => ({ id: String(index) }));

/** A service with so many rows that gives at most so many at once. */
function service(count: number, most: number, { counts }: { counts: 'asked' | 'given' }) {
  return ({ page = 1, page_size: asked = 500 }: Parameters): Promise<Page<Row>> => {
    const size = Math.min(most, Number(asked));
    const from = (Number(page) - 1) * (counts === 'asked' ? Number(asked) : size);
    return Promise.resolve({ items: rows(count).slice(from, from + size), total: count, next: null });
  };
}

describe('the pages of a list', () => {
  it.each(['asked', 'given'] as const)(
    'are read whole where the service clamps them (it counts %s)',
    async (counts) => {
      const { ids, extent } = await read(service(130, 50, { counts }));
      expect(new Set(ids).size).toBe(130);
      expect(extent).toEqual({ read: 130, total: 130 });
    },
  );

  it('end with one that brings nothing new where no total is told', async () => {
    const pages = (parameters: Parameters) =>
      Promise.resolve({
        items: Number(parameters.page ?? 1) > 3 ? [] : [{ id: String(parameters.page ?? 1) }],
        total: null,
        next: null,
      });
    expect((await read(pages)).extent).toEqual({ read: 3, total: null });
    expect((await read(pages, false)).extent).toEqual({ read: 1, total: null });
  });

  it('go on after a full one where the total is what is on the page', async () => {
    const pages = ({ page = 1 }: Parameters) => {
      const items = rows(130).slice(50 * (Number(page) - 1), 50 * Number(page));
      return Promise.resolve({ items, total: items.length, size: 50, next: null });
    };
    for (const isNumbered of [true, false]) expect((await read(pages, isNumbered)).extent.read).toBe(130);
  });

  it('that come again are in the list once, and the list tells that it is a part', async () => {
    const again = () => Promise.resolve({ items: rows(2), total: 5, next: null });
    const whole = await wholeList(allPages({ ...list, isNumbered: false, read: again }));
    expect(whole).toMatchObject({ items: rows(2), isPart: true, extent: { read: 2, total: 5 } });
  });

  it('tell that they are a part where the service told of more', async () => {
    const pages = ({ page = 1 }: Parameters) =>
      Promise.resolve({ items: page === 1 ? rows(50) : [], total: 130, next: null });
    expect((await read(pages)).extent).toEqual({ read: 50, total: 130 });
  });

  it('are asked for by what the service names', async () => {
    const asked: Parameters[] = [];
    const pages = (parameters: Parameters): Promise<Page<Row>> => {
      asked.push(parameters);
      return Promise.resolve({
        items: [{ id: String(asked.length) }],
        total: null,
        next: asked.length === 3 ? null : { cursor: `c${asked.length}` },
      });
    };
    await read(pages, false);
    expect(asked).toEqual([{}, { cursor: 'c1' }, { cursor: 'c2' }]);
  });

  it('are not read again from the first one because a later one failed once', async () => {
    const asked: unknown[] = [];
    await read(({ page = 1 }) => {
      asked.push(page);
      if (asked.length === 2) return Promise.reject(cut);
      return Promise.resolve({ total: 3, items: [{ id: String(page) }], next: null });
    });
    expect(asked).toEqual([1, 2, 2, 3]);
  });

  it('fail at once where the first one does: nothing is lost by it', async () => {
    const reader = jest.fn(() => Promise.reject(cut));
    await expect(allPages({ ...list, read: reader }).next()).rejects.toBe(cut);
    expect(reader).toHaveBeenCalledTimes(1);
  });

  it('that never end are a reply that cannot be read', async () => {
    const endless = ({ page = 1 }: Parameters) =>
      Promise.resolve({
        items: rows(10_000).map((row) => ({ id: `${page}-${row.id}` })),
        total: 1e9,
        next: null,
      });
    await expect(read(endless)).rejects.toMatchObject({
      kind: 'unreadable',
      effect: 'none',
      endpoint: 'GET /terms',
    });
  });
});

describe('the end of a page', () => {
  const cursor = { next: { cursor: 'c1' } };
  const link = { link: '<https://s.example/api/posts?cursor=c1>; rel="next"' };
  it.each<[unknown, object, Record<string, string>, object]>([
    [{ nextCursor: 'c1' }, {}, {}, cursor],
    [{ next_cursor: 'c1' }, {}, {}, cursor],
    [{ pagination: { nextCursor: 'c1' } }, {}, {}, cursor],
    [[], { meta: { cursor: 'c1' } }, {}, cursor],
    [[], { meta: { pagination: { nextCursor: 'c1', hasMore: true } } }, {}, cursor],
    [[], { meta: { cursor: { next: 'c1', previous: 'c0' } } }, {}, cursor],
    [[], { meta: { cursor: { previous: 'c0' } } }, {}, { next: null }],
    [{ page_size: 50 }, {}, {}, { next: null, size: 50 }],
    [{}, { links: { next: '/api/posts?cursor=c1' } }, {}, cursor],
    [{}, { _links: { next: { href: 'https://s.example/posts?cursor=c1' } } }, {}, cursor],
    [[], {}, link, cursor],
    [{ next: 'http://' }, {}, {}, { next: null }],
    [{ next: 2 }, {}, {}, { next: { page: '2', cursor: '2' } }],
    [{ has_more: true }, {}, {}, { next: 'more' }],
    [{ has_more: false, nextCursor: 'c1' }, {}, {}, { next: 'end' }],
    [{ nextCursor: null }, {}, {}, { next: null }],
    [{ nextCursor: '' }, {}, {}, { next: null }],
    [{ total: '130' }, {}, {}, { next: null, total: 130 }],
    [[], { meta: { pagination: {}, total: 3 } }, {}, { total: 3 }],
  ])('is read of %j beside %j and %j', (data, body, headers, end) => {
    expect(pageEnd(data, body, { headers })).toMatchObject(end);
  });
});

describe('a page', () => {
  const page = pageOf(needAll(table({ id: need(id) }), 'terms'));

  it.each([
    [{ items: [{ id: 1 }] }],
    [{ terms: [{ id: 1 }] }],
    [[{ id: 1 }]],
    [{ result: { items: [{ id: 1 }] } }],
    [{ items: { one: { id: 1 } } }],
    [{ items: { some: [{ id: 1 }], others: [] } }],
  ])('is read of %j', (said) => {
    expect(page.read(said)).toMatchObject({ data: { items: [{ id: '1' }] } });
  });

  it.each([[{ items: null }], [{ items: [] }], [{ items: {} }], [{ total: 0 }]])(
    'is empty with %j',
    (said) => {
      expect(page.read(said)).toMatchObject({ data: { items: [] } });
    },
  );

  it.each([
    [{ total: 3 }, 'items'],
    [{}, 'items'],
    [{ items: [{ id: 1 }, { name: 'x' }] }, 'items.id'],
  ])('is none with %j', (said, missing) => {
    expect(page.read(said)).toEqual({ missing });
  });
});
