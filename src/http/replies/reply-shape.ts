/** The shape of a reply, its keys and types without its values, for finding out how to read it. */
import { asObject } from './reply-text';

const DEPTH = 4;
const KEYS = 20;
const KEY_CHARS = 40;

export function shapeOf(value: unknown, depth = DEPTH): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return depth === 0 ? '[…]' : `[${listShape(value, depth)}]`;
  const object = asObject(value);
  if (object === null) return typeof value;
  if (depth === 0) return '{…}';
  const entries = Object.entries(object);
  const fields = entries
    .slice(0, KEYS)
    .map(([key, entry]) => `${key.slice(0, KEY_CHARS)}: ${shapeOf(entry, depth - 1)}`);
  if (entries.length > KEYS) fields.push(`and ${entries.length - KEYS} more`);
  return `{${fields.join(', ')}}`;
}

/** Lists each distinct shape only once. */
function listShape(items: readonly unknown[], depth: number): string {
  const shapes = [...new Set(items.slice(0, KEYS).map((item) => shapeOf(item, depth - 1)))];
  return shapes.length > 3 ? `${shapes.slice(0, 3).join(' | ')} | …` : shapes.join(' | ');
}
