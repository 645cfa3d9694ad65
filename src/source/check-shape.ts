/** Checks a file's content against a schema, and reports each issue in words with its line. */
import type * as z from 'zod';
import type { Report } from './input-error';
import { lineAtPath, plainValue, type Located } from './located';
import { allowedKeys, pathText, wording, type Path } from '../config/fault-words';
import { unknownKey } from '../domain/text/suggest-word';
import { counted } from '../domain/text/counted';

/** Returns null after reporting why the content does not fit. */
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

/** Like `checkShape`, for a value that is in no file: each issue has its path. */
export function shapeFaults(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value, { error: wording });
  return error?.issues.map(({ path, message }) => `${pathText(path)} ${message}`) ?? [];
}

/**
 * More issues than a person reads; each costs a search for its line, and each unknown key a comparison with all known
 * ones.
 */
const MOST_ISSUES = 100;
const MOST_UNKNOWN = 5;
