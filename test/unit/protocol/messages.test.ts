import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkMessage } from '../../../src/protocol/check-message';
import { messageSchemas, messageShapes, type MessageName } from '../../../src/protocol/message-schemas';
import type { Shape } from '../../../src/protocol/shape-reader';
import fc, { runs } from '../../support/fast-check';

const names = Object.keys(messageSchemas) as MessageName[];
const shapes = JSON.parse(JSON.stringify(messageShapes())) as Record<MessageName, Shape>;

it('are checked in workflows by what is made of their schemas (npm run shapes)', () => {
  const kept = join(__dirname, '../../../src/protocol/message-shapes.json');
  expect(JSON.parse(readFileSync(kept, 'utf8'))).toEqual(shapes);
});

/** What zod makes of a message, once null is absence, and what the workflows' own reader makes of it. */
function verdicts(name: MessageName, message: unknown) {
  const { success, data } = messageSchemas[name].safeParse(withoutNulls(shapes[name], message));
  const { message: read, fault } = checkMessage(name, message);
  return { zod: success ? data : 'refused', own: fault === null ? read : 'refused' };
}

describe.each(names)('%s', (name) => {
  it('is taken and read by workflows as by its schema, whatever it is', () => {
    fc.assert(
      fc.property(nearly(shapes[name]), (message) => {
        const { zod, own } = verdicts(name, message);
        expect(own).toEqual(zod);
      }),
      runs(300),
    );
  });

  it('is taken where it has its shape', () => {
    fc.assert(
      fc.property(fitting(shapes[name]), (message) => {
        const { zod, own } = verdicts(name, message);
        expect(zod).not.toBe('refused');
        expect(own).toEqual(zod);
      }),
      runs(100),
    );
  });
});

it('takes null for what may be left out as if it were left out', () => {
  expect(checkMessage('confirmTerms', { by: null, comment: null }).message).toEqual({ by: 'unnamed' });
  expect(checkMessage('confirm', { by: 'olga', comment: null, digest: null, proof: null }).message).toEqual({
    by: 'olga',
  });
  expect(checkMessage('editTerms', { by: 'olga', termIds: ['t'], edit: { note: null } }).fault).toBe(
    'edit: must change something',
  );
  expect(
    checkMessage('editTerms', { by: 'olga', termIds: ['t'], edit: { note: null, score: 3 } }).message,
  ).toMatchObject({ edit: { score: 3 } });
});

it('keeps null where it has a meaning of its own', () => {
  const amendment = { announce: null };
  expect(checkMessage('amend', { by: 'olga', reason: null, amendment }).message).toEqual({
    by: 'olga',
    amendment,
  });
});

it('misses what must be there, also where it is null', () => {
  expect(checkMessage('rejectTerms', { by: 'olga' }).fault).toBe('reason: is missing');
  expect(checkMessage('rejectTerms', { by: 'olga', reason: null }).fault).toBe('reason: is missing');
  expect(checkMessage('cancel', { by: null }).fault).toBe('by: is missing');
});

it('tells what is wrong with a message, by its place', () => {
  expect(checkMessage('editTerms', { by: ' ', termIds: [7], edit: { colour: 'red' } }).fault).toBe(
    'by: must not be empty; termIds.0: must be a text; edit.colour: is not known',
  );
  expect(checkMessage('addLanguages', { by: 'olga', languages: ['Klingon!'] }).fault).toBe(
    'languages.0: must be a language code in lower case with hyphens, such as zh-cn',
  );
  expect(checkMessage('cancel', undefined).fault).toBe('message: must be an object');
});

it('tells only the first of many things that are wrong', () => {
  const { fault } = checkMessage('deleteTerms', { by: 'olga', termIds: Array(200).fill(7) });
  expect(fault?.split('; ')).toHaveLength(5);
});

it('gives handlers the message as it was read: trimmed, with defaults, without what nobody asked for', () => {
  expect(checkMessage('confirmTerms', { comment: 'fine', colour: 'red' }).message).toEqual({
    by: 'unnamed',
    comment: 'fine',
  });
  expect(checkMessage('cancel', { by: '  olga ' }).message).toEqual({ by: 'olga' });
});

/** The rule in other words than the reader's: what is optional and null is not there. */
function withoutNulls(shape: Shape, value: unknown): unknown {
  if (shape.anyOf !== undefined) {
    const meant = shape.anyOf.find((form) => isMeant(form, value));
    return meant === undefined ? value : withoutNulls(meant, value);
  }
  if (Array.isArray(value)) return value.map((item) => withoutNulls(shape.items ?? {}, item));
  if (typeof value !== 'object' || value === null) return value;
  const others = typeof shape.additionalProperties === 'object' ? shape.additionalProperties : {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const property = shape.properties?.[key];
      const isLeftOut = inner === null && property !== undefined && !hasNull(property);
      return isLeftOut ? [] : [[key, withoutNulls(property ?? others, inner)]];
    }),
  );
}

