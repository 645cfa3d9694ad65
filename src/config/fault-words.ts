/** Words the faults of a file or a setting for the person who wrote it. */
import * as z from 'zod';
import { unknownValue } from '../domain/text/suggest-word';

export type Path = readonly PropertyKey[];

/** Renders `export.languages[2]`. */
export function pathText(path: Path): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}

/** The library's own messages are for programmers. */
export function wording(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected, issue.input);
    case 'invalid_value':
      return unknownValue(issue.input, issue.values.map(String));
    case 'invalid_key':
      return issue.issues[0]?.message;
    case 'too_small':
      if (issue.origin === 'string') return 'is empty';
      return `must ${issue.origin === 'array' ? 'have' : 'be'} ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`;
    case 'too_big':
      if (issue.origin === 'string') return `must have at most ${issue.maximum} characters`;
      return `must ${issue.origin === 'array' ? 'have' : 'be'} at most ${issue.maximum}`;
    default:
      return undefined;
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  number: 'a number',
};

function wrongType(expected: string, value: unknown): string {
  if (value === undefined) return 'is missing';
  if (value === null) return 'is empty';
  const remedy = expected === 'string' && typeof value !== 'object' ? '; put it in quotes' : '';
  return `must be ${typeNames[expected] ?? expected}, not ${kindOf(value)}${remedy}`;
}

export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'number' && !Number.isFinite(value))
    return Number.isNaN(value) ? 'no number' : 'an infinite number';
  return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}

type Place = z.core.JSONSchema._JSONSchema | undefined;

/** The JSON Schema is cached, because each item of a long list may have the same fault. */
const described = new WeakMap<z.ZodType, Place>();

/** Lists the keys that a schema allows at a path, for the message about an unknown key. */
export function allowedKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let place: Place = described.get(schema) ?? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  described.set(schema, place);
  for (const part of path) place = typeof part === 'number' ? itemsOf(place) : valueOf(place, String(part));
  return Object.keys(propertiesOf(place));
}

const propertiesOf = (place: Place) => (typeof place === 'object' ? place.properties : undefined) ?? {};

function valueOf(place: Place, key: string): Place {
  return propertiesOf(place)[key] ?? (typeof place === 'object' ? place.additionalProperties : undefined);
}

function itemsOf(place: Place): Place {
  const items = typeof place === 'object' ? place.items : undefined;
  return Array.isArray(items) ? undefined : items;
}
