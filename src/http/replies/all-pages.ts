/**
 * Reads the paged lists of both services, whether pages are numbered, have a cursor, the next page's address, or none
 * of these. The number of items is compared with every total, so that a part is never taken for the whole.
 */
import type { ExchangeReply } from '../exchange';
import { valueNamed, table, mapped, type Fact, type Table } from './facts';
import { retryRead } from '../retry';
import { count, cursor, flag } from './readers';
import { asObject } from './reply-text';
import { ServiceError, type ServiceName } from '../service-error';

/**
 * More than any real list has. A service that always reports one more page must neither block us nor fill the memory.
 */
const MOST = { pages: 2000, items: 200_000, chars: 200_000_000 } as const;

export interface Page<Item> {
  items: Item[];
  /** null: the service does not report it. */
  total: number | null;
  next: NextPage;
  /** The page size that the service reports, if any. */
  size?: number | null;
}

type Parameters = Readonly<Record<string, string | number>>;

/**
 * The parameters of the next request. `more`, `end`: the reply shows only whether there is more. null: not even that.
 */
type NextPage = Parameters | 'more' | 'end' | null;

export interface Extent {
  read: number;
  /** The largest total in the replies. null: none had one. */
  total: number | null;
}

const totalNames = ['total', 'total_count', 'total_items', 'total_elements'];
const cursorNames = ['nextCursor', 'next_page_token', 'next_token', 'cursor', 'next', 'after', 'end_cursor'];
const moreNames = ['has_more', 'has_next', 'has_next_page', 'more'];
const lastNames = ['last', 'is_last'];
const sizeNames = ['page_size', 'per_page', 'limit'];
const placeNames = [
  'pagination',
  'page_info',
  'paging',
  'page',
  'meta',
  'links',
  '_links',
  'cursor',
  'cursors',
];

/** Reads a page of items. A missing list counts as empty where the reply's total is 0. */
export function pageOf<Item>(
  list: Fact<Item[]>,
  name = 'items',
): Table<Record<string, unknown> & { items: Item[] }> {
  const page = mapped(table({ [name]: list }), (data) => ({ ...data, items: data[name] ?? [] }));
  return {
    needs: page.needs,
    read: (raw) => {
      const found = page.read(raw);
      if ('data' in found || totalIn(placesOf(raw)) !== 0) return found;
      return { data: { ...asObject(raw), items: [] } };
    },
  };
}

/** The next page, wherever the reply names it: in the data, next to it, or in a `Link` header. */
export function pageEnd(
  data: unknown,
  body: unknown,
  { headers }: Pick<ExchangeReply, 'headers'>,
): Pick<Page<unknown>, 'total' | 'next' | 'size'> {
  const places = [...placesOf(data), ...placesOf(body)];
  const flagIn = (names: readonly string[]): boolean | undefined => firstIn(places, names, flag);
  const link = /<([^<>]{1,4096})>\s*;[^,<]{0,200}\brel="?next\b/.exec(String(headers.link ?? ''));
  const cursorIn = (raw: unknown): string | undefined => {
    const held = asObject(raw);
    return cursor(held === null ? raw : held.href);
  };
  const next = firstIn(places, cursorNames, cursorIn) ?? link?.[1];
  const counts = { total: totalIn(places), size: firstIn(places, sizeNames, count) ?? null };
  if (flagIn(moreNames) === false || flagIn(lastNames) === true) return { ...counts, next: 'end' };
  const parameters = next === undefined ? null : parametersOf(next);
  return { ...counts, next: parameters ?? (flagIn(moreNames) === true ? 'more' : null) };
}

function placesOf(raw: unknown, depth = 2): Record<string, unknown>[] {
  const object = asObject(raw);
  if (object === null) return [];
  const inner =
    depth === 0 ? [] : placeNames.flatMap((name) => placesOf(valueNamed(object, name), depth - 1));
  return [object, ...inner];
}