const hasNull = ({ type, anyOf = [] }: Shape): boolean =>
  (type === undefined && anyOf.length === 0) || [type].flat().includes('null') || anyOf.some(hasNull);

function isMeant({ type, required = [], properties = {} }: Shape, value: unknown): boolean {
  if (Array.isArray(value)) return type === 'array';
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return (
    type === 'object' &&
    required.every((key) => fields.has(key)) &&
    Object.entries(properties).every(
      ([key, { const: fixed }]) => fixed === undefined || fields.get(key) === fixed,
    )
  );
}

/** Texts at the edges of what is allowed, and some that shapes ask for. */
const texts = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    '',
    ' ',
    ' olga ',
    'zh-cn',
    'JA',
    'retry',
    'reject',
    'operator',
    'snapshot',
    'url',
    'a'.repeat(64),
  ),
  fc.integer({ min: 95, max: 2005 }).map((length) => 'x'.repeat(length)),
);
const anything = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 0.5, 11, 1e20, [], {}),
  texts,
  fc.integer(),
  fc.array(texts, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('by', 'ja', 'term', 'x'), texts, { maxKeys: 2 }),
);

/** Values that have the shape. */
function fitting(shape: Shape): fc.Arbitrary<unknown> {
  if (shape.anyOf !== undefined) return fc.oneof(...shape.anyOf.map(fitting));
  if (shape.enum !== undefined) return fc.constantFrom(...shape.enum);
  if (shape.const !== undefined) return fc.constant(shape.const);
  const types = [shape.type ?? []].flat();
  if (types.length === 0) return anything;
  return fc.oneof(...types.map((type) => fittingType(type, shape)));
}

function fittingType(type: NonNullable<Shape['type']>, shape: Shape): fc.Arbitrary<unknown> {
  const { minimum = -1000, maximum = 1000, exclusiveMinimum } = shape;
  const least = Math.max(minimum, exclusiveMinimum === undefined ? -1000 : exclusiveMinimum + 1);
  const bounds = { min: Math.ceil(least), max: Math.min(maximum, 1000) };
  switch (type) {
    case 'string':
      return shape.pattern === undefined
        ? fc
            .string({ minLength: (shape.minLength ?? 0) + 1, maxLength: Math.min(shape.maxLength ?? 20, 20) })
            .map((text) => `x${text}`.slice(0, shape.maxLength ?? 21))
        : fc.stringMatching(new RegExp(shape.pattern));
    case 'number':
    case 'integer':
      return fc.integer(bounds);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting(shape.items ?? {}), {
        minLength: shape.minItems ?? 0,
        maxLength: Math.min(shape.maxItems ?? 3, (shape.minItems ?? 0) + 3),
      });
    case 'object':
      return fittingObject(shape);
    default:
      throw new Error(`no values for ${String(type)}`);
  }
}

function fittingObject(shape: Shape): fc.Arbitrary<object> {
  const { properties = {}, required = [], additionalProperties: others, propertyNames } = shape;
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([key, property]) => [key, fitting(property)])),
    { requiredKeys: [...required] },
  );
  const extra =
    others === undefined || others === false
      ? fc.constant({})
      : fc.dictionary(
          propertyNames === undefined
            ? fc.constantFrom('more', 'other')
            : (fitting(propertyNames) as fc.Arbitrary<string>),
          fitting(others),
          { maxKeys: 2 },
        );
  return fc
    .tuple(extra, known)
    .map(([one, other]) => ({ ...one, ...other }))
    .filter((object) => Object.keys(object).length >= (shape.minProperties ?? 0));
}

/** Values that have the shape but for some place, or that are something else altogether. */
function nearly(shape: Shape): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 1, arbitrary: anything },
    { weight: 2, arbitrary: fitting(shape) },
    {
      weight: 7,
      arbitrary: fc
        .tuple(fitting(shape), fc.nat(), anything)
        .map(([value, place, other]) => damaged(value, place, other)),
    },
  );
}

/** The value with one of its places changed, left out, or given a neighbour. */
function damaged(value: unknown, place: number, other: unknown): unknown {
  const copy = structuredClone(value);
  const places: (() => unknown)[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const holder = node as Record<string, unknown>;
    for (const key of Object.keys(holder)) {
      places.push(() => Object.assign(holder, { [key]: other }));
      if (!Array.isArray(node)) places.push(() => Reflect.deleteProperty(holder, key));
      visit(holder[key]);
    }
    if (!Array.isArray(node)) places.push(() => Object.assign(holder, { stranger: other }));
  };
  visit(copy);
  places[place % Math.max(1, places.length)]?.();
  return copy;
}
