/** JSON: keys as they are, nested at their dots, or a list. Not by way of an object, which would sort keys such as `10`. */
import { underscored } from './language-tag';
import { flat, listOf, nested, type Tree } from './nested-keys';
import { Notes, type Writer } from './writer';

export const writeJson: Writer = (strings) => written(flat(strings), strings.length);

export const writeNestedJson: Writer = (strings) => written(nested(strings), strings.length);

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
  return { ...written(tree, taken.length), notes: notes.sentences() };
};

function written(tree: Tree, keys: number): ReturnType<Writer> {
  return { text: `${objectText(tree, '')}\n`, keys, notes: [] };
}

function objectText(tree: Tree, indent: string): string {
  const members = Array.from(
    tree,
    ([key, value]) => `${JSON.stringify(key)}: ${valueText(value, `${indent}  `)}`,
  );
  return wrapped('{}', indent, members);
}

function valueText(value: Tree | string, indent: string): string {
  if (typeof value === 'string') return JSON.stringify(value);
  const items = listOf(value)?.map((item) => valueText(item, `${indent}  `));
  return items === undefined ? objectText(value, indent) : wrapped('[]', indent, items);
}

function wrapped(brackets: string, indent: string, parts: readonly string[]): string {
  const [open = '', close = ''] = brackets;
  if (parts.length === 0) return brackets;
  return `${open}\n${parts.map((part) => `${indent}  ${part}`).join(',\n')}\n${indent}${close}`;
}
