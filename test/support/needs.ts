/** What must come of a reply that was changed, by the table of what its endpoint needs. */
import { ServiceError } from '../../src/http/service-error';
import { mutated, type Mutation } from './mutations';

/** An item of these that cannot be read is left out; of any other list every item is needed. */
const partial = /^(templates|languages|accounts|posts)\./;

export type Needs = readonly (readonly string[])[];

/** `same`: read as before. `named`: unreadable, with the field's name. `either`: one of both, but never read as something else. */
export interface Expected {
  outcome: 'same' | 'named' | 'either';
  /** What is lost, where something is. */
  group: readonly string[];
}

export type Outcome = { data: unknown } | { error: unknown };

export async function outcomeOf(call: Promise<{ data: unknown }>): Promise<Outcome> {
  return call.then(
    ({ data }) => ({ data }),
    (error: unknown) => ({ error }),
  );
}

/** Of the needs that the reply meets, those of which nothing is left decide. */
export function expectedOf(needs: Needs, text: string, mutation: Mutation): Expected {
  const { kind, path, name, says } = mutation;
  const data = dataIn(says ?? text);
  if (kind === 'spelling' || path === null) return { outcome: 'same', group: [] };
  const lost = needs.filter(
    (group) =>
      group.some((fact) => covers(path, fact)) &&
      !group.some((fact) => isSaid(data, fact) && !covers(path, fact)),
  );
  const [first] = lost;
  if (first === undefined) return { outcome: 'same', group: [] };
  // A list that says nothing is empty, and an empty one lacks nothing: only where its field is gone something is missing.
  const surely = lost.find(
    (group) =>
      group.some((fact) => isSaid(data, fact)) &&
      ((name.endsWith(': removed') && group.includes(path)) ||
        !group.some((fact) => isInList(data, path, fact))),
  );
  const isSure = kind === 'gone' && surely !== undefined && !isPartial(mutation);
  return { outcome: isSure ? 'named' : 'either', group: surely ?? first };
}

/** Whether of every need that a reply meets something is left where all of these paths are taken away. */
export function leavesNeeds(needs: Needs, text: string, paths: readonly string[]): boolean {
  const data = dataIn(text);
  return needs.every((group) => {
    const met = group.filter((fact) => isSaid(data, fact));
    return met.length === 0 || met.some((fact) => !paths.some((path) => covers(path, fact)));
  });
}

/** What is wrong with an outcome; null where it is as expected. */
export function faultOf(
  needs: Needs,
  { outcome, group }: Expected,
  mutation: Mutation,
  { before, after }: { before: unknown; after: Outcome },
): string | null {
  if ('error' in after) {
    if (outcome === 'same') return `fails: ${told(after.error)}`;
    return isNamed(after.error, group) ? null : `does not name ${group.join(' or ')}: ${told(after.error)}`;
  }
  if (outcome === 'named') return `is read without ${group.join(' or ')}`;
  const { kind, path } = mutation;
  if (isPartial(mutation)) return null;
  for (const [fact, others] of needs.flatMap((all) => all.map((one) => [one, all.length - 1] as const))) {
    const [was, is] = [factIn(before, fact), factIn(after.data, fact)];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    const isTouched = kind !== 'spelling' && path !== null && covers(path, fact);
    const isEmptied = is.every((value) => value === false || isEmpty(value));
    // Where another fact is enough, that may have been told in its place.
    if (isTouched && (kind === 'other' || isEmptied || others > 0)) continue;
    return `${fact} was ${shown(was)} and is ${shown(is)}`;
  }
  return null;
}

/** The reply without any of a group; null where it has none of it. */
export function withoutGroup(text: string, group: readonly string[]): string | null {
  if (!group.some((fact) => isSaid(dataIn(text), fact))) return null;
  return group.reduce((left, fact) => mutated(left, `data.${fact}: removed`) ?? left, text);
}

const listNames = ['items', 'results'];

