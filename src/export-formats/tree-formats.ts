/** Nests keys with dots as a tree for JSON and YAML: the inverse of the readers. */
import { type TranslatedString, Notes, type Writer, hexEscape } from './writer';
import { underscored, languageTag } from './language-tag';

type Tree = Map<string, Tree | string>;

/** A key that is also the beginning of others is a text, which cannot contain them: they keep their dots there. */
export function nested(strings: readonly TranslatedString[]): Tree {
  const keys = new Set(strings.map(({ key }) => key));
  const root: Tree = new Map();
  for (const { key, text } of strings) {
    const names = namesOn(key, keys);
    const last = names.pop() ?? key;
    let place = root;
    for (const name of names) {
      const below = place.get(name);
      const next: Tree = typeof below === 'object' ? below : new Map<string, Tree | string>();
      if (next !== below) place.set(name, next);
      place = next;
    }
    place.set(last, text);
  }
  return root;
}

function namesOn(key: string, keys: ReadonlySet<string>): string[] {
  const parts = key.split('.');
  // Readers would not know a key with an empty part.
  if (parts.includes('')) return [key];
  const names: string[] = [];
  let [start, end] = [0, -1];
  for (const part of parts) {
    end += 1 + part.length;
    if (end < key.length && keys.has(key.slice(0, end))) continue;
    names.push(key.slice(start, end));
    start = end + 1;
  }
  return names;
}

/** Restores the list behind keys such as `tips.0` and `tips.1`; null: it is no list. */
function listOf(tree: Tree): (Tree | string)[] | null {
  return tree.size > 0 && [...tree.keys()].every((key, at) => key === String(at)) ? [...tree.values()] : null;
}

export function flat(strings: readonly TranslatedString[]): Tree {
  return new Map(strings.map(({ key, text }) => [key, text]));
}

/** JSON with plain or nested keys. No objects are used, because they would sort keys such as `10`. */
export const jsonWriter =
  (treeOf: (strings: readonly TranslatedString[]) => Tree): Writer =>
  (strings) => ({ text: `${objectText(treeOf(strings), '')}\n`, keys: strings.length, notes: [] });

export const writeListedJson: Writer = (strings) => {
  const items = strings.map(({ key, text }) => `  ${JSON.stringify({ string_id: key, content: text })}`);
  return { text: `[\n${items.join(',\n')}\n]\n`, keys: strings.length, notes: [] };
};

/** In ARB, a key that begins with `@` describes a message. */
export const writeArb: Writer = (strings, { language }) => {
  const notes = new Notes();
  const taken = strings.filter(({ key }) => !key.startsWith('@'));
  for (const { key } of strings)
    if (key.startsWith('@'))
      notes.leaveOut('with a key that begins with @, which is a description in ARB', key);
  const tree: Tree = new Map([['@@locale', underscored(language)], ...flat(taken)]);
  return { text: `${objectText(tree, '')}\n`, keys: taken.length, notes: notes.sentences() };
};

function objectText(tree: Tree, indent: string): string {
  const members = Array.from(
    tree,
    ([key, value]) => `${JSON.stringify(key)}: ${jsonValue(value, `${indent}  `)}`,
  );
  return wrapped('{}', indent, members);
}

function jsonValue(value: Tree | string, indent: string): string {
  if (typeof value === 'string') return JSON.stringify(value);
  const items = listOf(value)?.map((item) => jsonValue(item, `${indent}  `));
  return items === undefined ? objectText(value, indent) : wrapped('[]', indent, items);
}

function wrapped(brackets: string, indent: string, parts: readonly string[]): string {
  const [open = '', close = ''] = brackets;
  if (parts.length === 0) return brackets;
  return `${open}\n${parts.map((part) => `${indent}  ${part}`).join(',\n')}\n${indent}${close}`;
}

/** Writes YAML that readers of every version parse to the same texts: all but plain names are quoted. */
export const yamlWriter =
  (treeOf: (strings: readonly TranslatedString[]) => Tree, indent = ''): Writer =>
  (strings) => ({
    text: strings.length === 0 ? `${indent}{}\n` : yamlMapping(treeOf(strings), indent),
    keys: strings.length,
    notes: [],
  });

/** Rails requires the language as the root key. */
export const writeRailsYaml: Writer = (strings, target) => {
  const below = yamlWriter(nested, '  ')(strings, target);
  return { ...below, text: `${yamlName(languageTag(target.language))}:\n${below.text}` };
};

function yamlMapping(tree: Tree, indent: string): string {
  return Array.from(tree, ([key, value]) => {
    const name = yamlName(key);
    // YAML allows at most 1024 characters before a colon.
    const head = name.length > 1000 ? `${indent}? ${name}\n${indent}:` : `${indent}${name}:`;
    return head + yamlValue(value, indent);
  }).join('');
}

function yamlValue(value: Tree | string, indent: string): string {
  if (typeof value === 'string') return ` ${yamlQuoted(value)}\n`;
  const inner = `${indent}  `;
  const items = listOf(value)?.map((item) => `${inner}-${yamlValue(item, inner)}`);
  return `\n${items?.join('') ?? yamlMapping(value, inner)}`;
}

/** YAML 1.1 reads these as flags: the language `no` is one of them. */
const FLAG = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

const yamlName = (key: string): string =>
  /^[A-Za-z_][\w-]*$/.test(key) && !FLAG.test(key) ? key : yamlQuoted(key);

/** JSON quotes are valid in YAML, which must not contain these characters unescaped. */
function yamlQuoted(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, (char) =>
    hexEscape(char),
  );
}
