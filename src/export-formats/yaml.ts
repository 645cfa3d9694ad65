/** YAML that readers of every edition take for the same texts: what is not a plain name is in quotes. */
import { languageTag } from './language-tag';
import { flat, listOf, nested, type Tree } from './nested-keys';
import { hexEscape, type Writer } from './writer';

export const writeYaml: Writer = (strings) => written(flat(strings), strings.length);

export const writeNestedYaml: Writer = (strings) => written(nested(strings), strings.length);

/** Below its language, as Rails wants it. */
export const writeRailsYaml: Writer = (strings, { language }) => {
  const below = written(nested(strings), strings.length, '  ');
  return { ...below, text: `${nameText(languageTag(language))}:\n${below.text}` };
};

function written(tree: Tree, keys: number, indent = ''): ReturnType<Writer> {
  return { text: keys === 0 ? `${indent}{}\n` : mappingText(tree, indent), keys, notes: [] };
}

function mappingText(tree: Tree, indent: string): string {
  return Array.from(tree, ([key, value]) => {
    const name = nameText(key);
    // Only so much may stand before a colon.
    const head = name.length > 1000 ? `${indent}? ${name}\n${indent}:` : `${indent}${name}:`;
    return head + valueText(value, indent);
  }).join('');
}

function valueText(value: Tree | string, indent: string): string {
  if (typeof value === 'string') return ` ${quoted(value)}\n`;
  const inner = `${indent}  `;
  const items = listOf(value)?.map((item) => `${inner}-${valueText(item, inner)}`);
  return `\n${items?.join('') ?? mappingText(value, inner)}`;
}

/** Older editions read these as flags: the language `no` is one of them. */
const FLAG = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

const nameText = (key: string): string =>
  /^[A-Za-z_][\w-]*$/.test(key) && !FLAG.test(key) ? key : quoted(key);

/** Quotes of JSON are those of YAML, which may not hold these signs as they are. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, (char) =>
    hexEscape(char),
  );
}
