/** Keys with dots as a tree, as JSON and YAML nest them: the other way round than sources are read. */
import { type TranslatedString, Notes, type Writer, hexEscape, underscored, languageTag } from './writer';

type Tree = Map<string, Tree | string>;

/** A key that is the beginning of others is a text, and cannot hold them: they keep their dots there. */
function nested(strings: readonly TranslatedString[]): Tree {
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
  // No reader knows what a key without a name would be.
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

/** What `tips.0` and `tips.1` were; null: no list. */
function listOf(tree: Tree): (Tree | string)[] | null {
  return tree.size > 0 && [...tree.keys()].every((key, at) => key === String(at)) ? [...tree.values()] : null;
}

function flat(strings: readonly TranslatedString[]): Tree {
  return new Map(strings.map(({ key, text }) => [key, text]));
}

/** JSON: keys as they are, nested at their dots, or a list. Not by way of an object, which would sort keys such as `10`. */
export const writeJson: Writer = (strings) => jsonFile(flat(strings), strings.length);

export const writeNestedJson: Writer = (strings) => jsonFile(nested(strings), strings.length);

export const writeListedJson: Writer = (strings) => {
  const items = strings.map(({ key, text }) => `  ${JSON.stringify({ string_id: key, content: text })}`);
  return { text: `[\n${items.join(',\n')}\n]\n`, keys: strings.length, notes: [] };
};

/** What begins with `@` is about a message there. */
export const writeArb: Writer = (strings, { language }) => {
  const notes = new Notes();
  const taken = strings.filter(({ key }) => {
    if (key.startsWith('@'))
      notes.leaveOut('with a key that begins with @, which is a description in ARB', key);
    return !key.startsWith('@');
  });
  const tree: Tree = new Map([['@@locale', underscored(language)], ...flat(taken)]);
  return { ...jsonFile(tree, taken.length), notes: notes.sentences() };
};

function jsonFile(tree: Tree, keys: number): ReturnType<Writer> {
  return { text: `${objectText(tree, '')}\n`, keys, notes: [] };
}

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

/** YAML that readers of every edition take for the same texts: what is not a plain name is in quotes. */
export const writeYaml: Writer = (strings) => yamlFile(flat(strings), strings.length);

export const writeNestedYaml: Writer = (strings) => yamlFile(nested(strings), strings.length);

/** Below its language, as Rails wants it. */
export const writeRailsYaml: Writer = (strings, { language }) => {
  const below = yamlFile(nested(strings), strings.length, '  ');
  return { ...below, text: `${yamlName(languageTag(language))}:\n${below.text}` };
};

function yamlFile(tree: Tree, keys: number, indent = ''): ReturnType<Writer> {
  return { text: keys === 0 ? `${indent}{}\n` : yamlMapping(tree, indent), keys, notes: [] };
}

function yamlMapping(tree: Tree, indent: string): string {
  return Array.from(tree, ([key, value]) => {
    const name = yamlName(key);
    // Only so much may stand before a colon.
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

/** Older editions read these as flags: the language `no` is one of them. */
const FLAG = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

const yamlName = (key: string): string =>
  /^[A-Za-z_][\w-]*$/.test(key) && !FLAG.test(key) ? key : yamlQuoted(key);

/** Quotes of JSON are those of YAML, which may not hold these signs as they are. */
function yamlQuoted(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, (char) =>
    hexEscape(char),
  );
}
