/** Writes an operator into the configuration file and keeps its comments and order. */
import { dump } from 'js-yaml';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { BadRequest } from '../client/errors';
import { plainYaml } from '../config/plain-yaml';
import { isPlain } from '../domain/text/canonical-json';
import { cannotRead, cannotWrite } from '../domain/text/path-fault';
import { readFileBytesSync } from '../files/regular-file';
import { replaceFile } from '../store/replace-file';
import { isAbsent } from '../store/store-error';

const MOST_BYTES = 1024 * 1024;

export async function writeOperator(file: string, name: string, operator: object): Promise<void> {
  const before = textOf(file);
  const after = withOperator(before, name, operator);
  if (typeof after !== 'string') throw new BadRequest(`${file} ${after.fault} Nothing was written.`);
  try {
    const isThere = existsSync(file);
    const target = isThere ? realpathSync(file) : file;
    await replaceFile(target, after, isThere ? { file: statSync(target).mode & 0o777 } : {});
  } catch (error) {
    throw new BadRequest(`${cannotWrite(file, error)} Nothing was written.`, { cause: error });
  }
}

/** Edits the text in place, then parses the result and checks that only the operator was added. */
function withOperator(text: string, name: string, operator: object): string | { fault: string } {
  const before = plainly(text);
  const operators: unknown = isPlain(before) ? (Reflect.get(before, 'operators') ?? {}) : null;
  if (!isPlain(before) || !isPlain(operators)) return { fault: 'is not a valid configuration file.' };
  if (Object.hasOwn(operators, name)) return { fault: `already has an operator ${name}.` };
  const key = EMPTY_OR_BLOCK.exec(text);
  const [whole = '', head = '', , rest = ''] = key ?? [];
  const following = text.slice((key?.index ?? 0) + whole.length).split('\n');
  const [indent = '  '] = /^ +/.exec(following.find((line) => /^ *[^ #]/.test(line)) ?? '') ?? [];
  const entry = dump({ [name]: operator }, { lineWidth: -1 }).replace(/^(?=.)/gm, indent);
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const after =
    whole === ''
      ? `${start}operators:\n${entry}`
      : text.replace(EMPTY_OR_BLOCK, () => `${head}${rest}\n${entry}`);
  const wanted = { ...before, operators: { ...operators, [name]: operator } };
  return isDeepStrictEqual(plainly(after), wanted)
    ? after
    : {
        fault:
          'has its operators in a form that is not changed here. Add the lines by hand, without --write.',
      };
}

/** The key alone or with an empty mapping, and the rest of its line. */
const EMPTY_OR_BLOCK = /^(operators:)([ \t]*\{\s*\})?([ \t]*(?:#.*)?)(?:\n|$)/m;

function plainly(text: string): unknown {
  try {
    return plainYaml(text) ?? {};
  } catch {
    return null;
  }
}

function textOf(file: string): string {
  try {
    return readFileBytesSync(file, MOST_BYTES).toString('utf8');
  } catch (error) {
    if (isAbsent(error)) return '';
    throw new BadRequest(`${cannotRead(file, error)} Nothing was written.`, { cause: error });
  }
}
