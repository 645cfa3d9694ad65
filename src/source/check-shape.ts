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
  const faults = parsed.error.issues.flatMap((issue): Fault[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key],
          message: () => unknownKey(key, allowedKeys(schema, issue.path)),
        }))
      : [{ path: issue.path, message: () => issue.message }],
  );
  for (const [index, { path, message }] of faults.slice(0, MOST_FAULTS).entries()) {
    const others = index === MOST_FAULTS - 1 ? faults.length - MOST_FAULTS : 0;
    const more = others === 0 ? '' : `; ${counted(others, 'more fault')} not shown`;
    report({ line: lineAtPath(root, path), key: pathText(path), message: message() + more });
  }
  return null;
}

interface Fault {
  path: Path;
  message: () => string;
}

/** Like `checkShape`, for a value that is in no file: each issue has its path. */
export function shapeFaults(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value, { error: wording });
  return error?.issues.map(({ path, message }) => `${pathText(path)} ${message}`) ?? [];
}

/** More than a person reads; each costs a search for its line, and each unknown key a comparison with all known ones. */
const MOST_FAULTS = 100;
