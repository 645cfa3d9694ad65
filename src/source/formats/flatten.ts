/** Flattens a nested mapping: ids are the keys on the way, joined with dots as in i18next. */
import { FileFault, type Report } from '../input-error';
import { repetition, type Located, type LocatedMapping, type Member } from '../located';
import { checkPluralsIn } from './plurals';
import { MOST_CHARS, type LeftOut, type SourceEntry } from '../source-entry';

export function flatten(root: LocatedMapping, report: Report): SourceEntry[] {
  const entries: SourceEntry[] = [];
  let idChars = 0;

  const add = (id: string, line: number, value: Located): void => {
    idChars += id.length;
    if (idChars > MOST_ID_CHARS) throw new FileFault(TOO_MANY_ID_CHARS, line);
    if (value.kind === 'scalar') {
      entries.push({ id, content: value.value, idLine: line, contentLine: value.line });
    } else if (id.length > MOST_CHARS.id) {
      report({ line, key: id, message: `is longer than ${MOST_CHARS.id} characters` });
    } else if (isEmpty(value)) {
      entries.push({ id, content: undefined, idLine: line, contentLine: line });
    } else if (value.kind === 'list') {
      for (const [index, item] of value.items.entries()) add(`${id}.${index}`, item.line, item);
    } else {
      addMembers(`${id}.`, value);
    }
  };

  const addMembers = (prefix: string, mapping: LocatedMapping): void => {
    const firsts = new Map<string, Member>();
    for (const member of mapping.members) {
      const { key, line, value } = member;
      const id = prefix + key;
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, member);
      const leftOut = whyPassedOver(member);
      // Two texts with the same id are compared later, for every format.
      const isText = first?.value.kind === 'scalar' && value.kind === 'scalar';
      if (leftOut !== null)
        entries.push({ id, content: undefined, idLine: line, contentLine: line, leftOut });
      else if (first === undefined || isText) add(id, line, value);
      else report({ line, key: id, message: repetition(first.line) });
    }
    checkPluralsIn(mapping, prefix, report);
  };

  addMembers('', root);
  return entries;
}

function isEmpty(value: Located): boolean {
  return (
    (value.kind === 'list' ? value.items : value.kind === 'mapping' ? value.members : [value]).length === 0
  );
}

/** A long key counts for everything below it: without a limit a small file would fill the memory. */
export const MOST_ID_CHARS = 128 * 1024 * 1024;
export const TOO_MANY_ID_CHARS = `has ids of more than ${MOST_ID_CHARS} characters in all, with the keys above them`;

/** Entries that programs write next to the texts: translators, the address of the schema, developers' comments. */
const ABOUT_FILE = /^(?:\$schema|\/\/.{0,200}|_{1,2}comments?)$/;

export function whyPassedOver({ key, value }: Member): LeftOut | null {
  if (key === '') return 'nameless';
  return ABOUT_FILE.test(key) || (key.startsWith('@') && value.kind === 'mapping') ? 'description' : null;
}
