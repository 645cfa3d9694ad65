/** A release file's contents against the schema, each issue told in words and with the line to look at. */
import { z } from 'zod';
import { releaseSpec, type ReleaseSpec } from '../release/spec';
import type { Report } from './input-error';
import { kindOf, lineAtPath, pathText, plainValue, type Located, type Path } from './located';
import { unknownKey, unknownValue } from './unknown-word';

/** The release that is asked for, or null after reporting why there is none. */
export function checkSpec(root: Located, report: Report): ReleaseSpec | null {
  if (root.kind !== 'mapping') {
    const message = 'must hold the keys of a release, such as name: game-2.4.0';
    report({ line: root.line, key: null, message });
    return null;
  }
  const parsed = releaseSpec.safeParse(plainValue(root), { error: wording });
  if (parsed.success) return parsed.data;
  const reportAt = (path: Path, message: string): void =>
    report({ line: lineAtPath(root, path), key: pathText(path), message });
  for (const issue of parsed.error.issues) {
    if (issue.code !== 'unrecognized_keys') {
      reportAt(issue.path, issue.message);
      continue;
    }
    const allowed = allowedKeys(issue.path);
    for (const key of issue.keys) reportAt([...issue.path, key], unknownKey(key, allowed));
  }
  return null;
}

const schema = z.toJSONSchema(releaseSpec, { io: 'input' });

function allowedKeys(path: Path): string[] {
  let place: z.core.JSONSchema._JSONSchema | undefined = schema;
  for (const part of path) place = propertiesOf(place)[String(part)];
  return Object.keys(propertiesOf(place));
}

const propertiesOf = (place: z.core.JSONSchema._JSONSchema | undefined) =>
  (typeof place === 'object' ? place.properties : undefined) ?? {};

/** Words for what the schema leaves to its library, which speaks to programmers. */
function wording(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected, issue.input);
    case 'invalid_value':
      return unknownValue(issue.input, issue.values.map(String));
    case 'invalid_key':
      return issue.issues[0]?.message;
    case 'too_small':
      if (issue.origin === 'string') return 'is empty';
      return `must ${issue.origin === 'array' ? 'have' : 'be'} at least ${issue.minimum}`;
    case 'too_big':
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
