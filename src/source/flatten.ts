/** A nested mapping as strings whose ids are the keys on the way, joined with dots as i18next joins them. */
import type { Report } from './input-error';
import { repetition, type Located, type LocatedMapping } from './located';
import { checkPluralsIn } from './plural-groups';
import { MOST_CHARS, type SourceEntry } from './source-entry';

/** The entries, or null after reporting why there are none. */
export function flatten(root: LocatedMapping, report: Report): SourceEntry[] | null {
  const entries: SourceEntry[] = [];
  let idChars = 0;

  const add = (id: string, line: number, value: Located): void => {
    idChars += id.length;
    if (idChars > MOST_ID_CHARS) throw new TooLong(line);
    if (value.kind === 'scalar') {
      entries.push({ id, content: value.value, idLine: line, contentLine: value.line });
    } else if (id.length > MOST_CHARS.id) {
      report({ line, key: id, message: `is longer than ${MOST_CHARS.id} characters` });
    } else if (isEmpty(value)) {
      report({ line, key: id, message: 'is empty and was left out', isDoubt: true });
    } else if (value.kind === 'list') {
      for (const [index, item] of value.items.entries()) add(`${id}.${index}`, item.line, item);
    } else {
      addMembers(`${id}.`, value);
    }
  };

  const addMembers = (prefix: string, mapping: LocatedMapping): void => {
    const firstLines = new Map<string, number>();
    for (const { key, line, value, isMerge } of mapping.members) {
      const id = prefix + key;
      const firstLine = firstLines.get(key);
      const fault =
        (firstLine === undefined ? null : repetition(firstLine)) ??
        (key === '' && prefix !== '' ? 'has an empty key at its end' : null) ??
        (isMerge === true ? MERGE_KEY : null);
      if (firstLine === undefined) firstLines.set(key, line);
      if (fault === null) add(id, line, value);
      else report({ line, key: id, message: fault });
    }
    checkPluralsIn(mapping, prefix, report);
  };

  try {
    addMembers('', root);
    return entries;
  } catch (error) {
    if (!(error instanceof TooLong)) throw error;
    const message = `has ids of more than ${MOST_ID_CHARS} characters in all, with the keys above them`;
    report({ line: error.line, key: null, message });
    return null;
  }
}

function isEmpty(value: Located): boolean {
  return (
    (value.kind === 'list' ? value.items : value.kind === 'mapping' ? value.members : [value]).length === 0
  );
}

/** A long key counts for everything below it: without a bound a small file would fill the memory. */
const MOST_ID_CHARS = 128 * 1024 * 1024;

class TooLong extends Error {
  constructor(readonly line: number) {
    super();
  }
}

const MERGE_KEY = 'merges another mapping, which is not read here; write the strings out';