function totalIn(places: readonly Record<string, unknown>[]): number | null {
  return firstIn(places, totalNames, count) ?? null;
}

function firstIn<Value>(
  places: readonly Record<string, unknown>[],
  names: readonly string[],
  read: (raw: unknown) => Value | undefined,
): Value | undefined {
  for (const place of places) {
    for (const name of names) {
      const value = read(valueNamed(place, name));
      if (value !== undefined) return value;
    }
  }
  return undefined;
}

const ANY_ORIGIN = 'http://service.invalid';

/** An address carries the next page in its query. A plain number may be a page number or a cursor. */
function parametersOf(next: string): Parameters | null {
  if (!/^(?:https?:\/\/|[/?])/.test(next))
    return { ...(/^\d{1,6}$/.test(next) ? { page: next } : {}), cursor: next };
  if (!URL.canParse(next, ANY_ORIGIN)) return null;
  const { searchParams } = new URL(next, ANY_ORIGIN);
  return searchParams.size === 0 ? null : Object.fromEntries(searchParams);
}

interface List<Found> {
  service: ServiceName;
  endpoint: string;
  /** Whether the service documents numbered pages: then the one after the last is empty. */
  isNumbered: boolean;
  read: (parameters: Parameters) => Promise<Found>;
}

/**
 * Yields every page of a list, however large the service makes a page. The list ends where the service reports it,
 * where the number of items equals its total, with a page without new items, or where the named next page was read
 * already. Returns the extent.
 */
export async function* allPages<Found extends Page<{ id: string }>>(
  { service, endpoint, isNumbered, read }: List<Found>,
  signal?: AbortSignal,
): AsyncGenerator<Found, Extent> {
  const seen = new Set<string>();
  const requestedPages = new Set<string>();
  let total: number | null = null;
  let chars = 0;
  let parameters: Parameters = {};
  for (let number = 1; number <= MOST.pages && seen.size <= MOST.items && chars <= MOST.chars; number += 1) {
    const request = parameters;
    const page = number === 1 ? await read(request) : await retryRead(() => read(request), signal);
    yield page;
    const before = seen.size;
    for (const { id } of page.items) seen.add(id);
    if (page.total !== null) total = Math.max(total ?? 0, page.total);
    const isNamed = typeof page.next === 'object' && page.next !== null;
    // Some services report the number of items on the page as the total.
    const isFull = page.total === page.items.length && page.total === page.size;
    const isAll = total === null ? !isNumbered : seen.size >= total && !isFull;
    const isOver = isNamed
      ? requestedPages.has(JSON.stringify(page.next))
      : page.next === 'end' || seen.size === before || (page.next === null && isAll);
    if (isOver) return { read: seen.size, total };
    if (isNamed) requestedPages.add(JSON.stringify(page.next));
    // A service whose pages are smaller than requested may count in either size. The numbers agree in both.
    const numbered = {
      page: number + 1,
      page_size: number === 1 ? page.items.length : (request.page_size ?? 0),
    };
    parameters = isNamed ? (page.next as Parameters) : numbered;
    chars += JSON.stringify(page.items).length;
  }
  throw new ServiceError(`The list of ${endpoint} has not ended after ${seen.size} items`, {
    service,
    endpoint,
    kind: 'unreadable',
    effect: 'none',
  });
}

/** Reads all pages of a list, without duplicates. */
export async function wholeList<Found extends Page<{ id: string }>>(
  pages: AsyncGenerator<Found, Extent>,
): Promise<{ items: Found['items']; first: Found | null; extent: Extent; isPart: boolean }> {
  const items = new Map<string, Found['items'][number]>();
  let first: Found | null = null;
  for (;;) {
    const { done, value } = await pages.next();
    if (done === true)
      return { items: [...items.values()], first, extent: value, isPart: value.read < (value.total ?? 0) };
    first ??= value;
    for (const item of value.items) items.set(item.id, item);
  }
}
