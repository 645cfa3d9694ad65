/**
 * Lists in pages, of both services: numbered, with a cursor, with the address of the next page, or with none of these.
 * What was read is held against every total that was told, so that a part is never taken for the whole.
 */
import type { ExchangeReply } from '../exchange';
import { named, table, told, type Fact, type Table } from './facts';
import { retryRead } from '../retry';
import { count, cursor, flag } from './readers';
import { asObject } from './reply-text';
import { ServiceError, type ServiceName } from '../service-error';

/** More than any list has; a service that always has one more must neither keep us for ever nor fill the memory. */
const MOST = { pages: 2000, items: 200_000, chars: 200_000_000 } as const;

export interface Page<Item> {
  items: Item[];
  /** null where the service does not say. */
  total: number | null;
  next: NextPage;
}

type Parameters = Readonly<Record<string, string | number>>;

/** What to ask for next. `more`, `end`: the reply says only whether there is more. null: it does not say. */
type NextPage = Parameters | 'more' | 'end' | null;

/** How much of a list was read. */
export interface Extent {
  read: number;
  /** The most that the service told of; null where it told nothing. */
  total: number | null;
}

const totalNames = ['total', 'total_count', 'total_items', 'total_elements'];
const cursorNames = ['nextCursor', 'next_page_token', 'next_token', 'cursor', 'next', 'after', 'end_cursor'];
const moreNames = ['has_more', 'has_next', 'has_next_page', 'more'];
const lastNames = ['last', 'is_last'];
const placeNames = ['pagination', 'page_info', 'paging', 'page', 'meta', 'links', '_links'];

/** A page with these items. A list that is left out because it is empty is empty. */
export function pageOf<Item>(
  list: Fact<Item[]>,
  name = 'items',
): Table<Record<string, unknown> & { items: Item[] }> {
  const page = told(table({ [name]: list }), (data) => ({ ...data, items: data[name] ?? [] }));
  return {
    needs: page.needs,
    read: (said) => {
      const found = page.read(said);
      if ('data' in found || totalIn(placesOf(said)) !== 0) return found;
      return { data: { ...asObject(said), items: [] } };
    },
  };
}

/** Where the list goes on, wherever the reply says it: in the data, beside it, or in a `Link` header. */
export function pageEnd(
  data: unknown,
  body: unknown,
  { headers }: Pick<ExchangeReply, 'headers'>,
): { total: number | null; next: NextPage } {
  const places = [...placesOf(data), ...placesOf(body)];
  const says = (names: readonly string[]): boolean | undefined => firstIn(places, names, flag);
  const link = /<([^<>]{1,4096})>\s*;[^,<]{0,200}\brel="?next\b/.exec(String(headers.link ?? ''));
  const next = firstIn(places, cursorNames, (said) => cursor(asObject(said)?.href ?? said)) ?? link?.[1];
  const total = totalIn(places);
  if (says(moreNames) === false || says(lastNames) === true) return { total, next: 'end' };
  const parameters = next === undefined ? null : parametersOf(next);
  return { total, next: parameters ?? (says(moreNames) === true ? 'more' : null) };
}

function placesOf(said: unknown): Record<string, unknown>[] {
  const object = asObject(said);
  if (object === null) return [];
  const inner = placeNames.map((name) => asObject(named(object, name)));
  return [object, ...inner.filter((place) => place !== null)];
}

function totalIn(places: readonly Record<string, unknown>[]): number | null {
  return firstIn(places, totalNames, count) ?? null;
}

function firstIn<Value>(
  places: readonly Record<string, unknown>[],
  names: readonly string[],
  read: (said: unknown) => Value | undefined,
): Value | undefined {
  for (const place of places) {
    for (const name of names) {
      const value = read(named(place, name));
      if (value !== undefined) return value;
    }
  }
  return undefined;
}

/** An address names the next page by its parameters; a number may be that of a page. */
function parametersOf(next: string): Parameters | null {
  if (!/^(?:https?:\/\/|[/?])/.test(next))
    return { ...(/^\d{1,6}$/.test(next) ? { page: next } : {}), cursor: next };
  const { searchParams } = new URL(next, 'http://service.invalid');
  return searchParams.size === 0 ? null : Object.fromEntries(searchParams);
}

/** Infinite where it is nested deeper than anything can look into. */
function sizeOf(items: unknown): number {
  try {
    return JSON.stringify(items).length;
  } catch {
    return Infinity;
  }
}

interface List<Found> {
  service: ServiceName;
  endpoint: string;
  /** Whether the service documents numbered pages: then the one after the last is empty. */
  isNumbered: boolean;
  read: (parameters: Parameters) => Promise<Found>;
}

/**
 * Every page of a list, however large a page the service gives. It ends where the service says so, where as many items
 * were seen as it says there are, with a page that brings none that was not seen before, or where the page that it
 * names has been read. Returns the extent.
 */
export async function* allPages<Found extends Page<{ id: string }>>(
  { service, endpoint, isNumbered, read }: List<Found>,
  signal?: AbortSignal,
): AsyncGenerator<Found, Extent> {
  const seen = new Set<string>();
  const askedFor = new Set<string>();
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
    const isAll = total === null ? !isNumbered : seen.size >= total;
    const isOver = isNamed
      ? askedFor.has(JSON.stringify(page.next))
      : page.next === 'end' || seen.size === before || (page.next === null && isAll);
    if (isOver) return { read: seen.size, total };
    if (isNamed) askedFor.add(JSON.stringify(page.next));
    // A service that gives smaller pages than were asked for counts in those, or in what was asked for: both agree so.
    const numbered = {
      page: number + 1,
      page_size: number === 1 ? page.items.length : (request.page_size ?? 0),
    };
    parameters = isNamed ? (page.next as Parameters) : numbered;
    chars += sizeOf(page.items);
  }
  throw new ServiceError(`The list of ${endpoint} has not ended after ${seen.size} items`, {
    service,
    endpoint,
    kind: 'unreadable',
    effect: 'none',
  });
}
