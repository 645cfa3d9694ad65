/**
 * Checks a value against a JSON Schema from `messageShapes`, and returns faults in words or what zod would return. It
 * is small because every workflow bundles it, where zod would add a megabyte. A test compares it with zod.
 *
 * Unlike zod it treats null as absent for an optional property, unless null has a meaning there: clients of other
 * languages often send every optional field of a type as null.
 */
import { shapePattern } from '../domain/text/made-pattern';
import { counted } from '../domain/text/counted';

type ShapeType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

export interface Shape {
  type?: ShapeType | readonly ShapeType[];
  anyOf?: readonly Shape[];
  const?: string | number | boolean | null;
  enum?: readonly unknown[];
  default?: unknown;
  trim?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  items?: Shape;
  minItems?: number;
  maxItems?: number;
  properties?: Readonly<Record<string, Shape>>;
  required?: readonly string[];
  minProperties?: number;
  propertyNames?: Shape;
  /** Absent: other keys are dropped. False: they are refused. Otherwise they must have this shape. */
  additionalProperties?: false | Shape;
  /** Replaces the reader's own words for a value that does not fit. */
  fault?: string;
}

export type Read = { value: unknown; faults: null } | { value: null; faults: string[] };

export function readShape(shape: Shape, value: unknown): Read {
  const faults: string[] = [];
  const read = readAt(shape, value, '', (path, what) => void faults.push(`${path || 'message'}: ${what}`));
  return faults.length === 0 ? { value: read, faults: null } : { value: null, faults };
}

type ReportFault = (path: string, what: string) => void;

function readAt(shape: Shape, value: unknown, path: string, report: ReportFault): unknown {
  if (value === undefined && shape.default !== undefined) return shape.default;
  if (shape.anyOf !== undefined) return readAnyOf(shape.anyOf, value, path, report);
  if (isAnything(shape)) return value;
  if (!isOfType(shape, value)) {
    report(path, shape.fault ?? `must be ${wordsFor(shape)}`);
    return value;
  }
  if (typeof value === 'string') return readText(shape, value, path, report);
  if (typeof value === 'number') return readNumber(shape, value, path, report);
  if (Array.isArray(value)) return readList(shape, value, path, report);
  return typeof value === 'object' && value !== null ? readObject(shape, value, path, report) : value;
}

const isAnything = ({ type, enum: words, const: fixed, anyOf }: Shape): boolean =>
  [type, words, fixed, anyOf].every((keyword) => keyword === undefined);

/** If only one form can be meant, its faults are reported; otherwise only that none fits. */
function readAnyOf(forms: readonly Shape[], value: unknown, path: string, report: ReportFault): unknown {
  for (const form of forms) {
    const { value: read, faults } = readShape(form, value);
    if (faults === null) return read;
  }
  const [meant, another] = forms.filter((form) => canBeMeant(form, value));
  if (meant !== undefined && another === undefined) return readAt(meant, value, path, report);
  report(path, 'does not have any of the allowed forms');
  return value;
}

function canBeMeant(form: Shape, value: unknown): boolean {
  if (!isOfType(form, value)) return false;
  return Object.entries(form.properties ?? {}).every(
    ([key, { const: fixed }]) => fixed === undefined || (value as Record<string, unknown>)[key] === fixed,
  );
}

function isOfType({ type = [], enum: words, const: fixed }: Shape, value: unknown): boolean {
  if (words !== undefined) return words.includes(value);
  if (fixed !== undefined) return value === fixed;
  return [type].flat().some((one) => isOf[one](value));
}

const isOf: Readonly<Record<ShapeType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  integer: Number.isSafeInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

const typeWords: Readonly<Record<ShapeType, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'an object',
};

function wordsFor({ type = [], enum: words, const: fixed }: Shape): string {
  if (words !== undefined) return `one of ${words.join(', ')}`;
  return fixed === undefined
    ? [type]
        .flat()
        .map((one) => typeWords[one])
        .join(' or ')
    : String(fixed);
}

function readText(shape: Shape, given: string, path: string, report: ReportFault): string {
  const { trim = false, minLength = 0, maxLength = Infinity, pattern } = shape;
  const text = trim ? given.trim() : given;
  if (text.length < minLength) report(path, shape.fault ?? 'must not be empty');
  else if (text.length > maxLength) report(path, `must have at most ${maxLength} characters`);
  else if (pattern !== undefined && !shapePattern(pattern).test(text))
    report(path, shape.fault ?? `must match ${pattern}`);
  return text;
}

function readNumber(shape: Shape, number: number, path: string, report: ReportFault): number {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = shape;
  if (number < minimum) report(path, `must be at least ${minimum}`);
  else if (number > maximum) report(path, `must be at most ${maximum}`);
  else if (number <= exclusiveMinimum) report(path, `must be more than ${exclusiveMinimum}`);
  return number;
}

function readList(shape: Shape, list: readonly unknown[], path: string, report: ReportFault): unknown[] {
  const { items = {}, minItems = 0, maxItems = Infinity } = shape;
  if (list.length < minItems) report(path, `must have at least ${counted(minItems, 'item')}`);
  if (list.length > maxItems) report(path, `must have at most ${counted(maxItems, 'item')}`);
  // Items beyond the limit are not read.
  return list.slice(0, maxItems).map((item, index) => readAt(items, item, within(path, index), report));
}

function readObject(shape: Shape, object: object, path: string, report: ReportFault): object {
  const { properties = {}, required = [], additionalProperties: others } = shape;
  const given = Object.entries(object).filter(
    ([key, value]) => value !== null || !Object.hasOwn(properties, key) || takesNull(properties[key] ?? {}),
  );
  const values = new Map<string, unknown>(given);
  const read: [string, unknown][] = [];
  for (const [key, property] of Object.entries(properties)) {
    const value = values.get(key);
    const place = within(path, key);
    if (value !== undefined || property.default !== undefined)
      read.push([key, readAt(property, value, place, report)]);
    else if (required.includes(key) && !isAnything(property)) report(place, property.fault ?? 'is missing');
  }
  for (const [key, value] of given) {
    if (Object.hasOwn(properties, key) || others === undefined) continue;
    const place = within(path, key.slice(0, 100));
    if (others === false) report(place, 'is not known');
    else {
      if (shape.propertyNames !== undefined) readAt(shape.propertyNames, key, place, report);
      read.push([key, readAt(others, value, place, report)]);
    }
  }
  if (given.length < (shape.minProperties ?? 0)) report(path, 'must change something');
  return Object.fromEntries(read);
}

function takesNull(shape: Shape): boolean {
  return shape.anyOf?.some(takesNull) ?? (isAnything(shape) || isOfType(shape, null));
}

const within = (path: string, key: string | number): string => (path === '' ? String(key) : `${path}.${key}`);