/** What says no more than what is needed; and where that is one list, the list under another name and by itself. */
export function* sparest(text: string, needs: Needs): Generator<Mutation> {
  const whole = JSON.parse(text) as { data: Record<string, unknown> };
  const said = (name: string, data: unknown): Mutation => ({
    name,
    kind: 'spelling',
    path: null,
    text: JSON.stringify({ ...whole, data }),
    says: null,
  });
  const facts = needs.flat();
  if (facts.length === 0) return;
  yield said('nothing but what is needed', only(whole.data, '', facts));
  const [name = ''] = facts[0]?.split('.') ?? [];
  const { [name]: list, ...rest } = whole.data;
  if (!Array.isArray(list) || !facts.every((fact) => covers(name, fact))) return;
  yield said('its list alone', list);
  for (const other of listNames) yield said(`its list as ${other}`, { ...rest, [other]: list });
}

function only(value: unknown, path: string, facts: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => only(item, path, facts));
  if (!isObject(value) || (facts.includes(path) && !facts.some((fact) => fact.startsWith(`${path}.`))))
    return value;
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>).flatMap(([name, inner]) => {
      const at = path === '' ? name : `${path}.${name}`;
      return facts.some((fact) => covers(at, fact)) ? [[name, only(inner, at, facts)]] : [];
    }),
  );
}

/** As the failure of a call: a name is enough, with whatever stands around it. */
export function isNamed(error: unknown, group: readonly string[]): boolean {
  if (!(error instanceof ServiceError) || error.kind !== 'unreadable') return false;
  return namesField(error.message, group) && error.message.includes(error.endpoint);
}

/** Of the field itself, or of the list or object in which it was looked for. */
export function namesField(message: string, group: readonly string[]): boolean {
  const told = / (?:at|lacks) ([\w., -]+)/.exec(message)?.[1] ?? '';
  const names = new Set(told.split(/[^\w]+/));
  return names.has('data') || group.some((fact) => fact.split('.').some((name) => names.has(name)));
}

function isPartial({ name, path }: Mutation): boolean {
  return name.endsWith('removed from the first') && partial.test(path ?? '');
}

function dataIn(text: string): unknown {
  return (JSON.parse(text) as { data?: unknown }).data;
}

function covers(path: string, fact: string): boolean {
  return path === '' || fact === path || fact.startsWith(`${path}.`);
}

function isSaid(data: unknown, fact: string): boolean {
  return valuesAt(data, fact).some((value) => !isEmpty(value));
}

/** Whether a fact stands in a list that is at the path or below it. */
function isInList(data: unknown, path: string, fact: string): boolean {
  const names = fact.split('.');
  const from = path === '' ? 0 : path.split('.').length;
  return names.some(
    (_name, at) => at + 1 >= from && valuesAt(data, names.slice(0, at + 1).join('.')).some(Array.isArray),
  );
}

/** In the reading's own form a list may stand alone. Of a list of objects the fact is how many they are: what is in them has facts of its own. */
function factIn(data: unknown, fact: string): unknown[] {
  const values = valuesAt(data, Array.isArray(data) ? fact.replace(/^[^.]+\.?/, '') : fact);
  return values.map((value) => {
    if (Array.isArray(value)) return value.some(isObject) ? value.length : value;
    return isObject(value) || value;
  });
}

/** What stands under a path, in each item of every list on the way. */
function valuesAt(data: unknown, path: string): unknown[] {
  const steps = path === '' ? [] : path.split('.');
  return steps.reduce<unknown[]>(
    (values, name) =>
      values
        .flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
        .map((value) => (isObject(value) ? (value as Record<string, unknown>)[name] : undefined))
        .filter((value) => value !== undefined),
    [data],
  );
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function told(error: unknown): string {
  return String(error).slice(0, 160);
}

function shown(value: unknown[]): string {
  return JSON.stringify(value).slice(0, 80);
}
