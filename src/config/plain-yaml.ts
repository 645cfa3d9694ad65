import { EVENT_ID, getScalarValue, loadAll, parseEvents, YAMLException } from 'js-yaml';

class BadYaml extends Error {
  override readonly name = 'BadYaml';
}

/** Aliases can make content grow without bound; a settings file needs a few at most. */
const MOST_ALIASES = 100;

/** The value of a YAML text; undefined: it is empty. Errors quote nothing of the text, for it may hold a secret. */
export function plainYaml(text: string): unknown {
  try {
    const documents = loadAll(text, { maxAliases: MOST_ALIASES });
    if (documents.length > 1) throw new BadYaml('it holds more than one document');
    return documents[0];
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const [reason = ''] = error.reason.split(/["'<!]/, 1);
    const place = error.mark === undefined ? '' : `line ${error.mark.line + 1}: `;
    throw new BadYaml(place + reason.trimEnd());
  }
}

/** The line of a value by its path of keys, or of the longest part of the path that exists, in a valid text. */
export function lineAtPath(text: string, path: readonly PropertyKey[]): number {
  const events = parseEvents(text, {});
  let [at, start] = [1, 0];
  const pass = (): void => {
    let depth = 0;
    do {
      const type = events[at]?.type;
      if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) depth += 1;
      else if (type === EVENT_ID.POP) depth -= 1;
      at += 1;
    } while (depth > 0);
  };
  const enterKey = (name: string): boolean => {
    for (let key = events[at]; key !== undefined && key.type !== EVENT_ID.POP; key = events[at]) {
      pass();
      if (key.type === EVENT_ID.SCALAR && getScalarValue(text, key) === name) {
        start = key.valueStart;
        return true;
      }
      pass();
    }
    return false;
  };
  for (const part of path) {
    const type = events[at]?.type;
    at += 1;
    if (type === EVENT_ID.SEQUENCE) {
      for (let item = 0; item < Number(part); item += 1) pass();
      const item = events[at];
      if (item?.type === EVENT_ID.SCALAR) start = item.valueStart;
      else if (item?.type === EVENT_ID.MAPPING || item?.type === EVENT_ID.SEQUENCE) ({ start } = item);
    } else if (type !== EVENT_ID.MAPPING || !enterKey(String(part))) break;
  }
  return text.slice(0, start).split('\n').length;
}
