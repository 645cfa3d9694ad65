/** A reply with some of its fields changed, wherever in it they are. */

/** Says that a field is not there at all. */
export const LEFT_OUT = Symbol('left out');

/** Texts by language: `id` is a language too, and no identifier. */
const TEXTS = 'translations';

export function mapFields(value: unknown, change: (name: string, value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapFields(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const fields: Record<string, unknown> = {};
  for (const [name, before] of Object.entries(value)) {
    const after = change(name, before);
    if (after === LEFT_OUT) continue;
    fields[name] = name === TEXTS ? after : mapFields(after, change);
  }
  return fields;
}
