/** A file's contents against a schema, each issue in words and with its line. */
import type * as z from 'zod';
import type { Report } from './input-error';
import { kindOf, lineAtPath, pathText, plainValue, type Located, type Path } from './located';
import { allowedKeys } from '../config/allowed-keys';
import { unknownKey, unknownValue } from '../domain/text/suggest-word';
import { counted } from '../domain/text/counted';

/** What the schema makes of them, or null after reporting why it makes nothing. */
export function checkShape<Schema extends z.ZodType>(
  schema: Schema,
  root: Located,
  report: Report,
): z.output<Schema> | null {
  const parsed = schema.safeParse(plainValue(root), { error: wording });
  if (parsed.success) return parsed.data;
  const reportAt = (path: Path, message: string): void =>
    report({ line: lineAtPath(root, path), key: pathText(path), message });
  const { issues } = parsed.error;
  for (const issue of issues.slice(0, MOST_ISSUES)) {
    if (issue.code !== 'unrecognized_keys') {
      reportAt(issue.path, issue.message);
      continue;
    }
    const allowed = allowedKeys(schema, issue.path);
    const reported = issue.keys.slice(0, MOST_UNKNOWN);
    for (const key of reported) reportAt([...issue.path, key], unknownKey(key, allowed));
    const [next, ...others] = issue.keys.slice(reported.length);
    if (next !== undefined)
      reportAt([...issue.path, next], `is not a known key, nor are ${others.length} others here`);
  }
  const next = issues[MOST_ISSUES];
  if (next !== undefined)
    reportAt(
      next.path,
      `${next.message}; ${counted(issues.length - MOST_ISSUES - 1, 'more fault')} not shown`,
    );
  return null;
}

/** The same of a value that is in no file: each issue with its path. */
export function shapeFaults(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value, { error: wording });
  return error?.issues.map(({ path, message }) => `${pathText(path)} ${message}`) ?? [];
}

/** More than a person reads; each line is looked for, and each key compared with those that there are. */
const MOST_ISSUES = 100;
const MOST_UNKNOWN = 5;

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
