/** Lists the keys that a schema allows at a path, for the message about an unknown key. */
import * as z from 'zod';

type Place = z.core.JSONSchema._JSONSchema | undefined;

/** The JSON Schema is cached, because each item of a long list may have the same fault. */
const described = new WeakMap<z.ZodType, Place>();

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
